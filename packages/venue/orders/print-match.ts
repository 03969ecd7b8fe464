// Turns a match of a book into a deal with its two sides, recorded in the ledger, and updates the positions. The match of a split, a spread
// or a delta is a package: accounts hold only the deals that it prints in other contracts, linked by one group (market/orders.md, Splits and
// spreads, Deltas).
import { exactHedge, wholeLots } from '@openpit/pricing';
import { type DealOrigin, otherSide, type Side } from '@openpit/terms';
import type { Contract, OptionTerms, PairTerms } from '../contracts/contract.ts';
import type { DealMade, DealSide } from '../deals/deal-events.ts';
import { amountOf } from '../deals/deal-fee.ts';
import type { DealLedger } from '../deals/deal-ledger.ts';
import { recordMatch, recordPackage } from '../deals/record-match.ts';
import { mustExist } from '../kernel/assert.ts';
import { asPrice, type Lots, lots, type Money, type Price, volatility } from '../kernel/units.ts';
import { announceLimitReached } from '../limits/limit-reached.ts';
import { positionChanged } from '../positions/position.ts';
import { optionDealt } from '../pricing/option-dealt.ts';
import { daysLeft, type OptionPricing, pricingAt } from '../pricing/option-pricing.ts';
import { legsAt } from '../pricing/pair-legs.ts';
import { bookingFee, type ContractFees } from '../rates/booking-fee.ts';
import type { Order } from './order.ts';
import type { OrdersContext } from './orders-context.ts';

export interface Match {
  readonly price: Price;
  readonly lots: Lots;
  readonly aggressor: Side | null;
  readonly buyer: Order;
  readonly seller: Order;
  /** The resting order: a delta deals at its premium and reference price. */
  readonly resting: Order;
  /** The price of a pair's reference leg while the incoming order deals; null for other contracts. */
  readonly legReference: Price | null;
}

type Print = Pick<Match, 'price' | 'lots' | 'aggressor' | 'buyer' | 'seller'>;
type Source = Pick<DealMade, 'origin' | 'linkedGroup' | 'option'>;

/** Emits and records the deal, or the package and its deals. */
export function printMatch(context: OrdersContext, contract: Contract, match: Match): void {
  const { state, market, emit } = context;
  if (contract.kind === 'future' || contract.kind === 'option') {
    const { businessDay } = market;
    const option = optionDealt(state, contract, { premium: match.price, businessDay });
    print(context, contract, match, { origin: 'screen', linkedGroup: null, option });
    return;
  }
  const linkedGroup = state.deals.takeLinkedGroup();
  const dealMade = dealOf(context, contract, match, { origin: 'package', linkedGroup, option: null });
  emit(dealMade);
  recordPackage(context, contract, dealMade, linkedGroup);
  if (contract.pair !== null) printLegs(context, contract.pair, match, linkedGroup);
  else printDelta(context, contract, match, linkedGroup);
}

/** The buyer of the pair buys one leg and sells the other. */
function printLegs(context: OrdersContext, pair: PairTerms, match: Match, linkedGroup: number): void {
  const reference = mustExist(match.legReference, 'a pair deals at a price of its reference leg');
  const prices = legsAt(pair, reference, match.price);
  const source = { origin: pair.kind, linkedGroup, option: null };
  const plus = { price: prices.plus, lots: lots(match.lots * pair.plusLots) };
  const minus = { price: prices.minus, lots: lots(match.lots * pair.minusLots) };
  print(context, pair.plus, { ...partiesOf(match), ...plus }, source);
  print(context, pair.minus, { ...swappedPartiesOf(match), ...minus }, source);
}

/**
 * The option deals at its premium and the future at the reference price. The buyer of a call sells the future; the buyer of a put
 * buys it.
 */
function printDelta(
  context: OrdersContext,
  { option: terms }: Contract,
  match: Match,
  linkedGroup: number,
): void {
  const delta = mustExist(terms, 'a delta has option terms');
  const { type, underlying, outright } = delta;
  const pricing = pricingOf(context, delta, match);
  const { premium, reference } = pricing;
  const option = { volatility: pricing.volatility, reference };
  const source = { origin: 'delta', linkedGroup } as const;
  const dealt = { ...partiesOf(match), price: premium, lots: match.lots };
  print(context, mustExist(outright, 'a delta has an option'), dealt, { ...source, option });
  const hedge = { price: reference, lots: takeHedge(match, pricing) };
  if (hedge.lots === 0) return;
  const parties = type === 'call' ? swappedPartiesOf(match) : partiesOf(match);
  print(context, underlying, { ...parties, ...hedge }, { ...source, option: null });
}

/**
 * The hedge of a match, which is rounded so that the order that goes on has the hedge of all its deals together. Its own deals never add up
 * to another hedge, however small the orders on the other side are (decision 32).
 */
function takeHedge(match: Match, { delta }: OptionPricing): Lots {
  const exact = exactHedge(match.lots, delta);
  const hedge = wholeLots(orderToHedge(match).unhedged + exact);
  for (const order of [match.buyer, match.seller]) order.unhedged += exact - hedge * 1_000_000;
  return lots(hedge);
}

/** The order with lots left. If the match fills both orders, it is the larger one; of two equal orders, it is the one that rested. */
function orderToHedge({ buyer, seller, resting }: Match): Order {
  const entering = resting === buyer ? seller : buyer;
  if (resting.remaining !== entering.remaining) return resting.remaining > 0 ? resting : entering;
  return entering.lots > resting.lots ? entering : resting;
}

/** The resting order's pricing; in an auction at another volatility, its pricing at that volatility. */
function pricingOf({ market }: OrdersContext, terms: OptionTerms, { resting, price }: Match): OptionPricing {
  const agreed = agreedPricing(resting);
  if (asPrice(agreed.volatility) === price) return agreed;
  const at = { reference: agreed.reference, days: daysLeft(terms.expiry, market.businessDay) };
  const pricing = pricingAt(terms, volatility(price), at);
  return { ...pricing, premium: asPrice(Math.max(pricing.premium, terms.underlying.instrument.tick)) };
}

/** The terms of an order on a delta. */
export const agreedPricing = ({ activeOrderSeq, pricing }: Order): OptionPricing =>
  mustExist(pricing, `delta order ${activeOrderSeq} is unpriced`);

const partiesOf = ({ aggressor, buyer, seller }: Match) => ({ aggressor, buyer, seller });

const swappedPartiesOf = ({ aggressor, buyer, seller }: Match) => ({
  aggressor: aggressor === null ? null : otherSide(aggressor),
  buyer: seller,
  seller: buyer,
});

function print(context: OrdersContext, contract: Contract, deal: Print, source: Source): void {
  const { state, emit } = context;
  const dealMade = dealOf(context, contract, deal, source);
  emit(dealMade);
  recordMatch(context, contract, dealMade);
  const { price, lots: quantity, matchSeq, buy, sell } = dealMade;
  const { positions } = state;
  emit(positionChanged(positions.book(buy.owner, contract, { side: 'B', lots: quantity, price, matchSeq })));
  emit(positionChanged(positions.book(sell.owner, contract, { side: 'S', lots: quantity, price, matchSeq })));
  announceLimitReached(context, contract, price);
}

/** A full literal instead of a spread, because this is on the order path. */
function dealOf(
  { state, market }: OrdersContext,
  contract: Contract,
  { price, lots: quantity, aggressor, buyer, seller }: Print,
  { origin, linkedGroup, option }: Source,
): DealMade {
  const { deals, rates } = state;
  const fees = rates.feesOf(contract, market.rules.vatPercent);
  const buy = sideOf(deals, buyer, sideFee(fees, origin, quantity, buyer));
  const sell = sideOf(deals, seller, sideFee(fees, origin, quantity, seller));
  return {
    kind: 'dealMade',
    matchSeq: deals.takeMatchSeq(),
    contract: contract.name,
    price,
    lots: quantity,
    amount: amountOf(contract, price * quantity),
    aggressor,
    origin,
    linkedGroup,
    option,
    buy,
    sell,
  };
}

const sideFee = (
  fees: ContractFees | null,
  origin: DealOrigin,
  quantity: Lots,
  { owner }: Order,
): Money | null => bookingFee(fees, { origin, lots: quantity, capacity: owner.capacity });

const sideOf = (
  deals: DealLedger,
  { activeOrderSeq, remaining, owner }: Order,
  fee: Money | null,
): DealSide => ({
  dealSeq: deals.takeDealSeq(),
  activeOrderSeq,
  left: remaining,
  owner,
  fee,
});
