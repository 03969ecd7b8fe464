// The call auction of a contract (market/sessions.md, Call auction). Orders wait for it unseen. They then deal at a single price, in the
// order of price and time, and the remaining lots rest in the book.
import { announce } from '../announcements/announcements-module.ts';
import { type Contract, isPackage } from '../contracts/contract.ts';
import { mustExist } from '../kernel/assert.ts';
import { amountText, asPrice, lots } from '../kernel/units.ts';
import type { RestingOrder } from '../order-book/order-book.ts';
import { deleteOtherSide, emitJoinedAuction, priceAt } from '../orders/enter-market.ts';
import { heldOverOrders, reenterHeldOver } from '../orders/hold-over.ts';
import { suspendFor } from '../orders/leave-market.ts';
import type { Order } from '../orders/order.ts';
import { printMatch } from '../orders/print-match.ts';
import { haltedLeg } from '../phases/phases.ts';
import { legPrices, legsRejection, referenceLeg } from '../pricing/pair-legs.ts';
import { referencePrice } from '../pricing/reference-price.ts';
import type { ExchangeDayContext } from './exchange-day-context.ts';
import { type Opening, openingPrice } from './opening-price.ts';

/** The maximum number of contracts named in an opening announcement. */
const maxNamed = 6;

/** Begins an auction: from now on the orders of these contracts wait for it, including orders that already rest. */
export function beginAuctions(context: ExchangeDayContext, isMeant: (contract: Contract) => boolean): void {
  const { state, market } = context;
  for (const contract of market.contracts.values()) {
    if (!isMeant(contract)) continue;
    state.limits.unlock(contract);
    if (contract.book.size === 0 || state.phases.inAuction.has(contract.index)) continue;
    state.phases.inAuction.add(contract.index);
    for (const side of ['B', 'S'] as const)
      for (const { order } of contract.book.resting(side))
        emitJoinedAuction(context, state.orders.get(order));
  }
  enterHeldOver(context, isMeant);
}

/**
 * Holds the auctions of the contracts that can open now; then orders that were held over enter. Futures open first, then options, then
 * packages, so that each deals at the opening prices of the contracts that it depends on.
 */
export function openContracts(context: ExchangeDayContext, isMeant: (contract: Contract) => boolean): void {
  const { state, market } = context;
  const waiting = [...state.phases.inAuction].map((index) =>
    mustExist(market.listed[index], `contract ${index} waits for an auction but is not listed`),
  );
  const opened: string[] = [];
  for (const contract of waiting.sort((a, b) => openingRank(a) - openingRank(b))) {
    if (!isMeant(contract) || isHalted(context, contract)) continue;
    const opening = uncross(context, contract);
    if (opening !== null)
      opened.push(`${contract.name} ${opening.lots} at ${amountText(priceAt(contract, opening.tick))}`);
  }
  enterHeldOver(context, isMeant);
  if (opened.length === 0) return;
  const more = opened.length > maxNamed ? ` and ${opened.length - maxNamed} more` : '';
  announce(context, 'Auction', `Opened: ${opened.slice(0, maxNamed).join('; ')}${more}.`);
}

const openingRank = (contract: Contract): number =>
  isPackage(contract) ? 2 : contract.kind === 'option' ? 1 : 0;

/** `orders`: all that were held over, or a part of them. */
export function enterHeldOver(
  context: ExchangeDayContext,
  isMeant: (contract: Contract) => boolean,
  orders = heldOverOrders(context.state),
): void {
  reenterHeldOver(context, orders, (contract) => isMeant(contract) && !isHalted(context, contract));
}

export const isHalted = (context: ExchangeDayContext, contract: Contract): boolean =>
  haltedLeg(context, contract) !== null;

interface Waiting {
  readonly buys: readonly RestingOrder[];
  readonly sells: readonly RestingOrder[];
}

/** Returns the dealt lots and their price, or null if nothing dealt. */
function uncross(context: ExchangeDayContext, contract: Contract): Opening | null {
  const { state, at, emit } = context;
  const { name, book, tick } = contract;
  const waiting = { buys: [...book.resting('B')], sells: [...book.resting('S')] };
  const computed = openingPrice(waiting, { mtm: state.prices.of(contract).mtm, tick });
  const opening = computed !== null && isStoppedByLeg(context, contract, waiting, computed) ? null : computed;
  state.phases.inAuction.delete(contract.index);
  if (opening !== null) dealAt(context, contract, waiting, opening);
  for (const side of ['B', 'S'] as const)
    for (const { order } of book.resting(side)) {
      const { price, remaining, owner, queuedAt } = state.orders.get(order);
      const place = { activeOrderSeq: order, contract: name, side, price, lots: remaining };
      emit({ kind: 'orderRested', ...place, member: owner.member, queuedAt });
    }
  state.limits.updateLock(contract, at);
  const price = opening === null ? null : priceAt(contract, opening.tick);
  emit({ kind: 'contractUncrossed', contract: name, price, lots: opening?.lots ?? lots(0) });
  return opening;
}

function dealAt(
  context: ExchangeDayContext,
  contract: Contract,
  { buys, sells }: Waiting,
  opening: Opening,
): void {
  const { state } = context;
  const { pair, tick } = contract;
  const price = priceAt(contract, opening.tick);
  const legReference = pair === null ? null : referencePrice(state, referenceLeg(pair), tick);
  const filled: Order[] = [];
  let left: number = opening.lots;
  for (let bid = 0, offer = 0; left > 0; ) {
    const buyer = state.orders.get(mustExist(buys[bid], 'as many lots are bid as deal').order);
    const seller = state.orders.get(mustExist(sells[offer], 'as many lots are offered as deal').order);
    const dealt = lots(Math.min(left, buyer.remaining, seller.remaining));
    left -= dealt;
    buyer.remaining = lots(buyer.remaining - dealt);
    seller.remaining = lots(seller.remaining - dealt);
    const resting = buyer.queuedAt <= seller.queuedAt ? buyer : seller;
    printMatch(context, contract, {
      price,
      lots: dealt,
      aggressor: null,
      buyer,
      seller,
      resting,
      legReference,
    });
    if (buyer.remaining === 0) bid += 1;
    if (seller.remaining === 0) offer += 1;
    for (const order of [buyer, seller]) if (updateBook(context, order)) filled.push(order);
  }
  for (const order of filled) deleteOtherSide(context, order);
}

/** Reduces the order in the book to its remaining lots; returns whether it was filled. */
function updateBook({ state, emit }: ExchangeDayContext, order: Order): boolean {
  const { activeOrderSeq, contract } = order;
  const entry = mustExist(order.entry, `order ${activeOrderSeq} dealt in an auction but does not rest`);
  if (order.remaining > 0) {
    contract.book.reduce(entry, order.remaining);
    state.orders.put(order);
    return false;
  }
  contract.book.remove(entry);
  order.entry = null;
  state.orders.remove(order);
  emit({ kind: 'orderFilled', activeOrderSeq, member: order.owner.member });
  return true;
}

/** A pair must not open at a price that puts a leg outside its limits, so the orders that would have dealt are suspended. */
function isStoppedByLeg(
  context: ExchangeDayContext,
  contract: Contract,
  { buys, sells }: Waiting,
  { tick }: Opening,
): boolean {
  const { state } = context;
  const { pair } = contract;
  if (pair === null) return false;
  const difference = asPrice(tick * contract.tick);
  const legs = legPrices(state, pair, { difference, tick: contract.tick });
  if (legsRejection(state, pair, legs) === null) return false;
  const met = [...buys.filter((buy) => buy.tick >= tick), ...sells.filter((sell) => sell.tick <= tick)];
  suspendFor(
    context,
    met.map(({ order }) => state.orders.get(order)),
    'outsideLimits',
  );
  return true;
}
