import { describe, expect, it } from 'vitest';
import { asPrice } from '../kernel/units.ts';
import { strikesAround } from './strikes-around.ts';

const grid = { near: asPrice(2_000), far: asPrice(10_000), nearSteps: 1, farSteps: 1 };

describe('the strikes of a new month', () => {
  it('are close together near the money and further apart further out', () => {
    const rand = (mtm: number, steps: object = {}) =>
      strikesAround(asPrice(mtm), { ...grid, ...steps }).map((strike) => strike / 100);
    expect(rand(405_020)).toEqual([4000, 4040, 4060, 4080, 4100]);
    expect(rand(404_980)).toEqual([4000, 4020, 4040, 4060, 4100]);
    expect(rand(410_000, { farSteps: 2 })).toEqual([3900, 4000, 4080, 4100, 4120, 4200, 4300]);
    expect(rand(406_000, { farSteps: 0 })).toEqual([4040, 4060, 4080]);
    expect(rand(2_000, { farSteps: 2 })).toEqual([20, 40, 100, 200]);
  });
});
