import type { Candle } from '@openpit/wire';
import { describe, expect, it } from 'vitest';
import { type Figures, joinCandles, withMarket } from './candle-series.ts';

const at = (text: string) => Date.parse(`2026-11-18T${text}+02:00`);
const candle = (time: number, change: Partial<Candle> = {}): Candle => ({
  time,
  businessDay: '2026-11-18',
  open: 4030,
  high: 4036,
  low: 4028,
  close: 4034,
  volume: 20,
  deals: 5,
  mtm: null,
  openInterest: null,
  illustrative: false,
  ...change,
});
const figures = (change: Partial<Figures> = {}): Figures => ({
  open: 4030,
  high: 4040,
  low: 4020,
  last: 4034,
  volume: 100,
  deals: 30,
  time: at('10:31:10'),
  openInterest: 4000,
  ...change,
});

describe('the candles of a chart', () => {
  it('are joined page by page in the order of time, and the page wins where both have a candle', () => {
    const known = [candle(at('10:30:00')), candle(at('10:35:00'))];
    const joined = joinCandles(known, [candle(at('10:25:00')), candle(at('10:30:00'), { volume: 21 })]);
    expect(joined.map(({ time, volume }) => [time, volume])).toEqual([
      [at('10:25:00'), 20],
      [at('10:30:00'), 21],
      [at('10:35:00'), 20],
    ]);
    expect(joined[2]).toBe(known[1]);
    expect(joinCandles(known, [candle(at('10:35:00'))])).toBe(known);
  });

  it('[PANEL-16] continue with each deal: the newest candle takes its price and lots', () => {
    const before = figures();
    const now = figures({ last: 4037.2, volume: 104, deals: 32, time: at('10:32:00') });
    const [older, newest] = [candle(at('10:25:00')), candle(at('10:30:00'))];
    const candles = withMarket([older, newest], '5', { now, before });
    expect(candles[0]).toBe(older);
    expect(candles[1]).toMatchObject({
      open: 4030,
      high: 4037.2,
      low: 4028,
      close: 4037.2,
      volume: 24,
      deals: 7,
    });
  });

  it('begin a new candle in the next interval, and take extremes between two rows from the high and low of the day', () => {
    const before = figures();
    const now = figures({ last: 4041, high: 4043.4, volume: 109, deals: 33, time: at('10:35:00') });
    const candles = withMarket([candle(at('10:30:00'))], '5', { now, before });
    expect(candles).toHaveLength(2);
    expect(candles[1]).toMatchObject({
      time: at('10:35:00'),
      open: 4041,
      high: 4043.4,
      low: 4041,
      close: 4041,
      volume: 9,
    });
  });

  it('stay the same list until the next deal, whatever else of the row changes', () => {
    const candles = [candle(at('10:30:00'))];
    const before = figures();
    expect(withMarket(candles, '5', { now: figures({ openInterest: 4001 }), before })).toBe(candles);
    expect(withMarket(candles, '5', { now: figures({ last: null }), before })).toBe(candles);
    expect(withMarket([], '5', { now: figures({ volume: 0 }), before })).toEqual([]);
    const late = figures({ volume: 101, time: at('10:29:59') });
    expect(withMarket(candles, '5', { now: late, before })).toBe(candles);
  });

  it('have the figures of the row in the candle of the current day', () => {
    const today = candle(Date.parse('2026-11-18'), { volume: 90, mtm: null });
    const now = figures();
    const [day] = withMarket([today], 'day', { now, before: now });
    expect(day).toMatchObject({ open: 4030, high: 4040, low: 4020, close: 4034, volume: 100, deals: 30 });
    const yesterday = candle(Date.parse('2026-11-17'), { mtm: 4031 });
    const both = withMarket([yesterday], 'day', { now, before: now });
    expect(both.map(({ businessDay, mtm }) => [businessDay, mtm])).toEqual([
      ['2026-11-18', 4031],
      ['2026-11-18', null],
    ]);
  });

  it('may be negative for a split', () => {
    const before = figures({ last: -2, high: 1, low: -3 });
    const now = figures({ last: -4.2, high: 1, low: -4.2, volume: 101 });
    const candles = withMarket([candle(at('10:30:00'), { open: -2, high: -1, low: -3, close: -2 })], '5', {
      now,
      before,
    });
    expect(candles[0]).toMatchObject({ high: -1, low: -4.2, close: -4.2 });
  });
});
