// The checks that a new, resubmitted or amended order must pass before it enters the market. They are the last steps of the chain
// (market/orders.md, Order validation), and the first failure is the rejection. The check of the hold-over date is here as well.

import { maxOrdersInBook, type OrderType, orderTypes } from '@openpit/terms';
import type { Contract } from '../contracts/contract.ts';
import { type ActName, isChecked } from '../kernel/act-conditions.ts';
import { type IsoDate, isoDate, parseIsoDate } from '../kernel/civil-date.ts';
import { isRejection, type Rejection } from '../kernel/rejection.ts';
import { isBusinessDay } from '../kernel/trading-day.ts';
import { auctionRejection, expiryRejection, haltRejection, sessionRejection } from '../phases/entry-gate.ts';
import { closes, roomRejection } from '../positions/account-room.ts';
import { isBeyond } from '../positions/positions-module.ts';
import { agreedReferenceRejection, pricingToday } from '../pricing/order-price.ts';
import { legPrices, legsRejection } from '../pricing/pair-legs.ts';
import { priceRejection } from '../pricing/price-check.ts';
import type { Market } from '../reference/market.ts';
import { inactiveRejection, type OrderOwner } from '../rights/owner.ts';
import { isWithinScope, quantityRejection, type UserRights } from '../rights/user-rights.ts';
import { hedgeOnEntry, meetings, priceAt, reachedBy, reachesBook } from './enter-market.ts';
import { changesBy } from './exposure.ts';
import { marginRejection } from './margin-check.ts';
import { dealableLots, type Order } from './order.ts';
import type { OrdersContext, UserOrdersContext } from './orders-context.ts';
import { reject } from './orders-rejections.ts';

/** The acts that enter an order in the market. */
type EntryAct = Extract<
  ActName,
  'order' | 'packageOrder' | 'double' | 'amend' | 'resubmit' | 'heldOverReturn'
>;

/**
 * The remaining checks before an order enters, computed once because this is on the order path. `checked` says what the command
 * has already checked: only the owner, or also contract, price and quantity (`all`).
 */
const remainingChecks = (name: EntryAct, checked: 'all' | 'owner' | 'nothing') => ({
  phase: isChecked(name, 'phase') && checked !== 'all',
  expired: isChecked(name, 'expired') && checked !== 'all',
  halted: isChecked(name, 'halted') && checked !== 'all',
  quantity: isChecked(name, 'quantity') && checked !== 'all',
  price: checked !== 'all',
  inactive: isChecked(name, 'inactive') && checked === 'nothing',
  position: isChecked(name, 'position'),
  margin: isChecked(name, 'margin'),
});
const entryChecks: Readonly<Record<EntryAct, ReturnType<typeof remainingChecks>>> = {
  order: remainingChecks('order', 'all'),
  packageOrder: remainingChecks('packageOrder', 'all'),
  double: remainingChecks('double', 'all'),
  amend: remainingChecks('amend', 'owner'),
  resubmit: remainingChecks('resubmit', 'nothing'),
  heldOverReturn: remainingChecks('heldOverReturn', 'nothing'),
};

/**
 * Returns null if the order may enter the market. `rights` belongs to the user who sends the order or, for a held-over order, to
 * the user who entered it.
 */
export function entryRejection(context: UserOrdersContext, name: EntryAct, order: Order): Rejection | null {
  const { state, market, rights } = context;
  const { contract } = order;
  const checks = entryChecks[name];
  return (
    (checks.phase ? sessionRejection(context, contract) : null) ??
    (checks.expired ? expiryRejection(context, contract) : null) ??
    (checks.halted ? haltRejection(context, contract) : null) ??
    auctionRejection(context, contract, order.type) ??
    (checks.quantity ? quantityRejection(rights, order.remaining) : null) ??
    (checks.price ? priceRejection(state, contract, order.price) : null) ??
    agreedReferenceRejection(state, contract, order.pricing) ??
    (checks.inactive ? inactiveRejection(market, order.owner) : null) ??
    // A double enters twice.
    (contract.book.size >= maxOrdersInBook - 1 ? reject('bookFull', { contract: contract.name }) : null) ??
    orderRoomRejection(context, name, order) ??
    (checks.position ? positionRejection(context, order) : null) ??
    (checks.margin ? marginRejection(context, order) : null) ??
    selfMatchRejection(context, order) ??
    legLimitsRejection(context, order)
  );
}

/**
 * The order as it may enter the market again, or why it may not. A delta rests at its volatility, so its premium and its delta follow from
 * the days that remain.
 */
export function returningOrder(context: UserOrdersContext, name: EntryAct, order: Order): Order | Rejection {
  const pricing = pricingToday(context, order.contract, order.pricing);
  if (isRejection(pricing)) return entryRejection(context, name, order) ?? pricing;
  const today = pricing === order.pricing ? order : { ...order, pricing };
  return entryRejection(context, name, today) ?? today;
}

/**
 * A principal must stay within its position limit even if all its open orders in this direction of the contract deal, including
 * splits, spreads and deltas, over all its sub-accounts. Above the limit, it must at least not move further from flat. The order itself counts once.
 */
function positionRejection({ state }: UserOrdersContext, order: Order): Rejection | null {
  const { principal } = order.owner;
  const maxLots = state.positions.limitOf(principal);
  if (maxLots === undefined) return null;
  const { orders, positions, rights } = state;
  for (const { contract: changed, most: change } of changesBy(order, hedgeOnEntry(state, order))) {
    const others = orders.exposure.lotsIn(
      principal,
      { contract: changed, change },
      { except: order.activeOrderSeq, open: orders.all() },
    );
    const net = positions.netOf(principal, changed);
    const reach = net + change + others;
    if (!isBeyond(maxLots, { net, reach })) continue;
    const contract = changed.name;
    // A dealer with own-only visibility must not learn the account's position.
    return rights.get(order.owner.userId)?.scope === 'own'
      ? reject('positionAboveLimit', { whose: 'shared', principal, contract, maxLots })
      : reject('positionAboveLimit', { principal, contract, reach, maxLots });
  }
  return null;
}

/**
 * Rejects an order with which the account could grow beyond what the market can clear, unless it only closes the position of its account.
 * A delta counts twice, because its hedge has at most as many lots. So does each side of a double, because both enter together.
 */
function orderRoomRejection(context: UserOrdersContext, name: EntryAct, order: Order): Rejection | null {
  const { owner, activeOrderSeq } = order;
  const lots = dealableLots(order) * (name === 'double' ? 2 : 1);
  const added = { principal: owner.principal, lots, isNamed: true, except: activeOrderSeq };
  const rejected = roomRejection(context, added);
  return rejected === null || onlyCloses(context.state, order) ? null : rejected;
}

/** Whether the order, with all other open orders of its principal in the same direction, can only close positions. */
function onlyCloses({ orders, positions }: OrdersContext['state'], order: Order): boolean {
  const { owner, activeOrderSeq } = order;
  return changesBy(order).every(({ contract, most: change }) => {
    const others = orders.exposure.lotsIn(
      owner.principal,
      { contract, change },
      { except: activeOrderSeq, open: orders.all() },
    );
    const net = positions.net(owner, contract);
    return closes(net, net + change + others);
  });
}

/** Rejects an order that would match an order of the same member and principal, if the market's rules forbid that. */
function selfMatchRejection({ state, market }: UserOrdersContext, order: Order): Rejection | null {
  if (market.rules.selfMatch === 'allow' || !reachesBook(order)) return null;
  const { contract, owner } = order;
  const isInAuction = state.phases.inAuction.has(contract.index);
  let before = 0;
  // Before an auction it is unknown which orders will match, so every possible match counts.
  for (const resting of isInAuction ? reachedBy(order) : meetings(state, order)) {
    const other = state.orders.get(resting.order).owner;
    if (other.member === owner.member && other.principal === owner.principal) {
      const { principal } = owner;
      const ahead = isInAuction || before === 0 ? {} : { ahead: before };
      return isVisible(state.rights.get(owner.userId), other)
        ? reject('orderWouldMatchOwnOrder', { principal, activeOrderSeq: resting.order, ...ahead })
        : reject('orderWouldMatchOwnOrder', { principal, whose: 'another', ...ahead });
    }
    before += resting.lots;
  }
  return null;
}

/** Whether the user may see the order of `other`. */
const isVisible = (user: UserRights | undefined, other: OrderOwner): boolean =>
  user === undefined || isWithinScope(user, other);

/**
 * Rejects an order on a pair that would deal at a difference that puts a leg outside its daily limits. The leg prices follow from
 * the legs' current prices, for each difference at which the order would deal.
 */
function legLimitsRejection({ state }: Pick<OrdersContext, 'state'>, order: Order): Rejection | null {
  const { contract } = order;
  const { pair, tick } = contract;
  if (pair === null || !reachesBook(order)) return null;
  for (const resting of meetings(state, order)) {
    const difference = priceAt(contract, resting.tick);
    const rejected = legsRejection(state, pair, legPrices(state, pair, { difference, tick }));
    if (rejected !== null) return rejected;
  }
  return null;
}

/**
 * Checks an order's hold-over date (market/orders.md, Hold over): only a Normal order can be held over, until a later business day on
 * which its contract still trades. Returns null if the date is valid, or the order is not to be held over.
 */
export function holdOverRejection(
  { businessDay, holidays }: Market,
  { lastDay }: Contract,
  { type, until }: { readonly type: OrderType; readonly until: IsoDate | null | undefined },
): Rejection | null {
  if (until === undefined || until === null) return null;
  if (!orderTypes[type].rests) return reject('holdOverNotNormal');
  const unusable = (why: string) =>
    reject('holdOverDayUnusable', { day: until, why, lastDay: isoDate(lastDay) });
  const day = parseIsoDate(until);
  if (day === null) return unusable('is not a date');
  if (day <= businessDay) return unusable('is not after today');
  if (!isBusinessDay(day, holidays)) return unusable('is not a business day');
  return day > lastDay ? unusable('is after its last trading day') : null;
}
