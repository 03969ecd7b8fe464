// The deals that an order on a split, a spread or a delta makes in other contracts (market.md, Splits and spreads, Deltas): the
// legs of the pair, or the option and its hedge.
import { hedgeLots, roundToTick } from '@openpit/pricing';
import { classifyContract, type DeltaTerms, type MarketRow, type Side } from '@openpit/wire';
import { toCents } from '../../ui/format.ts';
import { type DealtPrices, pricesOf, type RestingLots } from './deals-now.ts';

export interface Leg extends DealtPrices {
  readonly contract: string;
  readonly side: Side;
  readonly qty: number;
}

type Pair = Pick<MarketRow, 'contractDisplay' | 'near' | 'far' | 'nearLots' | 'farLots'>;
export type LegMarket = Pick<MarketRow, 'bid' | 'offer' | 'last' | 'mtm' | 'limitLow' | 'limitHigh'>;

const otherSide = (side: Side): Side => (side === 'B' ? 'S' : 'B');

/**
 * The legs of a pair, that which the buyer of the pair buys first; null while the market has no price of the reference leg.
 * `tick` is the pair's, rand per ton.
 */
export function pairLegs(
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
  const nearFills = fills.map(({ qty }) => ({ price: reference / 100, qty: qty * nearLots }));
  // The buyer of a split buys the far leg, the buyer of a spread the near one.
  const farFills = fills.map(({ price, qty }) => ({
    price: (reference + (isSplit ? toCents(price) : -toCents(price))) / 100,
    qty: qty * farLots,
  }));
  return isSplit
    ? [...legOf(far, side, farFills), ...legOf(near, otherSide(side), nearFills)]
    : [...legOf(near, side, nearFills), ...legOf(far, otherSide(side), farFills)];
}

/** In cents, on the tick: the last deal, else the middle of bid and offer, else the MTM. */
function presentPrice(leg: LegMarket | undefined, tick: number): number | null {
  if (leg === undefined) return null;
  const { last, bid, offer, mtm } = leg;
  const middle = bid === null || offer === null ? null : (toCents(bid) + toCents(offer)) / 2;
  const price = last !== null ? toCents(last) : (middle ?? (mtm === null ? null : toCents(mtm)));
  return price === null ? null : roundToTick(price, toCents(tick));
}

/** The first leg at whose price the market would reject the order; null when there is none. */
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

/** The deals in other contracts that these fills print, for a pair or a delta; null where that is not known. */
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
