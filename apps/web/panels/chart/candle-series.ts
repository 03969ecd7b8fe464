// The candles of a chart as a list in the order of time: pages of the server's history joined, and the last candle kept up with
// the market's rows (PANEL-16). A candle that stays the same stays the same object. Prices are rand per ton, times epoch milliseconds.
import type { Candle, CandleInterval, MarketRow } from '@openpit/wire';
import { exchangeTimeZone } from '../market/market-text.ts';

export type Figures = Pick<
  MarketRow,
  'open' | 'high' | 'low' | 'last' | 'volume' | 'deals' | 'time' | 'openInterest'
>;

const dayMs = 86_400_000;

/** How long a candle is. */
export const lengthMs = (interval: CandleInterval): number =>
  interval === 'day' ? dayMs : Number(interval) * 60_000;

/** Joins a page to candles that are there; where both tell of one time, the page is right. */
export function joinCandles(before: readonly Candle[], page: readonly Candle[]): readonly Candle[] {
  const byTime = new Map(before.map((candle) => [candle.time, candle]));
  let hasChanged = false;
  for (const candle of page) {
    const known = byTime.get(candle.time);
    if (known !== undefined && isSameCandle(known, candle)) continue;
    byTime.set(candle.time, candle);
    hasChanged = true;
  }
  return hasChanged ? [...byTime.values()].sort((a, b) => a.time - b.time) : before;
}

/**
 * The candles with what the market's row has told since `before`, the row of the last time. A row tells of the last deal only:
 * where several came between two rows, the day's own high and low say how far they went.
 */
export function withMarket(
  candles: readonly Candle[],
  interval: CandleInterval,
  { now, before }: { readonly now: Figures; readonly before: Figures },
): readonly Candle[] {
  const { last, time, volume } = now;
  if (last === null || time === null || volume <= 0) return candles;
  if (interval === 'day') return withDay(candles, now, { last, time });
  const lots = volume - before.volume;
  if (lots <= 0) return candles;
  const length = lengthMs(interval);
  const start = Math.floor(time / length) * length;
  const newest = candles.at(-1);
  if (newest !== undefined && newest.time > start) return candles;
  const isGoingOn = newest !== undefined && newest.time === start;
  const reached = [
    last,
    ...(now.high !== null && now.high !== before.high ? [now.high] : []),
    ...(now.low !== null && now.low !== before.low ? [now.low] : []),
  ];
  const deals = Math.max(1, now.deals - before.deals);
  const candle: Candle = isGoingOn
    ? {
        ...newest,
        open: newest.open ?? last,
        high: Math.max(newest.high ?? last, ...reached),
        low: Math.min(newest.low ?? last, ...reached),
        close: last,
        volume: newest.volume + lots,
        deals: newest.deals + deals,
      }
    : {
        time: start,
        businessDay: exchangeDay(time),
        open: last,
        high: Math.max(...reached),
        low: Math.min(...reached),
        close: last,
        volume: lots,
        deals,
        mtm: null,
        openInterest: null,
        illustrative: false,
      };
  return isGoingOn ? [...candles.slice(0, -1), candle] : [...candles, candle];
}

/** The row holds the whole running day. */
function withDay(
  candles: readonly Candle[],
  { open, high, low, volume, deals }: Figures,
  { last, time }: { readonly last: number; readonly time: number },
): readonly Candle[] {
  const businessDay = exchangeDay(time);
  const start = Date.parse(businessDay);
  const newest = candles.at(-1);
  if (newest !== undefined && newest.time > start) return candles;
  const isGoingOn = newest !== undefined && newest.time === start;
  const candle: Candle = {
    time: start,
    businessDay,
    open: open ?? last,
    high: high ?? last,
    low: low ?? last,
    close: last,
    volume,
    deals,
    mtm: isGoingOn ? newest.mtm : null,
    openInterest: isGoingOn ? newest.openInterest : null,
    illustrative: false,
  };
  if (isGoingOn && isSameCandle(newest, candle)) return candles;
  return isGoingOn ? [...candles.slice(0, -1), candle] : [...candles, candle];
}

const dayFormat = new Intl.DateTimeFormat('en-CA', {
  timeZone: exchangeTimeZone,
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
});

/** The exchange's own date of a time, `2026-11-18`. */
export function exchangeDay(time: number): string {
  return dayFormat.format(time);
}

function isSameCandle(a: Candle, b: Candle): boolean {
  return (
    a.open === b.open &&
    a.high === b.high &&
    a.low === b.low &&
    a.close === b.close &&
    a.volume === b.volume &&
    a.deals === b.deals &&
    a.mtm === b.mtm &&
    a.openInterest === b.openInterest &&
    a.illustrative === b.illustrative
  );
}
