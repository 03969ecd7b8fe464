import { describe, expect, it } from 'vitest';
import { SeededRandom } from './seeded-random.ts';

const draws = (seed: number, count: number, of: number): number[] => {
  const random = new SeededRandom(seed);
  return Array.from({ length: count }, () => random.below(of));
};

describe('random choices from a seed', () => {
  it('are the same for the same seed and others for another', () => {
    expect(draws(7, 100, 1000)).toEqual(draws(7, 100, 1000));
    expect(draws(7, 100, 1000)).not.toEqual(draws(8, 100, 1000));
  });

  it('are the published numbers of mulberry32', () => {
    expect(draws(0, 3, 2 ** 32)).toEqual([1144304738, 1416247, 958946056]);
  });

  it('have each result equally often', () => {
    const counts = [0, 0, 0, 0, 0, 0];
    for (const drawn of draws(2_026, 60_000, 6)) counts[drawn] = (counts[drawn] ?? 0) + 1;
    for (const count of counts) expect(Math.abs(count - 10_000)).toBeLessThan(400);
  });
});
