import { describe, expect, it } from 'vitest';
import { bracketedRoot } from './bracketed-root.ts';

describe('a root between two points of opposite sign', () => {
  const tolerance = 1e-14;

  it.each<[string, (x: number) => number, from: number, to: number, root: number]>([
    ['of a straight line', (x) => 2 * x - 3, 0, 4, 1.5],
    ['of a cubic', (x) => x * x * x - 2, 0, 2, 1.2599210498948732],
    ['of a function that is flat on one side', (x) => Math.exp(-40 * x) - 0.5, 0, 10, Math.LN2 / 40],
    ['of one that jumps', (x) => (x < 0.3 ? -1 : 1), 0, 1, 0.3],
    ['of a ninth power', (x) => (x - 0.7) ** 9, 0, 1, 0.7],
    ['of a pole', (x) => 1 / (x - 0.3) + 6, 0.2999, 0, 0.3 - 1 / 6],
  ])('%s', (_, f, from, to, root) => {
    let calls = 0;
    const counted = (x: number): number => {
      calls += 1;
      return f(x);
    };
    const result = bracketedRoot(counted, { from, to, tolerance });
    expect(Math.abs(f(result)) < 1e-12 || Math.abs(result - root) < 1e-12).toBe(true);
    expect(calls).toBeLessThan(90);
  });

  it('is found at an end', () => {
    expect(bracketedRoot((x) => x, { from: 0, to: 1, tolerance })).toBeCloseTo(0, 12);
    expect(bracketedRoot((x) => x - 1, { from: 0, to: 1, tolerance })).toBeCloseTo(1, 12);
  });
});
