// The way of an order into the market, the same for a new order and for a resubmitted one: deal with what is there, then
// rest, be filled or be killed. Source: domain §3.2.
import { isWithinScope } from '../access/user-rights.ts';
import type { OrderOwner, PriceLimits } from '../events.ts';
import { present } from '../kernel/assert.ts';
import { type Cents, cents, lots, otherSide, type Ticks, ticks } from '../kernel/units.ts';
import { referencePrice } from '../options/reference-price.ts';
import type { MatchListener, RestingMatch } from '../order-book/order-book.ts';
import type { OrderState } from '../outcome.ts';
import { legPrices, legsRejection } from '../pairs/pair-terms.ts';
import { type Rejection, rejection } from '../rejections.ts';
import { tellCollected } from '../session/collect.ts';
import { followLimitLock } from '../session/limit-lock.ts';
import { phaseOf } from '../session/session-gate.ts';
import type { Contract, Handling, Market, VenueState } from '../state.ts';
import { leaveMarket } from './leave-market.ts';
import type { Order } from './order.ts';
import { printMatch } from './print-deal.ts';

/** Rejects an order that would deal with one of the same member and principal, where the market's rules say so. */
export function selfMatchRejection(
  state: VenueState,
  market: Market,
  contract: Contract,
  order: Order,
): Rejection | null {
  if (market.rules.selfMatch === 'allow') return null;
  const isCollecting = market.session.collecting.has(contract.listing.contract);
  const limit = tickOf(contract, order.price);
  let left: number = order.remaining;
  for (const resting of contract.book.resting(otherSide(order.side))) {
    const reached = order.side === 'B' ? resting.tick <= limit : resting.tick >= limit;
    // While orders are collected nobody knows yet which of them will meet: any that could counts.
    if (!reached || (left <= 0 && !isCollecting)) break;
    const { owner } = present(
      state.orders.get(resting.order),
      `order ${resting.order} rests but is not known`,
    );
    if (owner.member === order.owner.member && owner.principal === order.owner.principal)
      return rejection('orderWouldMatchOwnOrder', {
        principal: owner.principal,
        ...(isOthers(state, order, owner) ? { whose: 'another' } : { activeOrderSeq: resting.order }),
      });
    left -= resting.lots;
  }
  return null;
}

/** The order of another dealer, which does not exist to one who is kept to his own. */
function isOthers(state: VenueState, { owner: own }: Order, owner: OrderOwner): boolean {
  const rights = state.users.get(own.userId);
  return rights !== undefined && !isWithinScope(rights, owner);
}

/**
 * Rejects an order on a pair that would deal at a difference at which a leg is outside the day's limits: prices follow from where
 * the legs stand now, at the best and at the worst difference that it would reach.
 */
export function legsOutsideLimits(contract: Contract, order: Order): Rejection | null {
  const { pair } = contract;
  if (pair === null) return null;
  const limit = tickOf(contract, order.price);
  let left: number = order.remaining;
  for (const resting of contract.book.resting(otherSide(order.side))) {
    const reached = order.side === 'B' ? resting.tick <= limit : resting.tick >= limit;
    if (!reached || left <= 0) return null;
    const failed = legsRejection(pair, legPrices(pair, priceOf(contract, resting.tick), contract.tick));
    if (failed !== null) return failed;
    left -= resting.lots;
  }
  return null;
}

/** Matches and then rests, fills or kills the order, telling each step. Returns the state that it ends in. */
export function enterMarket(
  state: VenueState,
  contract: Contract,
  order: Order,
  handling: Handling,
): OrderState {
  const limit = tickOf(contract, order.price);
  if (waitsForOpening(state, contract)) return collectOrder(state, contract, order, { limit, handling });
  const incoming = { side: order.side, limit, lots: order.remaining };
  const { activeOrderSeq } = order;
  const { member } = order.owner;
  const killedWhole = order.type === 'Fok' && contract.book.available(incoming) < order.remaining;
  const dealing = new Dealing(state, contract, order, handling);
  if (!killedWhole) contract.book.match(incoming, dealing);
  const ended = rest();
  if (contract.limits !== null && (contract.lock !== null || isAtLimit(contract.limits, order.price)))
    followLimitLock(contract, handling.at);
  // Only now: taking orders out while the book is matching would pull it from under its own feet.
  for (const filled of dealing.filled) cancelOtherSide(state, filled, handling);
  if (ended === 'Filled') cancelOtherSide(state, order, handling);
  return ended;

  function rest(): OrderState {
    if (order.remaining === 0) {
      state.orders.delete(activeOrderSeq);
      handling.tell({ kind: 'orderFilled', activeOrderSeq, member });
      return 'Filled';
    }
    if (order.type !== 'Normal') {
      state.orders.delete(activeOrderSeq);
      handling.tell({ kind: 'orderKilled', activeOrderSeq, lots: order.remaining, member });
      return 'Killed';
    }
    const { side, price, remaining } = order;
    order.queuedAt = handling.at;
    order.entry = contract.book.rest({ order: activeOrderSeq, side, tick: limit, lots: remaining });
    state.orders.set(activeOrderSeq, order);
    handling.tell({
      kind: 'orderRested',
      activeOrderSeq,
      contract: order.contract,
      side,
      price,
      lots: remaining,
      member,
    });
    return 'Active';
  }
}

/** Only an order with such a price can lock a book. */
const isAtLimit = ({ low, high }: PriceLimits, price: Cents): boolean => price === high || price === low;

function waitsForOpening({ market }: VenueState, contract: Contract): boolean {
  return market !== null && phaseOf(market, contract) === 'preOpen';
}

/** Before the opening an order takes its place in the queue, and nothing deals. */
function collectOrder(
  state: VenueState,
  contract: Contract,
  order: Order,
  { limit, handling }: { readonly limit: Ticks; readonly handling: Handling },
): OrderState {
  const { activeOrderSeq, side, remaining } = order;
  state.market?.session.collecting.add(order.contract);
  order.queuedAt = handling.at;
  order.entry = contract.book.rest({ order: activeOrderSeq, side, tick: limit, lots: remaining });
  state.orders.set(activeOrderSeq, order);
  tellCollected(order, handling);
  return 'Pre-market';
}

/** A filled side of a two-way quote takes the other out, where its dealer asked for that. */
export function cancelOtherSide(state: VenueState, filled: Order, handling: Handling): void {
  const other = filled.cancels === null ? undefined : state.orders.get(filled.cancels);
  if (other !== undefined) leaveMarket(state, other, handling, 'otherSideFilled');
}

/** Turns each match of the book into a deal with its two sides, and into the positions that come of it. */
class Dealing implements MatchListener {
  /** Resting orders that were filled on the way. */
  readonly filled: Order[] = [];
  readonly #state: VenueState;
  readonly #contract: Contract;
  readonly #incoming: Order;
  readonly #handling: Handling;
  readonly #minusPrice: Cents | null;

  constructor(state: VenueState, contract: Contract, incoming: Order, handling: Handling) {
    this.#state = state;
    this.#contract = contract;
    this.#incoming = incoming;
    this.#handling = handling;
    this.#minusPrice = contract.pair === null ? null : referencePrice(contract.pair.minus, contract.tick);
  }

  matched({ order, tick, dealt, left }: RestingMatch): void {
    const incoming = this.#incoming;
    const state = this.#state;
    const { tell } = this.#handling;
    const resting = present(state.orders.get(order), `order ${order} dealt but is not known`);
    resting.remaining = left;
    incoming.remaining = lots(incoming.remaining - dealt);
    const price = priceOf(this.#contract, tick);
    const aggressor = incoming.side;
    const buyer = aggressor === 'B' ? incoming : resting;
    const seller = aggressor === 'B' ? resting : incoming;
    printMatch(
      state,
      this.#contract,
      { price, lots: dealt, aggressor, buyer, seller, resting, minusPrice: this.#minusPrice },
      this.#handling,
    );
    if (left > 0) return;
    resting.entry = null;
    state.orders.delete(order);
    this.filled.push(resting);
    tell({ kind: 'orderFilled', activeOrderSeq: order, member: resting.owner.member });
  }
}

/** The tick index of a price that has passed the price check. */
function tickOf(contract: Contract, price: Cents): Ticks {
  return ticks(price / contract.tick);
}

function priceOf(contract: Contract, tick: Ticks): Cents {
  return cents(tick * contract.tick);
}
