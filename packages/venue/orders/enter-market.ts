// Enters an order into the market (market/orders.md, Matching), whether it is new, resubmitted or held over. The order deals with
// resting orders, then rests, is filled or is killed.
import { exactHedge } from '@openpit/pricing';
import { type OrderState, orderTypes, otherSide, type Side } from '@openpit/terms';
import type { Contract } from '../contracts/contract.ts';
import { asPrice, lots, type Price, type Ticks, ticks } from '../kernel/units.ts';
import { isAtLimit } from '../limits/limits.ts';
import type { MatchListener, RestingMatch, RestingOrder } from '../order-book/order-book.ts';
import { phaseOf } from '../phases/phases.ts';
import { referenceLeg } from '../pricing/pair-legs.ts';
import { referencePrice } from '../pricing/reference-price.ts';
import { deleteOrder, noteLeft } from './leave-market.ts';
import type { Order } from './order.ts';
import type { OrdersState } from './orders.ts';
import type { OrdersContext } from './orders-context.ts';
import { agreedPricing, printMatch } from './print-match.ts';

/** Matches the order, then rests, fills or kills it, and emits each step. Returns its final state. */
export function enterMarket(context: OrdersContext, order: Order): OrderState {
  const { state, at } = context;
  const { contract, price } = order;
  if (phaseOf(context, contract) === 'preOpen') return joinAuction(context, order);
  const dealing = new Dealing(context, order);
  if (!isKilledWhole(order)) contract.book.match(incomingOf(order), dealing);
  const ended = endEntry(context, order);
  const limits = state.limits.of(contract);
  if (limits !== null && (state.limits.lockOf(contract) !== null || isAtLimit(limits, price)))
    state.limits.updateLock(contract, at);
  // The other sides are deleted only now, because the book must not lose orders while it is matching.
  for (const filled of dealing.filled) deleteOtherSide(context, filled);
  if (ended === 'Filled') deleteOtherSide(context, order);
  return ended;
}

const incomingOf = ({ contract, side, price, remaining }: Order) => ({
  side,
  limit: tickOf(contract, price),
  lots: remaining,
});

/** True for a fill-or-kill order if the other side has too few lots. */
const isKilledWhole = (order: Order): boolean =>
  orderTypes[order.type].needsAll && order.contract.book.available(incomingOf(order)) < order.remaining;

/** The orders of the other side within the order's price, in the sequence in which they deal. */
export function* reachedBy({ contract, side, price }: Order): Generator<RestingOrder> {
  const limit = tickOf(contract, price);
  for (const resting of contract.book.resting(otherSide(side))) {
    if (!reaches(side, limit, resting.tick)) return;
    yield resting;
  }
}

const reaches = (side: Side, limit: Ticks, tick: Ticks): boolean =>
  side === 'B' ? tick <= limit : tick >= limit;

/** Whether the best price of the other side is within the order's price. Most orders match nothing and need no walk through the book. */
export function reachesBook({ contract, side, price }: Order): boolean {
  const best = contract.book.best(otherSide(side));
  return best !== null && reaches(side, tickOf(contract, price), best);
}

/** The resting orders with which the order would deal if it entered the market now. Lots of the last one may be left. */
export function* meetings({ phases }: OrdersState, order: Order): Generator<RestingOrder> {
  if (phases.inAuction.has(order.contract.index) || isKilledWhole(order)) return;
  let left: number = order.remaining;
  for (const resting of reachedBy(order)) {
    yield resting;
    left -= resting.lots;
    if (left <= 0) return;
  }
}

/** The hedge of an order on a delta that enters now, in millionths of a lot. It deals at the terms of resting orders, then at its own. */
export function hedgeOnEntry(state: OrdersState, order: Order): number {
  if (order.pricing === null || order.contract.kind !== 'delta') return 0;
  let left: number = order.remaining;
  let exact = 0;
  for (const { order: number, lots: resting } of meetings(state, order)) {
    const dealt = Math.min(resting, left);
    exact += exactHedge(dealt, agreedPricing(state.orders.get(number)).delta);
    left -= dealt;
  }
  return exact + exactHedge(left, order.pricing.delta);
}

function endEntry({ state, at, emit }: OrdersContext, order: Order): OrderState {
  const { activeOrderSeq, contract, side, price, remaining } = order;
  const { member } = order.owner;
  if (remaining === 0) {
    state.orders.remove(order);
    emit({ kind: 'orderFilled', activeOrderSeq, member });
    return 'Filled';
  }
  // Orders of other types are never stored, so there is nothing to remove.
  if (!orderTypes[order.type].rests) {
    emit({ kind: 'orderKilled', activeOrderSeq, lots: remaining, member });
    return 'Killed';
  }
  order.queuedAt = at;
  order.entry = restInBook(order);
  state.orders.put(order);
  emit({
    kind: 'orderRested',
    activeOrderSeq,
    contract: contract.name,
    side,
    price,
    lots: remaining,
    member,
  });
  return 'Active';
}

/** Before the opening an order joins the queue without dealing (market/sessions.md, Call auction). */
function joinAuction(context: OrdersContext, order: Order): OrderState {
  const { state, at } = context;
  state.phases.inAuction.add(order.contract.index);
  order.queuedAt = at;
  order.entry = restInBook(order);
  state.orders.put(order);
  emitJoinedAuction(context, order);
  return 'Pre-market';
}

export function emitJoinedAuction({ emit }: OrdersContext, order: Order): void {
  const { activeOrderSeq, contract, side, price, remaining, owner } = order;
  emit({
    kind: 'orderJoinedAuction',
    activeOrderSeq,
    contract: contract.name,
    side,
    price,
    lots: remaining,
    member: owner.member,
  });
}

const restInBook = ({ activeOrderSeq, contract, side, price, remaining }: Order) =>
  contract.book.rest({ order: activeOrderSeq, side, tick: tickOf(contract, price), lots: remaining });

/** Deletes the other side of a two-way quote when one side is filled, if the dealer asked for that. */
export function deleteOtherSide(context: OrdersContext, filled: Order): void {
  const other = filled.cancels === null ? undefined : context.state.orders.find(filled.cancels);
  if (other !== undefined) deleteOrder(context, other, 'otherSideFilled');
}

/** Turns each match of the book into a deal. */
class Dealing implements MatchListener {
  /** Resting orders that were filled. */
  readonly filled: Order[] = [];
  readonly #context: OrdersContext;
  readonly #incoming: Order;
  readonly #legReference: Price | null;

  constructor(context: OrdersContext, incoming: Order) {
    const { pair, tick } = incoming.contract;
    this.#context = context;
    this.#incoming = incoming;
    this.#legReference = pair === null ? null : referencePrice(context.state, referenceLeg(pair), tick);
  }

  matched({ order, tick, dealt, left }: RestingMatch): void {
    const incoming = this.#incoming;
    const { contract } = incoming;
    const { orders } = this.#context.state;
    const resting = orders.get(order);
    resting.remaining = left;
    incoming.remaining = lots(incoming.remaining - dealt);
    const aggressor = incoming.side;
    const buyer = aggressor === 'B' ? incoming : resting;
    const seller = aggressor === 'B' ? resting : incoming;
    printMatch(this.#context, contract, {
      price: priceAt(contract, tick),
      lots: dealt,
      aggressor,
      buyer,
      seller,
      resting,
      legReference: this.#legReference,
    });
    if (left > 0) {
      orders.exposure.put(resting);
      return;
    }
    noteLeft(this.#context, resting);
    resting.entry = null;
    orders.remove(resting);
    this.filled.push(resting);
    this.#context.emit({ kind: 'orderFilled', activeOrderSeq: order, member: resting.owner.member });
  }
}

/** The tick index of a price that has passed the price check. */
export const tickOf = ({ tick }: Contract, price: Price): Ticks => ticks(price / tick);

export const priceAt = (contract: Contract, tick: Ticks): Price => asPrice(tick * contract.tick);
