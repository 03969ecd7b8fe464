// The deals of an order if it reached the market now (market/orders.md, Matching; Splits and spreads; Deltas): in its own contract, the legs of a
// pair, and the hedge of a delta. Exact while all levels of the book are known, except for a lot of hedge in the last deal.
import { exactHedge, roundToTick, wholeLots } from '@openpit/pricing';
import {
  averageRand,
  classifyContract,
  type DeltaTerms,
  type DepthRow,
  type MarketRow,
  maxDepthRows,
  type OrderType,
  orderTypes,
  otherSide,
  type Side,
  toCents,
  toRand,
} from '@openpit/wire';

/** Lots that rest at a price, which is rand per ton, or percent per year for a delta. */
export interface RestingLots {
  readonly price: number;
  readonly qty: number;
  /** Present only for an order on a delta. */
  readonly terms?: DeltaTerms | undefined;
}

/** The orders on the opposite side. */
interface OppositeBook {
  /** Best price first; oldest first at the same price. */
  readonly orders: readonly RestingLots[];
  /** False if more orders may rest behind the last known order. */
  readonly isWhole: boolean;
}

export interface CandidateOrder {
  readonly side: Side;
  readonly qty: number;
  readonly price: number;
  readonly type: OrderType;
}

export interface DealsNow {
  /** One fill for each resting order that the order deals with. */
  readonly fills: readonly RestingLots[];
  readonly dealt: number;
  /** Lots that do not deal now. */
  readonly left: number;
  readonly isLeftKilled: boolean;
  /** Known lots within the order's price; less than `dealt + left` for a fill-or-kill order that does not deal. */
  readonly available: number;
  /** True if more may deal, because orders behind the last known order may also be within the price. */
  readonly mayDealMore: boolean;
}

/** The opposite orders in the depth, or only the best price of the market row until the depth is loaded. */
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
    return price === null || qty === 0 ? [] : [{ price, qty, terms }];
  });
  return { orders, isWhole: orders.length < maxDepthRows };
}

export function dealsNow(
  { side, qty, price, type }: CandidateOrder,
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

interface DealtPrices {
  readonly best: number;
  readonly worst: number;
  /** The average price to four decimals, computed as the market does. */
  readonly average: number;
}

/** Returns null if nothing deals. */
export function pricesOf(fills: readonly RestingLots[]): DealtPrices | null {
  const [first, last] = [fills[0], fills.at(-1)];
  if (first === undefined || last === undefined) return null;
  // Summing whole hundredths keeps the sum exact.
  const value = fills.reduce((sum, fill) => sum + toCents(fill.price) * fill.qty, 0);
  const lots = fills.reduce((sum, { qty }) => sum + qty, 0);
  return { best: first.price, worst: last.price, average: averageRand(value, lots) };
}

/** The deals of an order in another contract: a leg of a pair, or an option or its hedge. */
export interface Leg extends DealtPrices {
  readonly contract: string;
  readonly side: Side;
  readonly qty: number;
}

type Pair = Pick<MarketRow, 'contractDisplay' | 'near' | 'far' | 'nearLots' | 'farLots'>;
export type LegMarket = Pick<MarketRow, 'bid' | 'offer' | 'last' | 'mtm' | 'limitLow' | 'limitHigh'>;

interface PackageFills {
  readonly side: Side;
  readonly fills: readonly RestingLots[];
  /** The tick of the pair, rand per ton. */
  readonly tick: number;
}

/** The legs of a pair, beginning with the leg that the buyer of the pair buys; null while the market has no price of the reference leg. */
function pairLegs(
  row: Pair,
  { side, fills, tick }: PackageFills,
  marketOf: (contract: string) => LegMarket | undefined,
): readonly Leg[] | null {
  const { near, far, nearLots = 1, farLots = 1 } = row;
  if (near === undefined || far === undefined) return null;
  const isSplit = classifyContract(row.contractDisplay) === 'splits';
  const reference = presentPrice(marketOf(near), tick);
  if (reference === null) return null;
  const nearFills = fills.map(({ qty }) => ({ price: toRand(reference), qty: qty * nearLots }));
  // The buyer of a split buys the far leg; the buyer of a spread buys the near leg.
  const farFills = fills.map(({ price, qty }) => ({
    price: toRand(reference + (isSplit ? toCents(price) : -toCents(price))),
    qty: qty * farLots,
  }));
  return isSplit
    ? [...legOf(far, side, farFills), ...legOf(near, otherSide(side), nearFills)]
    : [...legOf(near, side, nearFills), ...legOf(far, otherSide(side), farFills)];
}

/** The last price, otherwise the middle of bid and offer, otherwise the MTM, in cents and rounded to the tick. */
function presentPrice(leg: LegMarket | undefined, tick: number): number | null {
  if (leg === undefined) return null;
  const { last, bid, offer, mtm } = leg;
  const middle = bid === null || offer === null ? null : (toCents(bid) + toCents(offer)) / 2;
  const price = last !== null ? toCents(last) : (middle ?? (mtm === null ? null : toCents(mtm)));
  return price === null ? null : roundToTick(price, toCents(tick));
}

/** The first leg whose price would make the market reject the order, or null. */
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

/** The deals in other contracts that these fills of a pair or a delta print; null if unknown. */
export function legsNow(
  row: MarketRow,
  { side, fills, tick }: PackageFills,
  marketOf: (contract: string) => LegMarket | undefined,
): readonly Leg[] | null {
  if (row.near !== undefined) return pairLegs(row, { side, fills, tick }, marketOf);
  const agreed = fills.flatMap(({ qty, terms }) => (terms === undefined ? [] : [{ qty, terms }]));
  return agreed.length < fills.length ? null : deltaLegs(row, side, agreed);
}

interface DeltaFill {
  readonly qty: number;
  readonly terms: DeltaTerms;
}

/**
 * The option, then its hedge, unless the hedge is less than half a lot. The hedge is rounded for all fills together. The last deal may be
 * rounded for the resting order, if that has more lots.
 */
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
  let unhedged = 0;
  const hedge = fills.flatMap(({ qty, terms }) => {
    unhedged += exactHedge(qty, terms.delta);
    const lots = wholeLots(unhedged);
    unhedged -= lots * 1_000_000;
    return lots === 0 ? [] : [{ price: terms.reference, qty: lots }];
  });
  const hedgeSide = contractDisplay.flag === 'C' ? otherSide(side) : side;
  return [...legOf(contract.replace(/ D$/, ''), side, option), ...legOf(underlying, hedgeSide, hedge)];
}

function legOf(contract: string, side: Side, fills: readonly RestingLots[]): Leg[] {
  const prices = pricesOf(fills);
  if (prices === null) return [];
  return [{ contract, side, qty: fills.reduce((sum, { qty }) => sum + qty, 0), ...prices }];
}
