// The candles of a chart as a list in the order of time (PANEL-16): joined pages of the server's history, and
// the newest candle updated from market rows. An unchanged candle stays the same object. Prices are rand per
// ton, times epoch milliseconds.
import type { Candle, CandleInterval, MarketRow } from '@openpit/wire';
import { exchangeTimeZone } from '../../market/market-text.ts';

export type Figures = Pick<
  MarketRow,
  'open' | 'high' | 'low' | 'last' | 'volume' | 'deals' | 'time' | 'openInterest'
>;

const dayMs = 86_400_000;

/** The length of a candle. */
export const lengthMs = (interval: CandleInterval): number =>
  interval === 'day' ? dayMs : Number(interval) * 60_000;

/** Joins a page to the known candles; the page wins where both have a candle. */
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
 * The candles with the change of the market row since `before`, the row of the last call. A row has the last
 * deal only: when several deals were made between two rows, a new high or low of the day gives their
 * extremes.
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
  const isSameCandleTime = newest !== undefined && newest.time === start;
  const extremes = [
    last,
    ...(now.high !== null && now.high !== before.high ? [now.high] : []),
    ...(now.low !== null && now.low !== before.low ? [now.low] : []),
  ];
  const deals = Math.max(1, now.deals - before.deals);
  const candle: Candle = isSameCandleTime
    ? {
        ...newest,
        open: newest.open ?? last,
        high: Math.max(newest.high ?? last, ...extremes),
        low: Math.min(newest.low ?? last, ...extremes),
        close: last,
        volume: newest.volume + lots,
        deals: newest.deals + deals,
      }
    : {
        time: start,
        businessDay: exchangeDay(time),
        open: last,
        high: Math.max(...extremes),
        low: Math.min(...extremes),
        close: last,
        volume: lots,
        deals,
        mtm: null,
        openInterest: null,
        illustrative: false,
      };
  return isSameCandleTime ? [...candles.slice(0, -1), candle] : [...candles, candle];
}

/** The newest candle of days: the row has all figures of the current day. */
function withDay(
  candles: readonly Candle[],
  { open, high, low, volume, deals }: Figures,
  { last, time }: { readonly last: number; readonly time: number },
): readonly Candle[] {
  const businessDay = exchangeDay(time);
  const start = Date.parse(businessDay);
  const newest = candles.at(-1);
  if (newest !== undefined && newest.time > start) return candles;
  const isSameCandleTime = newest !== undefined && newest.time === start;
  const candle: Candle = {
    time: start,
    businessDay,
    open: open ?? last,
    high: high ?? last,
    low: low ?? last,
    close: last,
    volume,
    deals,
    mtm: isSameCandleTime ? newest.mtm : null,
    openInterest: isSameCandleTime ? newest.openInterest : null,
    illustrative: false,
  };
  if (isSameCandleTime && isSameCandle(newest, candle)) return candles;
  return isSameCandleTime ? [...candles.slice(0, -1), candle] : [...candles, candle];
}

const dayFormat = new Intl.DateTimeFormat('en-CA', {
  timeZone: exchangeTimeZone,
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
});

/** The date of a time at the exchange, `2026-11-18`. */
function exchangeDay(time: number): string {
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
