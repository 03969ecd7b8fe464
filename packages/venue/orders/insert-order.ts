// Insert an order (ACT-1): the validation chain of domain §3.4, first failure wins, then into the market.
import type { UserRights } from '../access/user-rights.ts';
import type { InsertOrder } from '../commands.ts';
import type { OrderOwner } from '../events.ts';
import { type Lots, lots, otherSide } from '../kernel/units.ts';
import { hedgeFor } from '../options/option-terms.ts';
import { type OrderPrice, orderPrice } from '../options/order-pricing.ts';
import type { OrderAnswer, OrderState } from '../outcome.ts';
import { type Rejection, rejection } from '../rejections.ts';
import type { Contract, Handling, Market, VenueState } from '../state.ts';
import { enterMarket } from './enter-market.ts';
import { entryRejection, quantityRejection } from './entry-check.ts';
import { holdOverRejection } from './hold-over-check.ts';
import type { Order } from './order.ts';
import { ownerOf } from './owner-check.ts';
import { priceRejection } from './price-check.ts';
import { closedRejection, tradableContract } from './tradable-contract.ts';

export function insertOrder(
  state: VenueState,
  market: Market,
  rights: UserRights,
  command: InsertOrder,
  handling: Handling,
): OrderAnswer | Rejection {
  const closed = closedRejection(market, command.contract);
  if (closed !== null) return closed;
  if (!rights.flags.has('insertOrderOrDouble'))
    return rejection('notPermitted', { flag: 'insertOrderOrDouble' });
  const contract = tradableContract(market, command.contract);
  if ('code' in contract) return contract;
  const tooMany = quantityRejection(rights, command.lots);
  if (tooMany !== null) return tooMany;
  const priced = orderPrice(market, contract, command);
  if ('code' in priced) return priced;
  const failed = priceRejection(contract, priced.price);
  if (failed !== null) return failed;
  const owner = ownerOf(market, rights, command);
  if ('code' in owner) return owner;
  const notHeldOver = holdOverRejection(market, contract, command);
  if (notHeldOver !== null) return notHeldOver;
  const order = newOrder(command, { activeOrderSeq: state.nextOrderSeq, owner, handling, priced });
  const rejected = entryRejection({ state, market, rights, contract }, order);
  if (rejected !== null) return rejected;

  state.nextOrderSeq += 1;
  order.owner = { ...owner, ref: state.refs.take(dealerOf(owner), command.ref) };
  accept(order, handling);
  return withPricing(
    contract,
    order,
    answerOf(order, enterMarket(state, contract, order, handling), order.lots),
  );
}

/** An order that is not in the market yet. */
export function newOrder(
  terms: Pick<InsertOrder, 'contract' | 'side' | 'type' | 'lots' | 'holdOverUntil'>,
  parts: {
    readonly activeOrderSeq: number;
    readonly owner: OrderOwner;
    readonly handling: Handling;
    readonly priced: OrderPrice;
  },
): Order {
  const { contract, side, type, lots: quantity } = terms;
  const { activeOrderSeq, owner, handling } = parts;
  const { price, pricing } = parts.priced;
  return {
    activeOrderSeq,
    contract,
    side,
    type,
    lots: quantity,
    price,
    pricing,
    owner,
    remaining: quantity,
    cancels: null,
    queuedAt: handling.at,
    holdOverUntil: terms.holdOverUntil ?? null,
    isHeldOver: false,
    entry: null,
  };
}

export function accept(order: Order, handling: Handling): void {
  const {
    activeOrderSeq,
    contract,
    side,
    type,
    lots: quantity,
    price,
    pricing,
    owner,
    holdOverUntil,
  } = order;
  handling.tell({
    kind: 'orderAccepted',
    activeOrderSeq,
    contract,
    side,
    type,
    lots: quantity,
    price,
    pricing,
    owner,
    holdOverUntil,
  });
}

/** `before`: what was left when the command came. */
export function answerOf(order: Order, state: OrderState, before: Lots): OrderAnswer {
  return {
    kind: 'order',
    activeOrderSeq: order.activeOrderSeq,
    state,
    remaining: state === 'Killed' || state === 'Cancelled' ? lots(0) : order.remaining,
    dealt: lots(before - order.remaining),
    ref: order.owner.ref,
  };
}

/** Adds what a volatility came to, and the hedge of a delta. */
export function withPricing(
  { option }: Contract,
  { side, lots: quantity, pricing }: Order,
  answer: OrderAnswer,
): OrderAnswer {
  if (option === null || pricing === null) return answer;
  if (option.outright === null) return { ...answer, pricing };
  const contract = option.underlying.listing.contract;
  const hedge = {
    contract,
    side: option.type === 'call' ? otherSide(side) : side,
    lots: hedgeFor(pricing, quantity),
  };
  return { ...answer, pricing, hedge };
}

/** Refs are counted by dealer. */
export const dealerOf = ({ member, dealer }: Pick<OrderOwner, 'member' | 'dealer'>): string =>
  `${member}/${dealer}`;
