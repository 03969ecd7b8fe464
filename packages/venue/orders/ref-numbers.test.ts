import { describe, expect, it } from 'vitest';
import { asPrice } from '../kernel/units.ts';
import { anOrder, TestMarket } from '../testing/test-market.ts';

describe('ref numbers', () => {
  it('become the next free one if the dealer has used them today, and the answer carries it', () => {
    const market = TestMarket.opened();
    const ref = (given: string, user = 'abdul') =>
      market.order(user, { ref: given, price: asPrice(403_000) }).ref;
    expect([ref('17'), ref('17'), ref('17'), ref('16')]).toEqual(['17', '18', '19', '16']);
    expect([ref('A009'), ref('A009'), ref('A100'), ref('A009')]).toEqual(['A009', 'A010', 'A100', 'A101']);
    expect([ref('B0'), ref('B0')]).toEqual(['B0', 'B1']);
    expect([ref('mine'), ref('mine'), ref('mine')]).toEqual(['mine', 'mine2', 'mine3']);
    expect([ref(''), ref('')]).toEqual(['', '']);
    expect(ref('17', 'denise')).toBe('17');
    market.operate({ kind: 'endDay' });
    expect(ref('17')).toBe('17');
  });

  it('stay free if the order is rejected', () => {
    const market = TestMarket.opened();
    market.by('abdul', { ...anOrder, ref: '5', price: asPrice(1) });
    expect(market.order('abdul', { ref: '5' }).ref).toBe('5');
  });
});
