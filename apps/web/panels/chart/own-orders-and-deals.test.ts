import type { Candle } from '@openpit/wire';
import { describe, expect, it } from 'vitest';
import { activeOrder, dealRow } from '../../testing/rows.ts';
import { sideBySide } from './own-order-handles.tsx';
import { dealMarks } from './own-orders-and-deals.ts';
import { onTick } from './price-tick.ts';

const order = (price: number) => activeOrder({ activeOrderSeq: price, price });
const start = Date.parse('2026-11-18T10:30:00+02:00');
const candle = (time: number): Candle => ({
  time,
  businessDay: '2026-11-18',
  open: 1,
  high: 1,
  low: 1,
  close: 1,
  volume: 1,
  deals: 1,
  mtm: null,
  openInterest: null,
  illustrative: false,
});
const deal = dealRow;

describe('own deals on a chart', () => {
  it('are marked at their candle, one mark for each side', () => {
    const marks = dealMarks(
      [
        deal({ time: start + 10_000, side: 'B', qty: 3 }),
        deal({ time: start + 50_000, side: 'B', qty: 2 }),
        deal({ time: start + 290_000, side: 'S', qty: 4 }),
      ],
      [candle(start)],
      '5',
    );
    expect(marks.map(({ time, text }) => [time, text])).toEqual([
      [start, 'Buy 5'],
      [start, 'Sell 4'],
    ]);
  });

  it('are left out when they were replaced or cancelled, or have no candle', () => {
    const gone = deal({ time: start, state: 'Split' });
    expect(dealMarks([gone, deal({ time: start, state: 'Cancelled' })], [candle(start)], '5')).toEqual([]);
    expect(dealMarks([deal({ time: start - 1 })], [candle(start)], '5')).toEqual([]);
  });

  it('are at the newest candle when candles are days', () => {
    const days = [candle(Date.parse('2026-11-17')), candle(Date.parse('2026-11-18'))];
    expect(dealMarks([deal({ time: start, side: 'S', qty: 1 })], days, 'day')).toMatchObject([
      { time: Date.parse('2026-11-18'), text: 'Sell 1' },
    ]);
  });
});

describe('the handles of own orders', () => {
  it('are side by side where they would overlap, and left out when the price is out of view', () => {
    const tops = new Map([
      [1, 100],
      [2, 110],
      [3, 200],
    ]);
    const orders = [1, 2, 3, 4].map(order);
    const placed = sideBySide(orders, (price) => tops.get(price) ?? null);
    expect(placed.map((one) => [one.order.price, one.place])).toEqual([
      [1, 0],
      [2, 1],
      [3, 0],
    ]);
  });

  it('move only to prices on a tick, also below zero', () => {
    expect(onTick(4035.29, 0.2)).toBe(4035.2);
    expect(onTick(-3.31, 0.2)).toBe(-3.4);
  });
});
