import { expect, it } from 'vitest';
import { averageRand, hasTwoDecimals, roundHalfAway, toCents, toRand } from './money.ts';

it('an amount is converted to cents and back without a difference', () => {
  expect([1.15, 8.29, -4_035.2, 0, -0].map(toCents)).toEqual([115, 829, -403_520, 0, 0]);
  for (const rand of [1.15, 8.29, -4_035.2, 123_456_789.01]) expect(toRand(toCents(rand))).toBe(rand);
  expect([toRand(null), toRand(undefined), toRand(115)]).toEqual([null, null, 1.15]);
});

it('halves are rounded away from zero: an average of -75.625 is -75.63', () => {
  expect([-7562.5, 7562.5, -0.4, 0.5].map(roundHalfAway)).toEqual([-7563, 7563, 0, 1]);
});

it('averages have four decimals', () => {
  expect([averageRand(2_824_580, 7), averageRand(-2_824_580, 7)]).toEqual([4035.1143, -4035.1143]);
});

it('two decimals are recognized in small and in large amounts', () => {
  for (const rand of [0, 0.1 + 0.2, 4_035.2, -8.29, 1_234_567_890.12])
    expect(hasTwoDecimals(rand)).toBe(true);
  for (const rand of [0.001, 4_035.205, -8.291, 1_234_567_890.125]) expect(hasTwoDecimals(rand)).toBe(false);
});
