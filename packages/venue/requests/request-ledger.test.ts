import { describe, expect, it } from 'vitest';
import { asPrice, lots } from '../kernel/units.ts';
import { anOrder, rejectionOf, TestMarket } from '../testing/test-market.ts';

describe('request ids', () => {
  it('answer a repeated command with its first result and change nothing', () => {
    const market = TestMarket.opened();
    const first = market.by('abdul', anOrder, 'r-1');
    const before = JSON.stringify(market.memory());
    const again = market.by('abdul', anOrder, 'r-1');
    expect(again).toMatchObject({ repeats: first.seq, verdict: first.verdict, events: [] });
    expect(JSON.stringify(market.memory())).toBe(before);
  });

  it('are rejected for another command, belong to one user, and repeat rejections as well', () => {
    const market = TestMarket.opened();
    market.by('abdul', anOrder, 'r-1');
    expect(rejectionOf(market.by('abdul', { ...anOrder, lots: lots(11) }, 'r-1'))).toBe('requestIdReused');
    expect(rejectionOf(market.by('denise', { ...anOrder, principal: 'VELD' }, 'r-1'))).toBeNull();
    market.by('abdul', { ...anOrder, price: asPrice(1) }, 'r-2');
    const again = market.by('abdul', { ...anOrder, price: asPrice(1) }, 'r-2');
    expect(rejectionOf(again)).toBe('priceOffTick');
    expect(again.repeats).not.toBeNull();
  });

  it('of an earlier day are rejected as too old', () => {
    const market = TestMarket.opened();
    market.by('abdul', anOrder, 'r-1');
    market.operate({ kind: 'endDay' });
    expect(rejectionOf(market.by('abdul', anOrder, 'r-1'))).toBe('requestTooOld');
    expect(market.orders).toEqual([]);
  });
});
