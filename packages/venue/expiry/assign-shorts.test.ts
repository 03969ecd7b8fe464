import { describe, expect, it } from 'vitest';
import { drawLots } from './assign-shorts.ts';
import { partOf } from './close-out.ts';

const shorts = [
  partOf({ member: 'VELD', principal: 'VELD', subAccount: null }, 10),
  partOf({ member: 'VELD', principal: '8001V', subAccount: null }, 30),
  partOf({ member: 'KAND', principal: 'KAND', subAccount: null }, 60),
];
const drawn = (quantity: number, seed: number) =>
  drawLots(shorts, quantity, seed).map(({ owner, lots }) => [owner.principal, lots] as const);

describe('the draw of short lots', () => {
  it('draws as many lots as are exercised, at most an account’s position', () => {
    for (let quantity = 0; quantity <= 100; quantity += 1) {
      const all = drawn(quantity, quantity);
      expect(all.reduce((sum, [, lots]) => sum + lots, 0)).toBe(quantity);
      for (const [principal, lots] of all)
        expect(lots).toBeLessThanOrEqual(
          shorts.find(({ owner }) => owner.principal === principal)?.lots ?? 0,
        );
    }
    expect(drawn(100, 1)).toEqual([
      ['VELD', 10],
      ['8001V', 30],
      ['KAND', 60],
    ]);
  });

  it('assigns an account pro rata on average', () => {
    const sums = new Map<string, number>();
    for (let seed = 0; seed < 2_000; seed += 1)
      for (const [principal, lots] of drawn(10, seed)) sums.set(principal, (sums.get(principal) ?? 0) + lots);
    expect(Math.round((sums.get('VELD') ?? 0) / 200)).toBe(10);
    expect(Math.round((sums.get('8001V') ?? 0) / 200)).toBe(30);
    expect(Math.round((sums.get('KAND') ?? 0) / 200)).toBe(60);
  });

  it('depends on the seed', () => {
    expect(drawn(50, 3)).toEqual(drawn(50, 3));
    expect(drawn(50, 3)).not.toEqual(drawn(50, 4));
  });
});
