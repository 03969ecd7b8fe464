import type { Candle } from '@openpit/wire';
import { describe, expect, it } from 'vitest';
import { activeOrder, dealRow } from '../../testing/rows.ts';
import { onTick } from './candles.ts';
import { sideBySide } from './own-order-handles.tsx';
import {
  dealMarks,
  handleWidth,
  orderLevel,
  type PlacedMark,
  shownLabels,
  titleWidth,
  uncovered,
} from './rules.ts';

const mark = (id: string, x: number | null, qty: number, time = 0): PlacedMark => ({
  id,
  x,
  qty,
  time,
  text: `Buy ${qty}`,
});

it('[PANEL-16] a price on the axis is not written where a tag would cover a part of it', () => {
  expect(uncovered([100, 114, 130, null], [null, 101, 146])).toEqual([false, false, true, false]);
});

describe('the labels of the user’s deals', () => {
  it('[PANEL-16] are shown for all deals that are far enough apart', () => {
    expect([...shownLabels([mark('a', 40, 5), mark('b', 140, 5), mark('c', null, 5)], 500)].sort()).toEqual([
      'a',
      'b',
    ]);
  });

  it('keep the larger deal where two would overlap, and the newer of two equal ones', () => {
    expect([...shownLabels([mark('small', 100, 2), mark('large', 110, 30)], 500)]).toEqual(['large']);
    expect([...shownLabels([mark('new', 100, 2, 9), mark('old', 110, 2, 1)], 500)]).toEqual(['new']);
  });

  it('leave the handles of the user’s orders free', () => {
    expect([...shownLabels([mark('a', 100, 5), mark('b', 480, 5)], 490)]).toEqual(['a']);
  });

  it('never overlap, and no label that has room is omitted', () => {
    // The font's digits are at most seven pixels wide at this size.
    const half = ({ text }: PlacedMark) => (text.length * 7) / 2;
    const gap = (a: PlacedMark, b: PlacedMark) => Math.abs((a.x ?? 0) - (b.x ?? 0)) - half(a) - half(b);
    let state = 7;
    const random = (below: number) => {
      state = (state * 48_271) % 2_147_483_647;
      return state % below;
    };
    for (let run = 0; run < 200; run += 1) {
      const all = Array.from({ length: 1 + random(30) }, (_, index) =>
        mark(String(index), random(800), 1 + random(999), index),
      );
      const shown = shownLabels(all, 2_000);
      const labelled = all.filter(({ id }) => shown.has(id));
      const overlapping = labelled.filter((a) => labelled.some((b) => a !== b && gap(a, b) < 0));
      expect(overlapping).toEqual([]);
      const needless = all.filter((a) => !shown.has(a.id) && labelled.every((b) => gap(a, b) > 20));
      expect(needless).toEqual([]);
    }
  });
});

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

describe('the user’s deals on a chart', () => {
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

  it('are omitted when they were replaced or cancelled, or have no candle', () => {
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

describe('the handles of the user’s orders', () => {
  it('are side by side where they would overlap, and omitted when the price is out of view', () => {
    const tops = new Map([
      [1, 100],
      [2, 110],
      [3, 200],
    ]);
    const orders = [1, 2, 3, 4].map(order);
    const { handles, widthPx } = sideBySide(orders, [], (price) => tops.get(price) ?? null);
    expect(widthPx).toBe(8 + handleWidth(order(1)) + handleWidth(order(2)));
    expect(handles.map(({ order: { price }, right }) => [price, right])).toEqual([
      [1, 8],
      [2, 8 + handleWidth(order(1))],
      [3, 8],
    ]);
  });

  it('never cover each other, even with long captions of suspended orders and at the height of a finger', () => {
    const tops = new Map([
      [1, 100],
      [2, 112],
      [3, 131],
      [4, 150],
    ]);
    const orders = [1, 2, 3, 4].map((price) => ({
      ...order(price),
      remaining: 10 ** price,
      ...(price % 2 === 1 && { state: 'Suspended' as const }),
    }));
    const { handles } = sideBySide(orders, [], (price) => tops.get(price) ?? null);
    const boxes = handles.map((placedOrder) => ({
      top: placedOrder.top - 22,
      bottom: placedOrder.top + 22,
      from: placedOrder.right,
      to: placedOrder.right + handleWidth(placedOrder.order),
    }));
    const covered = boxes.flatMap((a, index) =>
      boxes
        .slice(index + 1)
        .filter((b) => a.from < b.to && b.from < a.to && a.top < b.bottom && b.top < a.bottom),
    );
    expect(covered).toEqual([]);
    expect(boxes).toHaveLength(4);
  });

  it('leave the titles of levels at the price axis in view', () => {
    const mtm = { id: 'mtm', price: 2, title: 'MTM', tone: 'second', stroke: 'dashed' } as const;
    const untitled = orderLevel(order(1));
    const tops = new Map([
      [1, 100],
      [2, 110],
      [3, 130],
      [4, 300],
    ]);
    const topOf = (price: number) => tops.get(price) ?? null;
    const rightOf = (price: number) =>
      sideBySide([order(price)], [mtm, untitled], topOf).handles.map(({ right }) => right);
    expect([1, 3, 4].map(rightOf)).toEqual([[titleWidth(mtm)], [titleWidth(mtm)], [8]]);
    expect(sideBySide([], [mtm], topOf).widthPx).toBe(titleWidth(mtm));
    expect(sideBySide([], [{ ...mtm, price: 9 }], topOf).widthPx).toBe(8);
  });

  it('move only to prices on a tick, including negative prices', () => {
    expect(onTick(4035.29, 0.2)).toBe(4035.2);
    expect(onTick(-3.31, 0.2)).toBe(-3.4);
  });
});
