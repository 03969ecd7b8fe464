import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { marketRow } from '../../../testing/rows.ts';
import {
  axisFor,
  keptScroll,
  marksAt,
  middleOf,
  priceOfTicks,
  roomTicks,
  rowsOf,
  ticksOf,
} from './price-axis.ts';

const future = { tick: 0.2, mayBeNegative: false };
const none = { limitLow: null, limitHigh: null };

describe('the price axis of a ladder', () => {
  it('has one row per tick between the limits, the limits included', () => {
    const axis = axisFor({ limitLow: 4000, limitHigh: 4001, prices: [4000.4] }, future, null);
    expect(axis).toEqual({ low: 20_000, high: 20_005 });
    expect(axis && rowsOf(axis)).toBe(6);
  });

  it('has no price outside limits that are between two ticks', () => {
    const axis = axisFor({ limitLow: 4000.1, limitHigh: 4000.9, prices: [] }, future, null);
    expect(axis && [priceOfTicks(axis.low, 0.2), priceOfTicks(axis.high, 0.2)]).toEqual([4000.2, 4000.8]);
  });

  it('contains an order that rests outside the limits', () => {
    const axis = axisFor({ limitLow: 4000, limitHigh: 4001, prices: [4003] }, future, null);
    expect(axis?.high).toBe(ticksOf(4003, 0.2));
  });

  it('is the same object while the limits stay, wherever the prices move', () => {
    const market = { limitLow: 4000, limitHigh: 4010 };
    const before = axisFor({ ...market, prices: [4001] }, future, null);
    expect(axisFor({ ...market, prices: [4009.8] }, future, before)).toBe(before);
  });

  it('without limits stays until a price is near its end, and then only becomes longer', () => {
    const before = axisFor({ ...none, prices: [100] }, future, null);
    expect(before).toEqual({ low: 500 - roomTicks, high: 500 + roomTicks });
    expect(axisFor({ ...none, prices: [110] }, future, before)).toBe(before);
    const longer = axisFor({ ...none, prices: [140] }, future, before);
    expect(longer).toEqual({ low: before?.low, high: 700 + roomTicks });
  });

  it('begins at one tick where a price cannot be negative, and is below zero for differences', () => {
    expect(axisFor({ ...none, prices: [1] }, future, null)?.low).toBe(1);
    expect(axisFor({ ...none, prices: [1] }, { tick: 0.2, mayBeNegative: true }, null)?.low).toBe(
      5 - roomTicks,
    );
  });

  it('does not become longer again and again near zero', () => {
    const before = axisFor({ ...none, prices: [1] }, future, null);
    expect(axisFor({ ...none, prices: [1.2] }, future, before)).toBe(before);
  });

  it('is not known without a price', () => {
    expect(axisFor({ ...none, prices: [] }, future, null)).toBeNull();
  });

  it('writes each price on its tick exactly', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -100_000, max: 100_000 }),
        fc.constantFrom(0.01, 0.2, 1, 0.25),
        (ticks, tick) => {
          const price = priceOfTicks(ticks, tick);
          expect(ticksOf(price, tick)).toBe(ticks);
          expect(String(price).length).toBeLessThan(12);
        },
      ),
    );
  });
});

describe('the scroll position of the axis', () => {
  it('keeps the same prices in view when prices are added above, and when rows become higher', () => {
    const was = { high: 20_160, rowHeight: 24 };
    // Ten rows down, the highest price in view is 20 150.
    expect(keptScroll(240, was, { high: 20_165, rowHeight: 24 })).toBe(360);
    expect(keptScroll(240, was, { high: 20_160, rowHeight: 28 })).toBe(280);
    expect(keptScroll(240, was, { high: 20_155, rowHeight: 22 })).toBe(110);
    expect(keptScroll(250, was, was)).toBe(250);
  });
});

describe('the middle of the market', () => {
  it('is between bid and offer, else at the one of them, else at the last price or the MTM', () => {
    const row = marketRow('DEC26 WMAZ', { bid: 4030, offer: 4031, last: 4000, mtm: 3990 });
    expect(middleOf(row, 0.2)).toBe(20_153);
    expect(middleOf({ ...row, bid: null }, 0.2)).toBe(20_155);
    expect(middleOf({ ...row, bid: null, offer: null }, 0.2)).toBe(20_000);
    expect(middleOf({ ...row, bid: null, offer: null, last: null }, 0.2)).toBe(19_950);
    expect(middleOf(marketRow('DEC26 WMAZ'), 0.2)).toBeNull();
  });
});

describe('the marks of a price', () => {
  it('are the limits, the last price, and the high and low of the day', () => {
    const row = marketRow('DEC26 WMAZ', {
      limitLow: 4000,
      limitHigh: 4010,
      last: 4005,
      high: 4005,
      low: 4001,
    });
    const words = (price: number) => marksAt(ticksOf(price, 0.2), row, 0.2).map((mark) => mark.words);
    expect(words(4010)).toEqual(['upper limit']);
    expect(words(4000)).toEqual(['lower limit']);
    expect(words(4005)).toEqual(['last price', 'high of the day']);
    expect(words(4001)).toEqual(['low of the day']);
    expect(words(4002)).toEqual([]);
  });
});
