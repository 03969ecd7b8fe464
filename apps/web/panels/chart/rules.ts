// The texts and marks on a chart: times in the exchange's time zone, the figures of a candle, a sentence for users who cannot see the
// picture, the user's orders as lines at their prices, and the user's deals as marks at their candles.

import type { ActiveOrderRow, Candle, CandleInterval, DealRow } from '@openpit/wire';
import { sideVerb } from '../../market/market-text.ts';
import { exchangeShiftMs } from '../../stores/market-days.ts';
import { formatLots, formatMoment, formatPrice } from '../../ui/format.ts';
import { lengthMs } from './candles.ts';

export type ChartTone = 'buy' | 'sell' | 'second' | 'warning' | 'primary';

/** A mark for the user's deals at their candle. */
export interface DealMark {
  readonly id: string;
  readonly time: number;
  readonly side: 'B' | 'S';
  readonly qty: number;
  readonly text: string;
}

/** A line across the chart at a price. */
export interface PriceLevel {
  readonly id: string;
  readonly price: number;
  readonly title: string;
  readonly tone: ChartTone;
  readonly stroke: 'solid' | 'dashed' | 'dotted';
}

const intervalNames: Readonly<Record<CandleInterval, string>> = {
  1: '1 minute',
  5: '5 minutes',
  15: '15 minutes',
  60: '60 minutes',
  day: 'days',
};

const timeZone = 'UTC';

/** The start of a candle: `18 Nov, 10:30` in exchange time; the date for a candle of a day. */
export function candleTime(time: number, interval: CandleInterval): string {
  if (interval === 'day')
    return formatMoment(time, { day: '2-digit', month: 'short', year: 'numeric', timeZone });
  return formatMoment(time + exchangeShiftMs(), {
    day: '2-digit',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone,
  });
}

export type AxisMark = 'year' | 'month' | 'day' | 'time';

/** A short label on the time axis. */
export function axisTime(time: number, mark: AxisMark, interval: CandleInterval): string {
  const at = interval === 'day' ? time : time + exchangeShiftMs();
  if (mark === 'year') return formatMoment(at, { year: 'numeric', timeZone });
  if (mark === 'month') return formatMoment(at, { month: 'short', timeZone });
  if (mark === 'day') return formatMoment(at, { day: 'numeric', month: 'short', timeZone });
  return formatMoment(at, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone });
}

/** "5 min  18 Nov, 10:30  O 4 034.00  H 4 036.20  L 4 033.80  C 4 035.20  V 41"; the text states if no deal is behind the candle. */
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
  const highest = dealt.reduce((max, { high }) => Math.max(max, high ?? max), first.high ?? 0);
  const lowest = dealt.reduce((min, { low }) => Math.min(min, low ?? min), first.low ?? 0);
  const price = (value: number | null) => formatPrice(value, decimals);
  return (
    `${start}: ${dealt.length} from ${candleTime(first.time, interval)} to ${candleTime(last.time, interval)}; ` +
    `first ${price(first.open)}, last ${price(last.close)}, highest ${price(highest)}, lowest ${price(lowest)}.`
  );
}

export interface PlacedMark {
  readonly id: string;
  readonly text: string;
  readonly qty: number;
  /** Epoch milliseconds. */
  readonly time: number;
  /** The middle of its label, in pixels from the left; null while it is out of view. */
  readonly x: number | null;
}

/** The widest figure or letter of the chart's font, in pixels, so that no label is wider than computed. */
const letterPx = 7.5;
const gapPx = 6;
const widthOf = ({ text }: PlacedMark) => text.length * letterPx + gapPx;

/**
 * Selects the deals whose marks have a label, and returns the ids of these marks. Labels never
 * overlap each other or the handles of the user's orders, which begin at `rightEdge`. If there is
 * not enough room, larger and then newer deals keep their labels. The arrow of each deal stays.
 */
export function shownLabels(marks: readonly PlacedMark[], rightEdge: number): ReadonlySet<string> {
  const placed: { readonly x: number; readonly width: number }[] = [];
  const shown = new Set<string>();
  for (const mark of [...marks].sort((a, b) => b.qty - a.qty || b.time - a.time)) {
    const { x } = mark;
    const width = widthOf(mark);
    if (x === null || x + width / 2 > rightEdge) continue;
    if (placed.some((other) => Math.abs(other.x - x) < (other.width + width) / 2)) continue;
    placed.push({ x, width });
    shown.add(mark.id);
  }
  return shown;
}

/** The height of a tag on the price axis with the gap to the next price, in pixels. */
const tagPx = 16;

/** For each price on the axis, whether it is in view and no tag covers a part of it. All are heights from the top in pixels. */
export const uncovered = (prices: readonly (number | null)[], tags: readonly (number | null)[]): boolean[] =>
  prices.map(
    (price) => price !== null && tags.every((tag) => tag === null || Math.abs(tag - price) >= tagPx),
  );

/** "Buy 10", with the state of an order that is suspended. */
export function orderCaption({ side, remaining, state }: ActiveOrderRow): string {
  return `${sideVerb(side)} ${remaining}${state === 'Suspended' ? ', suspended' : ''}`;
}

/** The width of the handle of a user's order, at most, with its padding and the gap next to it. */
export const handleWidth = (order: ActiveOrderRow): number => orderCaption(order).length * letterPx + 22;

/** The width of the title of a level, which the library draws beside the price axis, with the gap next to it. */
export const titleWidth = ({ title }: Pick<PriceLevel, 'title'>): number => title.length * letterPx + 22;

export function orderLevel(order: ActiveOrderRow, price: number = order.price): PriceLevel {
  return {
    id: `order ${order.activeOrderSeq}`,
    price,
    title: '',
    tone: order.state === 'Suspended' ? 'warning' : order.side === 'B' ? 'buy' : 'sell',
    stroke: order.state === 'Suspended' ? 'dotted' : 'solid',
  };
}

/** The user's deals of today that count, one mark for all deals of a side in a candle. */
export function dealMarks(
  deals: readonly DealRow[],
  candles: readonly Candle[],
  interval: CandleInterval,
): DealMark[] {
  const times = new Set(candles.map(({ time }) => time));
  const newest = candles.at(-1)?.time;
  const length = lengthMs(interval);
  const lots = new Map<string, { readonly time: number; readonly side: 'B' | 'S'; qty: number }>();
  for (const { time, side, qty, state } of deals) {
    if (state !== 'Open' && state !== 'Assigning') continue;
    // The user's deals belong to the current day, and the candle of a day begins at midnight UTC of the business day.
    const start = interval === 'day' ? newest : Math.floor(time / length) * length;
    if (start === undefined || !times.has(start)) continue;
    const key = `${start} ${side}`;
    const mark = lots.get(key) ?? { time: start, side, qty: 0 };
    mark.qty += qty;
    lots.set(key, mark);
  }
  return [...lots]
    .map(([id, { time, side, qty }]) => ({ id, time, side, qty, text: `${sideVerb(side)} ${qty}` }))
    .sort((a, b) => a.time - b.time);
}
