import { describe, expect, it } from 'vitest';
import { asPrice, lots } from '../kernel/units.ts';
import { deal, openDealMarket } from '../testing/deal-market.ts';
import { marketOfAllTypes } from '../testing/small-market.ts';
import { anOrder, rejectionOf, TestMarket } from '../testing/test-market.ts';

describe('the position limit of an account', () => {
  it('counts the position and the open orders on the same side, and allows orders that reduce the position', () => {
    const market = TestMarket.opened();
    market.operate({ kind: 'limitPosition', principal: 'KAND', maxLots: lots(12) });
    market.order('denise', { side: 'S', price: asPrice(403_500), lots: lots(8) });
    market.order('abdul', { price: asPrice(403_500), lots: lots(8) });
    market.order('abdul', { price: asPrice(403_000), lots: lots(3) });
    const rejected = market.by('abdul', { ...anOrder, lots: lots(2), price: asPrice(403_000) });
    expect(rejectionOf(rejected)).toBe('positionAboveLimit');
    expect(market.order('abdul', { price: asPrice(403_000), lots: lots(1) }).state).toBe('Active');
    expect(market.order('abdul', { side: 'S', price: asPrice(404_000), lots: lots(20) }).state).toBe(
      'Active',
    );
    expect(
      market.order('abdul', { contract: 'MAR27 WMAZ', price: asPrice(406_000), lots: lots(12) }).state,
    ).toBe('Active');
    market.operate({ kind: 'limitPosition', principal: 'KAND', maxLots: null });
    expect(market.order('abdul', { price: asPrice(403_000), lots: lots(50) }).state).toBe('Active');
    expect(rejectionOf(market.operate({ kind: 'limitPosition', principal: 'NOBODY', maxLots: null }))).toBe(
      'accountUnknown',
    );
  });

  it('counts the lots of all its sub-accounts together', () => {
    const market = openDealMarket();
    market.operate({ kind: 'limitPosition', principal: '9996S', maxLots: lots(10) });
    deal(market, { principal: '9996S', subAccount: 'EAST', lots: 10 });
    const west = { principal: '9996S', capacity: 'A', subAccount: 'WEST', lots: lots(1) } as const;
    expect(market.by('abdul', { ...anOrder, ...west }).verdict).toMatchObject({
      rejection: { code: 'positionAboveLimit', details: { principal: '9996S', reach: 11, maxLots: 10 } },
    });
    const offered = { ...west, side: 'S', lots: lots(20), price: asPrice(404_000) } as const;
    expect(market.order('abdul', offered).state).toBe('Active');
  });
});

describe('the limits of the legs of a split', () => {
  it('do not concern a fill-or-kill order that is killed', () => {
    const market = TestMarket.opened(marketOfAllTypes);
    const split = { contract: 'DEC26-MAR27 WMAZ', price: asPrice(24_000), lots: lots(2) };
    market.order('denise', { ...split, side: 'S' });
    const order = { ...anOrder, ...split, type: 'Fok' } as const;
    expect(rejectionOf(market.by('abdul', order))).toBe('legOutsideLimits');
    expect(market.order('abdul', { ...split, type: 'Fok', lots: lots(10) }).state).toBe('Killed');
  });
});

describe('the self-match setting', () => {
  it('rejects the whole order and names the number of other lots ahead', () => {
    const market = TestMarket.opened();
    market.order('denise', { side: 'S', price: asPrice(403_460), lots: lots(3) });
    const { activeOrderSeq } = market.order('abdul', { side: 'S', price: asPrice(403_480) });
    const { verdict } = market.by('abdul', anOrder);
    const details = { principal: 'KAND', activeOrderSeq, ahead: 3 };
    expect(verdict).toMatchObject({ rejection: { code: 'orderWouldMatchOwnOrder', details } });
    expect(market.deals).toEqual([]);
  });

  it('does not concern a fill-or-kill order that is killed', () => {
    const market = TestMarket.opened();
    market.order('denise', { side: 'S', price: asPrice(403_460), lots: lots(2) });
    market.order('abdul', { side: 'S', price: asPrice(403_480), lots: lots(3) });
    const killed = market.order('abdul', { type: 'Fok', price: asPrice(403_480), lots: lots(10) });
    expect(killed).toMatchObject({ state: 'Killed', dealt: 0 });
    const filled = market.by('abdul', { ...anOrder, type: 'Fok', lots: lots(5) });
    expect(rejectionOf(filled)).toBe('orderWouldMatchOwnOrder');
  });

  it('can be changed, and keeps its value after a restart', () => {
    const market = TestMarket.opened();
    market.order('abdul', { side: 'S', price: asPrice(403_480) });
    expect(rejectionOf(market.by('abdul', anOrder))).toBe('orderWouldMatchOwnOrder');
    market.operate({ kind: 'setSelfMatch', selfMatch: 'allow' });
    market.restart();
    expect(rejectionOf(market.by('abdul', anOrder))).toBeNull();
  });
});
