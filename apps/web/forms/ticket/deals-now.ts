// The deals of an order if it reached the market now (market.md, Matching), as figures and as text. They are the deals in its own
// contract, the legs of a pair, the hedge of a delta, and a match with an order of the same principal. Exact while all levels of the book
// are known.
import { hedgeLots, roundToTick } from '@openpit/pricing';
import {
  type ActiveOrderRow,
  classifyContract,
  type DeltaTerms,
  type DepthRow,
  type MarketRow,
  maxDepthRows,
  type OrderType,
  orderTypes,
  type Side,
  toCents,
  toRand,
} from '@openpit/wire';
import Big from 'big.js';
import { averageText, sideVerb } from '../../actions/order-actions.ts';
import { type PriceMeaning, priceSuffix } from '../../market/contract-terms.ts';
import { ownOrdersAtLevels } from '../../market/own-lots.ts';
import { formatPrice } from '../../ui/format.ts';

/** Lots that rest at a price: rand per ton, percent per year for a delta. */
export interface RestingLots {
  readonly price: number;
  readonly qty: number;
  /** Present only for an order on a delta. */
  readonly terms?: DeltaTerms;
}

/** The orders that an order of one side can deal with. */
export interface OppositeBook {
  /** Best first, oldest first at one price. */
  readonly orders: readonly RestingLots[];
  /** False if more orders may rest behind the last one. */
  readonly isWhole: boolean;
}

export interface WantedOrder {
  readonly side: Side;
  readonly qty: number;
  readonly price: number;
  readonly type: OrderType;
}

export interface DealsNow {
  /** The fills, one for each resting order that the order deals with. */
  readonly fills: readonly RestingLots[];
  readonly dealt: number;
  /** Lots that do not deal now. */
  readonly left: number;
  readonly isLeftKilled: boolean;
  /** Lots within the price that are known; less than `dealt + left` for a fill-or-kill order that deals nothing. */
  readonly available: number;
  /** True if more may deal, because the orders behind the last known one may also be within the price. */
  readonly mayDealMore: boolean;
}

/** The opposite orders of the depth; the best price of the market row as long as the depth is not loaded. */
export function oppositeBook(
  side: Side,
  row: Pick<MarketRow, 'bid' | 'bidQty' | 'offer' | 'offerQty'>,
  depth: readonly DepthRow[] | null,
): OppositeBook {
  const isBuy = side === 'B';
  if (depth === null) {
    const price = isBuy ? row.offer : row.bid;
    const qty = isBuy ? row.offerQty : row.bidQty;
    return price === null ? { orders: [], isWhole: true } : { orders: [{ price, qty }], isWhole: false };
  }
  const orders = depth.flatMap((line): RestingLots[] => {
    const price = isBuy ? line.sellPrice : line.bidPrice;
    const qty = isBuy ? line.offerQty : line.bidQty;
    const terms = isBuy ? line.offerTerms : line.bidTerms;
    return price === null || qty === 0 ? [] : [{ price, qty, ...(terms !== undefined && { terms }) }];
  });
  return { orders, isWhole: orders.length < maxDepthRows };
}

export function dealsNow(
  { side, qty, price, type }: WantedOrder,
  { orders, isWhole }: OppositeBook,
): DealsNow {
  const reaches = (order: RestingLots) => (side === 'B' ? order.price <= price : order.price >= price);
  const fills: RestingLots[] = [];
  let left = qty;
  let reached = 0;
  for (const order of orders) {
    if (left === 0 || !reaches(order)) break;
    const lots = Math.min(left, order.qty);
    fills.push({ ...order, qty: lots });
    left -= lots;
    reached += 1;
  }
  const available = qty - left;
  const mayDealMore = left > 0 && !isWhole && reached === orders.length;
  const { rests, needsAll } = orderTypes[type];
  const isLeftKilled = !rests;
  if (needsAll && left > 0) return { fills: [], dealt: 0, left: qty, isLeftKilled, available, mayDealMore };
  return { fills, dealt: available, left, isLeftKilled, available, mayDealMore };
}

export interface DealtPrices {
  readonly best: number;
  readonly worst: number;
  /** The average to four decimals, as the market computes it. */
  readonly average: number;
}

/** Returns null if nothing deals. */
export function pricesOf(
  fills: readonly { readonly price: number; readonly qty: number }[],
): DealtPrices | null {
  const [first, last] = [fills[0], fills.at(-1)];
  if (first === undefined || last === undefined) return null;
  // The sum is in whole hundredths, so that it is exact.
  const value = fills.reduce((sum, fill) => sum + toCents(fill.price) * fill.qty, 0);
  const lots = fills.reduce((sum, { qty }) => sum + qty, 0);
  return { best: first.price, worst: last.price, average: Math.round((value * 100) / lots) / 10_000 };
}

// The deals that an order on a split, a spread or a delta makes in other contracts (market.md, Splits and spreads, Deltas): the
// legs of the pair, or the option and its hedge.

export interface Leg extends DealtPrices {
  readonly contract: string;
  readonly side: Side;
  readonly qty: number;
}

type Pair = Pick<MarketRow, 'contractDisplay' | 'near' | 'far' | 'nearLots' | 'farLots'>;
export type LegMarket = Pick<MarketRow, 'bid' | 'offer' | 'last' | 'mtm' | 'limitLow' | 'limitHigh'>;

const otherSide = (side: Side): Side => (side === 'B' ? 'S' : 'B');

/**
 * The legs of a pair, beginning with the leg that the buyer of the pair buys; null while the market has no price of the reference leg.
 * `tick` is the pair's, rand per ton.
 */
function pairLegs(
  row: Pair,
  {
    side,
    fills,
    tick,
  }: { readonly side: Side; readonly fills: readonly RestingLots[]; readonly tick: number },
  marketOf: (contract: string) => LegMarket | undefined,
): readonly Leg[] | null {
  const { near, far, nearLots = 1, farLots = 1 } = row;
  if (near === undefined || far === undefined) return null;
  const isSplit = classifyContract(row.contractDisplay) === 'splits';
  const reference = presentPrice(marketOf(near), tick);
  if (reference === null) return null;
  const nearFills = fills.map(({ qty }) => ({ price: toRand(reference), qty: qty * nearLots }));
  // The buyer of a split buys the far leg, the buyer of a spread the near one.
  const farFills = fills.map(({ price, qty }) => ({
    price: toRand(reference + (isSplit ? toCents(price) : -toCents(price))),
    qty: qty * farLots,
  }));
  return isSplit
    ? [...legOf(far, side, farFills), ...legOf(near, otherSide(side), nearFills)]
    : [...legOf(near, side, nearFills), ...legOf(far, otherSide(side), farFills)];
}

/** The price in cents, on the tick: the last deal, else the middle of bid and offer, else the MTM. */
function presentPrice(leg: LegMarket | undefined, tick: number): number | null {
  if (leg === undefined) return null;
  const { last, bid, offer, mtm } = leg;
  const middle = bid === null || offer === null ? null : (toCents(bid) + toCents(offer)) / 2;
  const price = last !== null ? toCents(last) : (middle ?? (mtm === null ? null : toCents(mtm)));
  return price === null ? null : roundToTick(price, toCents(tick));
}

/** The first leg at whose price the market would reject the order; null if there is none. */
export function legOutsideLimits(
  legs: readonly Leg[],
  marketOf: (contract: string) => LegMarket | undefined,
): Leg | null {
  const isOutside = ({ contract, best, worst }: Leg) => {
    const { limitLow = null, limitHigh = null } = marketOf(contract) ?? {};
    const [low, high] = [Math.min(best, worst), Math.max(best, worst)];
    if (limitLow === null && limitHigh === null) return low <= 0;
    return (limitLow !== null && low < limitLow) || (limitHigh !== null && high > limitHigh);
  };
  return legs.find(isOutside) ?? null;
}

/** The deals in other contracts that these fills print, for a pair or a delta; null if that is not known. */
export function legsNow(
  row: MarketRow,
  {
    side,
    fills,
    tick,
  }: { readonly side: Side; readonly fills: readonly RestingLots[]; readonly tick: number },
  marketOf: (contract: string) => LegMarket | undefined,
): readonly Leg[] | null {
  if (row.near !== undefined) return pairLegs(row, { side, fills, tick }, marketOf);
  const agreed = fills.flatMap(({ qty, terms }) => (terms === undefined ? [] : [{ qty, terms }]));
  return agreed.length < fills.length ? null : deltaLegs(row, side, agreed);
}

/** A fill of a delta. */
export interface DeltaFill {
  readonly qty: number;
  readonly terms: DeltaTerms;
}

/** The option, then its hedge unless that is less than half a lot of each deal. */
export function deltaLegs(
  {
    contract,
    contractDisplay,
    underlying = '',
  }: Pick<MarketRow, 'contract' | 'contractDisplay' | 'underlying'>,
  side: Side,
  fills: readonly DeltaFill[],
): readonly Leg[] {
  const option = fills.map(({ qty, terms }) => ({ price: terms.premium, qty }));
  const hedge = fills.flatMap(({ qty, terms }) => {
    const lots = hedgeLots(qty, terms.delta);
    return lots === 0 ? [] : [{ price: terms.reference, qty: lots }];
  });
  const hedgeSide = contractDisplay.flag === 'C' ? otherSide(side) : side;
  return [...legOf(contract.replace(/ D$/, ''), side, option), ...legOf(underlying, hedgeSide, hedge)];
}

function legOf(
  contract: string,
  side: Side,
  fills: readonly { readonly price: number; readonly qty: number }[],
): Leg[] {
  const prices = pricesOf(fills);
  if (prices === null) return [];
  return [{ contract, side, qty: fills.reduce((sum, { qty }) => sum + qty, 0), ...prices }];
}

// The deals of an order now, as text for the ticket and its questions.

export interface PriceWords {
  readonly decimals: number;
  readonly meaning: PriceMeaning;
}

const count = (lots: number) => formatPrice(lots, 0);

/**
 * "84 deal now at 4 167,00 to 4 220,00, average 4 190,12; 416 rest.", or why nothing deals. `entry`: whether the market accepts orders, and
 * whether they wait for the call auction.
 */
function dealsSentence(
  wanted: WantedOrder,
  deals: DealsNow,
  { best, entry, ...words }: PriceWords & { readonly best: number | null; readonly entry: EntryState },
): string {
  if (entry === 'closed') return 'The market takes no orders now.';
  if (entry === 'auction') return 'It waits for the call auction: nothing deals before the opening.';
  const { side, qty } = wanted;
  const { dealt, left, available, mayDealMore } = deals;
  const there = side === 'B' ? 'offered' : 'bid';
  if (dealt === 0) {
    if (orderTypes[wanted.type].needsAll && available > 0)
      return mayDealMore
        ? `At least ${count(available)} of ${count(qty)} are ${there} within this price; fill or kill needs all.`
        : `Nothing deals: ${count(available)} of ${count(qty)} are ${there} within this price, and fill or kill needs all.`;
    return `${distance(wanted, best, words)}${deals.isLeftKilled ? ' Nothing deals: the order would be killed.' : ''}`;
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
export type EntryState = 'open' | 'auction' | 'closed';

function distance({ side, price }: WantedOrder, best: number | null, words: PriceWords): string {
  if (best === null) return side === 'B' ? 'There is no offer now.' : 'There is no bid now.';
  const away = side === 'B' ? new Big(best).minus(price) : new Big(price).minus(best);
  const text = formatPrice(away.toNumber(), words.decimals) + priceSuffix(words.meaning);
  return side === 'B' ? `${text} below the offer.` : `${text} above the bid.`;
}

/** "at 4 167,00 to 4 220,00, average 4 190,12"; the prices of a delta with the reference at which its hedge deals. */
function atPrices(fills: readonly RestingLots[], { decimals, meaning }: PriceWords): string {
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
  wanted: WantedOrder,
  {
    depth,
    ...words
  }: PriceWords & { readonly entry: EntryState; readonly depth: readonly DepthRow[] | null },
): { readonly text: string; readonly isDealing: boolean } {
  const { side, price } = wanted;
  const { limitLow, limitHigh } = row;
  if ((limitLow !== null && price < limitLow) || (limitHigh !== null && price > limitHigh))
    return { text: "Outside today's limits.", isDealing: false };
  const book = oppositeBook(side, row, depth);
  const deals = dealsNow(wanted, book);
  const best = book.orders[0]?.price ?? null;
  return {
    text: dealsSentence(wanted, deals, { best, ...words }),
    isDealing: words.entry === 'open' && deals.dealt > 0,
  };
}

// The deals in other contracts of an order on a split, a spread or a delta, as text for the ticket: now, or at its own price while nothing
// deals.

export interface LegFacts {
  readonly marketOf: (contract: string) => LegMarket | undefined;
  readonly decimalsOf: (contract: string) => number;
  /** The tick of the pair. */
  readonly tick: number;
}

export interface LegLines {
  readonly lines: readonly string[];
  /** The reason why the market would reject the order because of a leg; null if it would not. */
  readonly warning: string | null;
}

const none: LegLines = { lines: [], warning: null };

export function legLines(
  row: MarketRow,
  wanted: {
    readonly side: Side;
    readonly qty: number;
    readonly price: number;
    /** The terms that an order on a delta itself agrees to. */
    readonly ownTerms: DeltaTerms | null;
  },
  deals: DealsNow,
  facts: LegFacts,
): LegLines {
  switch (classifyContract(row.contractDisplay)) {
    case 'splits':
    case 'spreads':
      return linesOfPair(row, wanted, deals, facts);
    case 'deltas':
      return linesOfDelta(row, wanted, deals, facts);
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
  wanted: { readonly side: Side; readonly qty: number; readonly ownTerms: DeltaTerms | null },
  deals: DealsNow,
  { marketOf, decimalsOf, tick }: LegFacts,
): LegLines {
  const { side, qty, ownTerms } = wanted;
  const legs = legsNow(row, { side, fills: deals.fills, tick }, marketOf) ?? [];
  const dealing = legs.length === 0 ? [] : [`${legsSentence(legs, decimalsOf)}.`];
  const resting = deals.isLeftKilled ? 0 : deals.left;
  // While nothing deals the order is described by its own terms, even an order that would be killed.
  const ownLots = deals.dealt === 0 ? qty : resting;
  if (ownTerms === null || ownLots === 0) return { lines: dealing, warning: null };
  const [, hedge] = deltaLegs(row, side, [{ qty: ownLots, terms: ownTerms }]);
  const of = deals.dealt === 0 ? 'Hedge' : 'Hedge of what rests';
  const own =
    hedge === undefined
      ? 'No hedge: less than half a lot.'
      : `${of}: ${sideVerb(hedge.side).toLowerCase()} ${hedge.qty} ${hedge.contract} at ${formatPrice(hedge.average, decimalsOf(hedge.contract))}`;
  return { lines: [...dealing, own], warning: null };
}

// Self-matches: an order that would match an order of the same member and principal is rejected as a whole (market.md, Self-match). The
// depth names members, not orders: a line is the user's when ownOrdersAtLevels finds it.

export interface OwnMatch {
  readonly order: ActiveOrderRow;
  /** False if the order may fill before it reaches the user's own order. */
  readonly isCertain: boolean;
}

export interface OwnBook {
  /** The working and suspended orders that the user sees. */
  readonly orders: readonly ActiveOrderRow[];
  readonly member: string;
  /** The account that the new order would deal for. */
  readonly principal: string;
}

/** The first of the user's own orders in the way; null if there is none. `depth` is null until it is loaded. */
export function ownMatch(
  { contract, wanted }: { readonly contract: string; readonly wanted: WantedOrder },
  { orders, member, principal }: OwnBook,
  depth: readonly DepthRow[] | null,
  entry: EntryState,
): OwnMatch | null {
  if (entry === 'closed') return null;
  const opposite = wanted.side === 'B' ? 'S' : 'B';
  const isBetter = (price: number, than: number) => (wanted.side === 'B' ? price < than : price > than);
  const [first] = orders
    .filter(
      (order) =>
        order.contract === contract &&
        order.side === opposite &&
        order.principal === principal &&
        order.state !== 'Suspended' &&
        !isBetter(wanted.price, order.price),
    )
    .sort((a, b) => (a.price === b.price ? a.time - b.time : isBetter(a.price, b.price) ? -1 : 1));
  if (first === undefined) return null;
  // Before an auction it is unknown which orders will meet, so every possible match counts.
  if (entry === 'auction') return { order: first, isCertain: true };
  if (depth === null) return { order: first, isCertain: false };
  const book = oppositeBook(wanted.side, noBest, depth).orders;
  const better = book.filter(({ price }) => isBetter(price, first.price)).length;
  const lotsIn = (lines: number) => book.slice(0, lines).reduce((sum, { qty }) => sum + qty, 0);
  if (lotsIn(better) >= wanted.qty) return null;
  const place = placeAtPrice(first, { orders, member, depth, better });
  if (place === null) return { order: first, isCertain: false };
  return lotsIn(better + place) < wanted.qty ? { order: first, isCertain: true } : null;
}

const noBest = { bid: null, bidQty: 0, offer: null, offerQty: 0 };

/**
 * The number of orders at the same price that deal before this order; null if that is not known. Line n of the depth has the n-th order
 * of a side.
 */
function placeAtPrice(
  order: ActiveOrderRow,
  {
    orders,
    member,
    depth,
    better,
  }: Pick<OwnBook, 'orders' | 'member'> & { readonly depth: readonly DepthRow[]; readonly better: number },
): number | null {
  const ofContract = orders.filter(({ contract }) => contract === order.contract);
  const levels = depth.map((line, index) => ({ ...line, index }));
  const lines = ownOrdersAtLevels(levels, order.side, { orders: ofContract, member, view: 'order' });
  const [line] = [...lines].find(([, found]) => found.includes(order)) ?? [];
  if (line !== undefined) return line - better;
  // If the market does not disclose members, no line names the user's member.
  return order.queuePosition == null ? null : order.queuePosition - 1;
}

/** The market's reaction, and the remedy. */
export function ownMatchSentence(
  { order, isCertain }: OwnMatch,
  { dealer, decimals }: PriceWords & { readonly dealer: string },
): string {
  const whose =
    order.dealer === dealer ? 'your own order' : `order ${order.activeOrderSeq} of ${order.dealer}`;
  const which = order.dealer === dealer ? ` ${order.activeOrderSeq}` : '';
  const terms = `${order.side === 'B' ? 'buys' : 'sells'} ${order.remaining} at ${formatPrice(order.price, decimals)}`;
  const outcome = isCertain ? 'The market will reject it' : 'The market rejects it if it reaches that order';
  return `It would match ${whose}${which}, which ${terms} for ${order.principal}. ${outcome}: cancel that order first, or change the price.`;
}
