// Own orders and deals on a chart: an order is a line at its price, a deal a mark at its candle.
import type { ActiveOrderRow, Candle, CandleInterval, DealRow } from '@openpit/wire';
import { sideVerb } from '../../actions/order-actions.ts';
import { lengthMs } from './candle-series.ts';
import type { DealMark, PriceLevel } from './chart-drawing.ts';

/** "Buy 10", with the state of an order that is suspended. */
export function orderCaption({ side, remaining, state }: ActiveOrderRow): string {
  return `${sideVerb(side)} ${remaining}${state === 'Suspended' ? ', suspended' : ''}`;
}

export function orderLevel(order: ActiveOrderRow, price: number = order.price): PriceLevel {
  return {
    id: `order ${order.activeOrderSeq}`,
    price,
    title: '',
    tone: order.state === 'Suspended' ? 'warning' : order.side === 'B' ? 'buy' : 'sell',
    stroke: order.state === 'Suspended' ? 'dotted' : 'solid',
  };
}

/** The own deals of today that count, one mark for all deals of a side in a candle. */
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
    // Own deals are those of the current day, and the candle of a day begins at midnight UTC of the business
    // day.
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
