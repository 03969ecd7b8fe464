import { describe, expect, it } from 'vitest';
import { toCents, toRand } from './money.ts';

describe('money', () => {
  it('is exact as a sum in cents, where a sum in rand is not', () => {
    const amounts = Array.from({ length: 1_000 }, () => 4_035.2);
    const inCents = amounts.reduce((sum, amount) => sum + toCents(amount), 0);
    expect(toRand(inCents)).toBe(4_035_200);
    expect(amounts.reduce((sum, amount) => sum + amount, 0)).not.toBe(4_035_200);
  });

  it('is rounded to the nearest cent, whatever the binary fraction of an amount', () => {
    expect([toCents(1.15), toCents(8.29), toCents(-4_035.2), toCents(0)]).toEqual([115, 829, -403_520, 0]);
  });
});
