// The opening of a contract (domain §3.1): what was collected meets at one price, best price first and oldest first; what is
// left over rests in the book and shows itself. A pair of which a leg could not be dealt today does not open: the orders
// that would have dealt are suspended, and their dealers told.
import { present } from '../kernel/assert.ts';
import { lots as asLots, cents } from '../kernel/units.ts';
import { referencePrice } from '../options/reference-price.ts';
import type { RestingOrder } from '../order-book/order-book.ts';
import { cancelOtherSide } from '../orders/enter-market.ts';
import type { Order } from '../orders/order.ts';
import { printMatch } from '../orders/print-deal.ts';
import { legPrices, legsRejection } from '../pairs/pair-terms.ts';
import type { Contract, Handling, Market, VenueState } from '../state.ts';
import { followLimitLock } from './limit-lock.ts';
import { type Opening, openingPrice } from './opening-price.ts';
import { suspendFor } from './suspend-for.ts';

/** Returns the lots that dealt and their price, null when none did. */
export function uncross(
  state: VenueState,
  market: Market,
  contract: Contract,
  handling: Handling,
): Opening | null {
  const name = contract.listing.contract;
  const waiting = { buys: [...contract.book.resting('B')], sells: [...contract.book.resting('S')] };
  const found = openingPrice(waiting, { mtm: contract.mtm, tick: contract.tick });
  const opening = found !== null && stopped(state, contract, waiting, found, handling) ? null : found;
  market.session.collecting.delete(name);
  if (opening !== null) deal(state, contract, { ...waiting, opening }, handling);
  for (const side of ['B', 'S'] as const)
    for (const { order } of contract.book.resting(side)) {
      const { price, remaining, owner, queuedAt } = orderOf(state, order);
      const place = { activeOrderSeq: order, contract: name, side, price, lots: remaining };
      handling.tell({ kind: 'orderRested', ...place, member: owner.member, queuedAt });
    }
  followLimitLock(contract, handling.at);
  const price = opening === null ? null : cents(opening.tick * contract.tick);
  handling.tell({ kind: 'contractUncrossed', contract: name, price, lots: opening?.lots ?? asLots(0) });
  return opening;
}

function deal(
  state: VenueState,
  contract: Contract,
  { buys, sells, opening }: Waiting & { readonly opening: Opening },
  handling: Handling,
): void {
  const price = cents(opening.tick * contract.tick);
  const minusPrice = contract.pair === null ? null : referencePrice(contract.pair.minus, contract.tick);
  const filled: Order[] = [];
  let left: number = opening.lots;
  for (let bid = 0, offer = 0; left > 0; ) {
    const buyer = orderOf(state, present(buys[bid], 'as much was bid as deals').order);
    const seller = orderOf(state, present(sells[offer], 'as much was offered as deals').order);
    const dealt = asLots(Math.min(left, buyer.remaining, seller.remaining));
    left -= dealt;
    buyer.remaining = asLots(buyer.remaining - dealt);
    seller.remaining = asLots(seller.remaining - dealt);
    const resting = buyer.queuedAt <= seller.queuedAt ? buyer : seller;
    printMatch(
      state,
      contract,
      { price, lots: dealt, aggressor: null, buyer, seller, resting, minusPrice },
      handling,
    );
    if (buyer.remaining === 0) bid += 1;
    if (seller.remaining === 0) offer += 1;
    for (const order of [buyer, seller]) if (takeDealt(state, contract, order, handling)) filled.push(order);
  }
  for (const order of filled) cancelOtherSide(state, order, handling);
}

/** Brings the book in step with what is left of the order; true when it was filled. */
function takeDealt(state: VenueState, contract: Contract, order: Order, handling: Handling): boolean {
  const entry = present(order.entry, `order ${order.activeOrderSeq} dealt in an opening but does not rest`);
  if (order.remaining > 0) {
    contract.book.reduce(entry, order.remaining);
    return false;
  }
  contract.book.remove(entry);
  order.entry = null;
  state.orders.delete(order.activeOrderSeq);
  handling.tell({
    kind: 'orderFilled',
    activeOrderSeq: order.activeOrderSeq,
    member: order.owner.member,
  });
  return true;
}

/** Whether the contract cannot open because of a leg; then who would have dealt is suspended. */
function stopped(
  state: VenueState,
  contract: Contract,
  { buys, sells }: Waiting,
  { tick }: Opening,
  handling: Handling,
): boolean {
  const { pair } = contract;
  if (pair === null) return false;
  if (legsRejection(pair, legPrices(pair, cents(tick * contract.tick), contract.tick)) === null) return false;
  const met = [...buys.filter((buy) => buy.tick >= tick), ...sells.filter((sell) => sell.tick <= tick)];
  const orders = met.map(({ order }) => orderOf(state, order));
  suspendFor(state, orders, 'outsideLimits', handling);
  return true;
}

interface Waiting {
  readonly buys: readonly RestingOrder[];
  readonly sells: readonly RestingOrder[];
}

const orderOf = (state: VenueState, activeOrderSeq: number): Order =>
  present(state.orders.get(activeOrderSeq), `order ${activeOrderSeq} waits for an opening but is not known`);
