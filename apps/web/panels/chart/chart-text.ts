// The texts of a chart: times in the exchange's time zone, the figures of a candle, and a sentence for users
// who cannot see the picture.
import type { Candle, CandleInterval } from '@openpit/wire';
import { exchangeTimeZone } from '../../market/market-text.ts';
import { formatLocale, formatLots, formatPrice } from '../../ui/format.ts';

export const intervalNames: Readonly<Record<CandleInterval, string>> = {
  1: '1 minute',
  5: '5 minutes',
  15: '15 minutes',
  60: '60 minutes',
  day: 'days',
};

const formats = new Map<string, Intl.DateTimeFormat>();

function dateFormat(name: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${formatLocale() ?? ''} ${name}`;
  let format = formats.get(key);
  if (format === undefined) {
    format = new Intl.DateTimeFormat(formatLocale(), options);
    formats.set(key, format);
  }
  return format;
}

/** The start of a candle: `18 Nov, 10:30` in exchange time; the date for a candle of a day. */
export function candleTime(time: number, interval: CandleInterval): string {
  if (interval === 'day')
    return dateFormat('date', { day: '2-digit', month: 'short', year: 'numeric', timeZone: 'UTC' }).format(
      time,
    );
  return dateFormat('moment', {
    day: '2-digit',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone: exchangeTimeZone,
  }).format(time);
}

export type AxisMark = 'year' | 'month' | 'day' | 'time';

/** A short label on the time axis. */
export function axisTime(time: number, mark: AxisMark, interval: CandleInterval): string {
  const timeZone = interval === 'day' ? 'UTC' : exchangeTimeZone;
  if (mark === 'year') return dateFormat(`year ${timeZone}`, { year: 'numeric', timeZone }).format(time);
  if (mark === 'month') return dateFormat(`month ${timeZone}`, { month: 'short', timeZone }).format(time);
  if (mark === 'day')
    return dateFormat(`day ${timeZone}`, { day: 'numeric', month: 'short', timeZone }).format(time);
  return dateFormat(`time ${timeZone}`, {
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone,
  }).format(time);
}

/** "5 min  18 Nov, 10:30  O 4 034.00  H 4 036.20  L 4 033.80  C 4 035.20  V 41"; it says so where no deal is behind the candle. */
export function figuresText(candle: Candle, { interval, decimals }: Shown): string {
  const price = (value: number | null) => formatPrice(value, decimals);
  const { time, open, high, low, close, volume, openInterest, illustrative } = candle;
  const interest = openInterest ? `  OI\u00a0${formatLots(openInterest)}` : '';
  const figures =
    close === null
      ? 'no deals'
      : `O\u00a0${price(open)}  H\u00a0${price(high)}  L\u00a0${price(low)}  C\u00a0${price(close)}  V\u00a0${formatLots(volume)}`;
  const note = illustrative ? '  illustrative' : '';
  return `${interval === 'day' ? 'Day' : `${interval} min`}  ${candleTime(time, interval)}  ${figures}${interest}${note}`;
}

interface Shown {
  readonly interval: CandleInterval;
  readonly decimals: number;
}

/** A sentence that describes the picture. */
export function chartSentence(
  contract: string,
  candles: readonly Candle[],
  { interval, decimals }: Shown,
): string {
  const dealt = candles.filter(({ close }) => close !== null);
  const first = dealt[0];
  const last = dealt.at(-1);
  const start = `Chart of ${contract}, ${interval === 'day' ? 'days' : `candles of ${intervalNames[interval]}`}`;
  if (first === undefined || last === undefined) return `${start}: no deals.`;
  const highest = dealt.reduce((most, { high }) => Math.max(most, high ?? most), first.high ?? 0);
  const lowest = dealt.reduce((least, { low }) => Math.min(least, low ?? least), first.low ?? 0);
  const price = (value: number | null) => formatPrice(value, decimals);
  return (
    `${start}: ${dealt.length} from ${candleTime(first.time, interval)} to ${candleTime(last.time, interval)}; ` +
    `first ${price(first.open)}, last ${price(last.close)}, highest ${price(highest)}, lowest ${price(lowest)}.`
  );
}
