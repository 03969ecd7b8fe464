// What a match of a book becomes: a deal with its two sides, its place in the ledger, and the positions that come of it. The
// match of a split, a spread or a delta is a package: nothing is held of it but the deals that it prints in other
// contracts (domain §3.2, §5.4), linked by one group.

import { recordMatch, recordPackage } from '../deals/record-match.ts';
import type { DealMade, DealSide } from '../events.ts';
import { present } from '../kernel/assert.ts';
import { type Cents, cents, type Lots, lots, otherSide, type Side, volatility } from '../kernel/units.ts';
import { optionDealt } from '../options/option-dealt.ts';
import {
  daysLeft,
  hedgeFor,
  type OptionPricing,
  type OptionTerms,
  pricingAt,
} from '../options/option-terms.ts';
import { positionChanged } from '../positions/position.ts';
import { noteLimitReached } from '../session/limit-reached.ts';
import type { Contract, Handling, VenueState } from '../state.ts';
import type { Order } from './order.ts';

export interface Match {
  readonly price: Cents;
  readonly lots: Lots;
  readonly aggressor: Side | null;
  readonly buyer: Order;
  readonly seller: Order;
  /** The order that was there first: a delta deals at its premium and reference price. */
  readonly resting: Order;
  /** Price of a pair's minus leg while the incoming order deals; null for every other contract. */
  readonly minusPrice: Cents | null;
}

type Source = Pick<DealMade, 'origin' | 'linkedGroup' | 'option'>;
type Deal = Pick<Match, 'price' | 'lots' | 'aggressor' | 'buyer' | 'seller'>;

/** Tells the deal, or the package and its deals. */
export function printMatch(state: VenueState, contract: Contract, match: Match, handling: Handling): void {
  if (contract.pair === null && contract.option?.outright == null) {
    const { businessDay } = present(state.market, 'only an open market deals');
    const option = contract.option === null ? null : optionDealt(contract, match.price, businessDay);
    print(state, contract, match, { origin: 'screen', linkedGroup: null, option }, handling);
    return;
  }
  const linkedGroup = state.deals.takeLinkedGroup();
  const made = dealOf(state, contract, match, { origin: 'package', linkedGroup, option: null });
  handling.tell(made);
  const { matchSeq, price, lots: quantity } = made;
  recordPackage(state, contract, { linkedGroup, matchSeq, price, lots: quantity }, handling);
  if (contract.pair !== null) printLegs(state, contract, match, linkedGroup, handling);
  else printDelta(state, contract, match, linkedGroup, handling);
}

/** Who buys the pair buys its one leg and sells the other. */
function printLegs(
  state: VenueState,
  { pair: terms }: Contract,
  match: Match,
  linkedGroup: number,
  handling: Handling,
): void {
  const pair = present(terms, 'only a pair has legs');
  const minusPrice = present(match.minusPrice, 'a pair deals at a price of its minus leg');
  const origin = { origin: pair.kind, linkedGroup, option: null };
  const plus = { price: cents(minusPrice + match.price), lots: lots(match.lots * pair.plusLots) };
  const minus = { price: minusPrice, lots: lots(match.lots * pair.minusLots) };
  print(state, pair.plus, { ...sidesOf(match), ...plus }, origin, handling);
  print(state, pair.minus, { ...turned(match), ...minus }, origin, handling);
}

/** The option at its premium; the future at the reference price: against a call its buyer sells, against a put he buys. */
function printDelta(
  state: VenueState,
  contract: Contract,
  match: Match,
  linkedGroup: number,
  handling: Handling,
): void {
  const terms = present(contract.option, 'only an option has a delta twin');
  const pricing = pricingOf(state, terms, match);
  const outright = present(terms.outright, 'a delta twin has its option');
  const origin = { origin: 'delta', linkedGroup, option: null } as const;
  const dealt = { ...sidesOf(match), price: pricing.premium, lots: match.lots };
  const option = { volatility: pricing.volatility, reference: pricing.reference };
  print(state, outright, dealt, { ...origin, option }, handling);
  const hedge = { price: pricing.reference, lots: hedgeFor(pricing, match.lots) };
  if (hedge.lots === 0) return;
  const parties = terms.type === 'call' ? turned(match) : sidesOf(match);
  print(state, terms.underlying, { ...parties, ...hedge }, origin, handling);
}

/** What the resting order agreed to; at an opening that deals at another volatility, the same at that one. */
function pricingOf(state: VenueState, terms: OptionTerms, { resting, price }: Match): OptionPricing {
  const agreed = present(resting.pricing, `delta order ${resting.activeOrderSeq} is unpriced`);
  if (cents(agreed.volatility) === price) return agreed;
  const { businessDay } = present(state.market, 'only an open market deals');
  const at = { reference: agreed.reference, days: daysLeft(terms.expiry, businessDay) };
  const pricing = pricingAt(terms, volatility(price), at);
  return { ...pricing, premium: cents(Math.max(pricing.premium, terms.underlying.instrument.tick)) };
}

const sidesOf = ({ aggressor, buyer, seller }: Match) => ({ aggressor, buyer, seller });

/** The same parties the other way round: who bought sells. */
const turned = ({ aggressor, buyer, seller }: Match) => ({
  aggressor: aggressor === null ? null : otherSide(aggressor),
  buyer: seller,
  seller: buyer,
});

function print(state: VenueState, contract: Contract, deal: Deal, source: Source, handling: Handling): void {
  const { tell } = handling;
  const made = dealOf(state, contract, deal, source);
  tell(made);
  recordMatch(state, contract, made, handling);
  const { contract: name, price, lots: quantity, buy, sell } = made;
  tell(positionChanged(state.positions.book({ contract: name, side: 'B', lots: quantity, price }, buy)));
  tell(positionChanged(state.positions.book({ contract: name, side: 'S', lots: quantity, price }, sell)));
  noteLimitReached(state, contract, price, handling);
}

/** A literal of all fields: this is on the order path. */
function dealOf(
  state: VenueState,
  { listing }: Contract,
  { price, lots: quantity, aggressor, buyer, seller }: Deal,
  { origin, linkedGroup, option }: Source,
): DealMade {
  const buy = sideOf(state, buyer);
  const sell = sideOf(state, seller);
  const matchSeq = state.nextMatchSeq;
  state.nextMatchSeq += 1;
  return {
    kind: 'dealMade',
    matchSeq,
    contract: listing.contract,
    price,
    lots: quantity,
    aggressor,
    origin,
    linkedGroup,
    option,
    buy,
    sell,
  };
}

function sideOf(state: VenueState, { activeOrderSeq, remaining, owner }: Order): DealSide {
  const dealSeq = state.nextDealSeq;
  state.nextDealSeq += 1;
  return { dealSeq, activeOrderSeq, left: remaining, owner };
}
