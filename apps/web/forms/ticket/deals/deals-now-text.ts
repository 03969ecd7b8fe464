// The deals of an order now, as text for the ticket and its questions: in its own contract, and in other contracts for a split, a spread or
// a delta.

import {
  classifyContract,
  type DeltaTerms,
  type DepthRow,
  type MarketRow,
  orderTypes,
  type Side,
} from '@openpit/wire';
import Big from 'big.js';
import { averageText } from '../../../actions/order-actions.ts';
import { type PriceMeaning, priceSuffix } from '../../../market/contract-terms.ts';
import { sideVerb } from '../../../market/market-text.ts';
import { formatPrice } from '../../../ui/format.ts';
import {
  type CandidateOrder,
  type DealsNow,
  dealsNow,
  deltaLegs,
  type Leg,
  type LegMarket,
  legOutsideLimits,
  legsNow,
  oppositeBook,
  pricesOf,
  type RestingLots,
} from './deals-now.ts';

interface PriceFormat {
  readonly decimals: number;
  readonly meaning: PriceMeaning;
}

/** Lots as digits in groups. */
const count = (lots: number) => formatPrice(lots, 0);

/**
 * "84 deal now at 4 167,00 to 4 220,00, average 4 190,12; 416 rest.", or why nothing deals. `entry` is the state of order entry.
 */
function dealsSentence(
  candidate: CandidateOrder,
  deals: DealsNow,
  { best, entry, ...words }: PriceFormat & { readonly best: number | null; readonly entry: OrderEntryState },
): string {
  if (entry === 'closed') return 'The market accepts no orders now.';
  if (entry === 'auction') return 'It waits for the call auction: nothing deals before the opening.';
  const { side, qty } = candidate;
  const { dealt, left, available, mayDealMore } = deals;
  const there = side === 'B' ? 'offered' : 'bid';
  if (dealt === 0) {
    if (orderTypes[candidate.type].needsAll && available > 0)
      return mayDealMore
        ? `At least ${count(available)} of ${count(qty)} are ${there} within this price; fill or kill needs all.`
        : `Nothing deals: ${count(available)} of ${count(qty)} are ${there} within this price, and fill or kill needs all.`;
    return `${distance(candidate, best, words)}${deals.isLeftKilled ? ' Nothing deals: the order would be killed.' : ''}`;
  }
  const prices = atPrices(deals.fills, words);
  const verb = dealt === 1 ? 'deals' : 'deal';
  if (left === 0) return `${qty === 1 ? 'It deals' : `All ${count(qty)} deal`} now ${prices}.`;
  if (mayDealMore)
    return `At least ${count(dealt)} ${verb} now ${prices}. What is ${there} behind that is not known yet.`;
  const rest = deals.isLeftKilled
    ? `${count(left)} ${left === 1 ? 'is' : 'are'} killed`
    : `${count(left)} ${left === 1 ? 'rests' : 'rest'}`;
  return `${count(dealt)} ${verb} now ${prices}; ${rest}.`;
}

/** The state of order entry: orders deal, wait for the call auction, or are not accepted. */
export type OrderEntryState = 'open' | 'auction' | 'closed';

function distance({ side, price }: CandidateOrder, best: number | null, words: PriceFormat): string {
  if (best === null) return side === 'B' ? 'There is no offer now.' : 'There is no bid now.';
  const away = side === 'B' ? new Big(best).minus(price) : new Big(price).minus(best);
  const text = formatPrice(away.toNumber(), words.decimals) + priceSuffix(words.meaning);
  return side === 'B' ? `${text} below the offer.` : `${text} above the bid.`;
}

/** "at 4 167,00 to 4 220,00, average 4 190,12"; for a delta, with the reference price at which its hedge deals. */
function atPrices(fills: readonly RestingLots[], { decimals, meaning }: PriceFormat): string {
  const prices = pricesOf(fills);
  if (prices === null) return '';
  const { best, worst, average } = prices;
  const suffix = priceSuffix(meaning);
  const range =
    best === worst
      ? formatPrice(best, decimals) + suffix
      : `${formatPrice(best, decimals)} to ${formatPrice(worst, decimals)}${suffix}, average ${averageText(average)}${suffix}`;
  return `at ${range}${referenceWords(fills, decimals)}`;
}

function referenceWords(fills: readonly RestingLots[], decimals: number): string {
  const references = fills.flatMap(({ terms }) => terms?.reference ?? []);
  if (references.length === 0) return '';
  const [low, high] = [Math.min(...references), Math.max(...references)];
  return low === high
    ? ` @ ref ${formatPrice(low, decimals)}`
    : ` @ refs ${formatPrice(low, decimals)} to ${formatPrice(high, decimals)}`;
}

/** "Buys 10 MAY27 WMAZ at 3 980,60, sells 10 MAR27 WMAZ at 4 054,60". */
export function legsSentence(legs: readonly Leg[], decimalsOf: (contract: string) => number): string {
  return legs
    .map((leg, index) => {
      const verb = leg.side === 'B' ? 'Buys' : 'Sells';
      const words = `${count(leg.qty)} ${leg.contract} ${legAt(leg, decimalsOf(leg.contract))}`;
      return `${index === 0 ? verb : verb.toLowerCase()} ${words}`;
    })
    .join(', ');
}

const legAt = ({ best, worst }: Leg, decimals: number): string =>
  best === worst
    ? `at ${formatPrice(best, decimals)}`
    : `at ${formatPrice(best, decimals)} to ${formatPrice(worst, decimals)}`;

/** The note next to the price of an order. `depth` is null until it is loaded. */
export function noteOf(
  row: Pick<MarketRow, 'bid' | 'bidQty' | 'offer' | 'offerQty' | 'limitLow' | 'limitHigh'>,
  candidate: CandidateOrder,
  {
    depth,
    ...words
  }: PriceFormat & { readonly entry: OrderEntryState; readonly depth: readonly DepthRow[] | null },
): { readonly text: string; readonly isDealing: boolean } {
  const { side, price } = candidate;
  const { limitLow, limitHigh } = row;
  if ((limitLow !== null && price < limitLow) || (limitHigh !== null && price > limitHigh))
    return { text: "Outside today's limits.", isDealing: false };
  const book = oppositeBook(side, row, depth);
  const deals = dealsNow(candidate, book);
  const best = book.orders[0]?.price ?? null;
  return {
    text: dealsSentence(candidate, deals, { best, ...words }),
    isDealing: words.entry === 'open' && deals.dealt > 0,
  };
}

export interface LegFacts {
  readonly marketOf: (contract: string) => LegMarket | undefined;
  readonly decimalsOf: (contract: string) => number;
  /** The pair's tick. */
  readonly tick: number;
}

export interface LegLines {
  readonly lines: readonly string[];
  /** Why the market would reject the order because of a leg, or null. */
  readonly warning: string | null;
}

const none: LegLines = { lines: [], warning: null };

export function legLines(
  row: MarketRow,
  candidate: {
    readonly side: Side;
    readonly qty: number;
    readonly price: number;
    /** The terms that an order on a delta itself would deal at. */
    readonly ownTerms: DeltaTerms | null;
  },
  deals: DealsNow,
  facts: LegFacts,
): LegLines {
  switch (classifyContract(row.contractDisplay)) {
    case 'splits':
    case 'spreads':
      return linesOfPair(row, candidate, deals, facts);
    case 'deltas':
      return linesOfDelta(row, candidate, deals, facts);
    default:
      return none;
  }
}

function linesOfPair(
  row: MarketRow,
  { side, qty, price }: { readonly side: Side; readonly qty: number; readonly price: number },
  deals: DealsNow,
  { marketOf, decimalsOf, tick }: LegFacts,
): LegLines {
  const isDealing = deals.dealt > 0;
  const fills = isDealing ? deals.fills : [{ price, qty }];
  const legs = legsNow(row, { side, fills, tick }, marketOf);
  if (legs === null) return none;
  const at = (leg: Leg) => formatPrice(leg.average, decimalsOf(leg.contract));
  const words = isDealing
    ? `${legsSentence(legs, decimalsOf)}.`
    : `${legs.map(legWords).join(', ')}; about ${legs.map(at).join(' / ')}.`;
  const outside = isDealing ? legOutsideLimits(legs, marketOf) : null;
  return {
    lines: [words, ...impliedLine(row, decimalsOf)],
    warning:
      outside === null
        ? null
        : `${outside.contract} would deal at ${at(outside)}, outside its limits: the market rejects such an order.`,
  };
}

/** "Buys 10 MAY27 WMAZ", "sells 10 MAR27 WMAZ". */
const legWords = ({ side, qty, contract }: Leg, index: number) => {
  const verb = `${sideVerb(side)}s`;
  return `${index === 0 ? verb : verb.toLowerCase()} ${qty} ${contract}`;
};

function impliedLine(
  { impliedBid, impliedOffer, instrument, near }: MarketRow,
  decimalsOf: LegFacts['decimalsOf'],
) {
  if ((impliedBid ?? null) === null && (impliedOffer ?? null) === null) return [];
  const decimals = decimalsOf(near ?? instrument);
  return [
    `The legs’ books imply ${formatPrice(impliedBid, decimals)} bid, ${formatPrice(impliedOffer, decimals)} offered.`,
  ];
}

function linesOfDelta(
  row: MarketRow,
  candidate: { readonly side: Side; readonly qty: number; readonly ownTerms: DeltaTerms | null },
  deals: DealsNow,
  { marketOf, decimalsOf, tick }: LegFacts,
): LegLines {
  const { side, qty, ownTerms } = candidate;
  const legs = legsNow(row, { side, fills: deals.fills, tick }, marketOf) ?? [];
  const dealing = legs.length === 0 ? [] : [`${legsSentence(legs, decimalsOf)}.`];
  const resting = deals.isLeftKilled ? 0 : deals.left;
  // If nothing deals, the order is described by its own terms, even if it would be killed.
  const ownLots = deals.dealt === 0 ? qty : resting;
  if (ownTerms === null || ownLots === 0) return { lines: dealing, warning: null };
  const [, hedge] = deltaLegs(row, side, [{ qty: ownLots, terms: ownTerms }]);
  const caption = deals.dealt === 0 ? 'Hedge' : 'Hedge of what rests';
  const hedgeLots =
    hedge === undefined
      ? 'No hedge: less than half a lot.'
      : `${caption}: ${sideVerb(hedge.side).toLowerCase()} ${hedge.qty} ${hedge.contract} at ${formatPrice(hedge.average, decimalsOf(hedge.contract))}`;
  return { lines: [...dealing, hedgeLots], warning: null };
}
