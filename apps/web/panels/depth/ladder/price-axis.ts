// The fixed price axis of a ladder: one row per tick, the highest price at the top. Prices are counted in ticks, so that no price
// is a sum of floating-point numbers.
import type { MarketRow } from '@openpit/wire';
import Big from 'big.js';

/** In ticks: the lowest and the highest price. */
export interface PriceAxis {
  readonly low: number;
  readonly high: number;
}

export interface AxisMarket {
  /** The day's limits, rand per ton; null where there is none. */
  readonly limitLow: number | null;
  readonly limitHigh: number | null;
  /** Prices that the axis must contain: of orders, the last deal, the MTM. */
  readonly prices: readonly number[];
}

/** Without limits: how far the axis extends beyond known prices, and how near to its end a price makes it longer. */
export const roomTicks = 250;
const nearEndTicks = 100;

/** The price in ticks, rounded to the nearest. */
export const ticksOf = (price: number, tick: number): number => Math.round(price / tick);

export const priceOfTicks = (ticks: number, tick: number): number => new Big(tick).times(ticks).toNumber();

/**
 * Between the limits every tick; without limits the ticks around the known prices, which only become more. Null while no price
 * is known. Returns `before` while it still fits, so that the rows stay where they are.
 */
export function axisFor(
  { limitLow, limitHigh, prices }: AxisMarket,
  { tick, mayBeNegative }: { readonly tick: number; readonly mayBeNegative: boolean },
  before: PriceAxis | null,
): PriceAxis | null {
  const known = prices.map((price) => ticksOf(price, tick));
  if (limitLow !== null && limitHigh !== null) {
    const low = new Big(limitLow).div(tick).round(0, Big.roundUp).toNumber();
    const high = new Big(limitHigh).div(tick).round(0, Big.roundDown).toNumber();
    return sameOr(before, { low: Math.min(low, ...known), high: Math.max(high, ...known) });
  }
  if (known.length === 0) return before;
  const [lowest, highest] = [Math.min(...known), Math.max(...known)];
  const least = mayBeNegative ? Number.NEGATIVE_INFINITY : 1;
  const fits =
    before !== null &&
    before.low <= Math.max(least, lowest - nearEndTicks) &&
    before.high >= highest + nearEndTicks;
  if (fits) return before;
  const wanted = { low: Math.max(least, lowest - roomTicks), high: highest + roomTicks };
  if (before === null) return wanted;
  return { low: Math.min(before.low, wanted.low), high: Math.max(before.high, wanted.high) };
}

function sameOr(before: PriceAxis | null, now: PriceAxis): PriceAxis {
  return before !== null && before.low === now.low && before.high === now.high ? before : now;
}

export const rowsOf = ({ low, high }: PriceAxis): number => high - low + 1;

/** The highest price of an axis, in ticks, and the height of its rows in pixels. */
export interface AxisScale {
  readonly high: number;
  readonly rowHeight: number;
}

/** The scroll position, in pixels, that keeps the same prices in view when the axis or the height of its rows has changed. */
export function keptScroll(scrollTop: number, was: AxisScale, now: AxisScale): number {
  return (now.high - was.high) * now.rowHeight + (scrollTop * now.rowHeight) / was.rowHeight;
}

/** Where the market is, in ticks: between bid and offer, else the one of them, the last price or the MTM. */
export function middleOf(
  { bid, offer, last, mtm }: Pick<MarketRow, 'bid' | 'offer' | 'last' | 'mtm'>,
  tick: number,
): number | null {
  if (bid !== null && offer !== null) return Math.round((bid + offer) / 2 / tick);
  const price = bid ?? offer ?? last ?? mtm;
  return price === null ? null : ticksOf(price, tick);
}

export interface PriceMark {
  /** A few characters beside the price. */
  readonly text: string;
  readonly words: string;
}

/** What is special about a price, the most important first. */
export function marksAt(
  ticks: number,
  row: Pick<MarketRow, 'limitLow' | 'limitHigh' | 'last' | 'high' | 'low'>,
  tick: number,
): readonly PriceMark[] {
  const isAt = (price: number | null) => price !== null && ticksOf(price, tick) === ticks;
  return [
    ...(isAt(row.limitHigh) ? [{ text: 'max', words: 'upper limit' }] : []),
    ...(isAt(row.limitLow) ? [{ text: 'min', words: 'lower limit' }] : []),
    ...(isAt(row.last) ? [{ text: '▸', words: 'last price' }] : []),
    ...(isAt(row.high) ? [{ text: 'H', words: 'high of the day' }] : []),
    ...(isAt(row.low) ? [{ text: 'L', words: 'low of the day' }] : []),
  ];
}
