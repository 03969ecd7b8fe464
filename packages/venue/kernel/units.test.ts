import { describe, expect, it } from 'vitest';
import { halfEven } from './units.ts';

describe('rounding to the even cent', () => {
  it('rounds halves to the even cent and everything else to the nearest', () => {
    const tenths = [4, 5, 6, 14, 15, 16, 25, 35, -5, -15, -16, 0];
    expect(tenths.map((tenth) => halfEven(BigInt(tenth), 10n))).toEqual([
      0, 0, 1, 1, 2, 2, 2, 4, 0, -2, -2, 0,
    ]);
  });

  it('is exact beyond the safe integers of the dividend', () => {
    expect(halfEven(123_456_789_012_345_678_901n, 100_000_000_000n)).toBe(1_234_567_890);
  });
});
