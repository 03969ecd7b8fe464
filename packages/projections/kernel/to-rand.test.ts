import { describe, expect, it } from 'vitest';
import { averageRand, rounded } from './traded.ts';

describe('rounding for screens', () => {
  it('rounds halves away from zero: an average of -75.625 is -75.63', () => {
    expect([rounded(-7562.5), rounded(7562.5), rounded(-0.4), rounded(0.5)]).toEqual([-7563, 7563, 0, 1]);
  });

  it('shows averages to four decimals', () => {
    expect([averageRand(2_824_580, 7), averageRand(-2_824_580, 7)]).toEqual([4035.1143, -4035.1143]);
  });
});
