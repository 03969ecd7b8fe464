import { describe, expect, it } from 'vitest';
import { movingAverage } from './moving-average.ts';

const candles = (...closes: (number | null)[]) => closes.map((close) => ({ close }));

describe('a moving average', () => {
  it('[PANEL-16] is the mean of the last closes, from the first candle that has enough before it', () => {
    expect(movingAverage(candles(4000, 4002, 4007, 4003, 4020), 3)).toEqual([null, null, 4003, 4004, 4010]);
    expect(movingAverage(candles(1, 2), 3)).toEqual([null, null]);
    expect(movingAverage(candles(-2, -4), 1)).toEqual([-2, -4]);
  });

  it('counts candles with deals only', () => {
    expect(movingAverage(candles(10, null, 20, null, 30), 2)).toEqual([null, null, 15, null, 25]);
  });
});
