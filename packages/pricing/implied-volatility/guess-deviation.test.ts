import { describe, expect, it } from 'vitest';
import { countsFromZero, gap, slopeInDeviation, spread } from '../black/normalised-price.ts';
import { exp } from '../elementary/exponential.ts';
import { ln } from '../elementary/logarithm.ts';
import { guessDeviation, type NormalisedQuote, type Segment } from './guess-deviation.ts';

/** Undefined if the price does not depend on the deviation. */
function quoteAt(distance: number, deviation: number): NormalisedQuote | undefined {
  const z = distance / deviation;
  const t = deviation / 2;
  const ceiling = exp(-distance / 2);
  const slope = slopeInDeviation(z, t);
  const price = countsFromZero(z, t) ? slope * spread(z, t) : ceiling - slope * gap(z, t);
  const lack = t > z ? slope * gap(z, t) : ceiling - price;
  return price > 1e-290 && lack > 1e-290 ? { distance, price, logPrice: ln(price), lack } : undefined;
}

describe('the first guess of a deviation', () => {
  const deviations = Array.from({ length: 140 }, (_, step) => 0.001 * 1.075 ** step);
  const guesses = [0, 1e-6, 0.001, 0.01, 0.1, 0.3, 1, 2, 5, 20].flatMap((distance) =>
    deviations.flatMap((deviation) => {
      const quote = quoteAt(distance, deviation);
      if (quote === undefined) return [];
      const guess = guessDeviation(quote);
      return [{ segment: guess.segment, error: Math.abs(guess.deviation / deviation - 1) }];
    }),
  );

  it.each<[Segment, number]>([
    ['low', 0.1],
    ['middle', 0.005],
    ['high', 0.06],
  ])('has on the %s segment a relative error of at most %d', (segment, max) => {
    const errors = guesses.filter((guess) => guess.segment === segment).map(({ error }) => error);
    expect(errors.length).toBeGreaterThan(40);
    expect(Math.max(...errors)).toBeLessThan(max);
    expect(Math.max(...errors)).toBeGreaterThan(max / 3);
  });
});
