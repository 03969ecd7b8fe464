// Simple moving averages of closing prices.
import type { Candle } from '@openpit/wire';

/** The numbers of candles of which the chart shows averages. */
export const averageLengths = [20, 50] as const;

/**
 * For each candle the mean of the closes of the last `length` candles with deals, in rand per ton; null until there are so many,
 * and for a candle without deals.
 */
export function movingAverage(candles: readonly Pick<Candle, 'close'>[], length: number): (number | null)[] {
  const closes: number[] = [];
  let sum = 0;
  return candles.map(({ close }) => {
    if (close === null) return null;
    closes.push(close);
    sum += close - (closes[closes.length - length - 1] ?? 0);
    return closes.length < length ? null : sum / length;
  });
}
