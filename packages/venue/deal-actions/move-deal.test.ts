import { describe, expect, it } from 'vitest';
import { asPrice, lots } from '../kernel/units.ts';
import type { Command } from '../modules.ts';
import { account, deal, dealIn, dealsOf, nets, openDealMarket } from '../testing/deal-market.ts';
import { rejectionOf } from '../testing/test-market.ts';

describe('correcting the principal', () => {
  it('[ACT-17] moves the deal, keeps price and time, adapts the capacity, and records the old owner', () => {
    const market = openDealMarket();
    const { buy } = deal(market, { principal: '9996S', subAccount: 'EAST' });
    const before = dealIn(market, buy);
    const outcome = market.by('bongi', { kind: 'correctDealPrinciple', dealSeq: buy, ...account('KAND') });
    expect(dealsOf(outcome)).toEqual([buy]);
    const after = dealIn(market, buy);
    expect(after).toEqual({
      ...before,
      owner: { ...before.owner, principal: 'KAND', subAccount: null, capacity: 'P' },
    });
    expect(outcome.events[0]).toMatchObject({
      kind: 'dealMoved',
      what: 'principal',
      from: { principal: '9996S', subAccount: 'EAST', capacity: 'A' },
      to: { principal: 'KAND', subAccount: null, capacity: 'P' },
      by: 'BON',
    });
    expect(nets(market)).toEqual({ KAND: 10, VELD: -10 });
  });

  it('leaves both accounts as if the new one had dealt from the start', () => {
    const market = openDealMarket();
    deal(market, { principal: '9104K', lots: 10, price: 403_000 });
    const wrong = deal(market, { principal: '9996S', lots: 4, price: 404_000 }).buy;
    deal(market, { buyer: 'denise', seller: 'abdul', sellerPrincipal: '9104K', lots: 6, price: 405_000 });
    market.by('abdul', { kind: 'correctDealPrinciple', dealSeq: wrong, ...account('9104K') });
    const { positions } = market;
    const of = (principal: string) => positions.find((position) => position.principal === principal);
    expect(of('9996S')).toMatchObject({ net: 0, bought: 0, sold: 0, cost: 0, realised: 0 });
    const cost = 10 * 403_000 + 4 * 404_000;
    const gone = Math.trunc((cost * 6) / 14);
    expect(of('9104K')).toMatchObject({
      net: 8,
      bought: 14,
      sold: 6,
      cost: cost - gone,
      realised: 6 * 405_000 - gone,
    });
  });

  it.each([
    ['dealPrincipalNotClient', { principal: 'KAND' }, account('9996S')],
    ['dealWithoutChange', { principal: '9996S' }, account('9996S', 'EAST')],
    ['principalUnknown', { principal: '9996S' }, account('8001V')],
    ['principalUnknown', { principal: '9996S' }, account('VELD')],
    ['principalNotActive', { principal: '9996S' }, account('7777X')],
    ['subAccountUnknown', { principal: '9996S' }, account('9104K', 'EAST')],
    ['capacityContradictsPrincipal', { principal: '9996S' }, { ...account('KAND'), capacity: 'A' as const }],
  ])('is rejected with %s and changes nothing', (code, dealt, to) => {
    const market = openDealMarket();
    const { buy } = deal(market, dealt);
    expect(market.rejected('abdul', { kind: 'correctDealPrinciple', dealSeq: buy, ...to })).toBe(code);
  });

  it('is rejected when the account would exceed its position limit, but not when it comes nearer to flat', () => {
    const market = openDealMarket();
    market.operate({ kind: 'limitPosition', principal: '9104K', maxLots: lots(9) });
    const { buy } = deal(market, { principal: '9996S' });
    const correct: Command = { kind: 'correctDealPrinciple', dealSeq: buy, ...account('9104K') };
    expect(market.rejected('abdul', correct)).toBe('dealAbovePositionLimit');
    deal(market, { buyer: 'denise', seller: 'abdul', sellerPrincipal: '9104K', lots: 9 });
    expect(rejectionOf(market.by('abdul', correct))).toBeNull();
  });
});

describe('a deal that was moved', () => {
  it('is repriced by the operator in its present account', () => {
    const market = openDealMarket();
    const { buy } = deal(market, { principal: '9996S', lots: 10, price: 403_000 });
    market.by('abdul', { kind: 'correctDealPrinciple', dealSeq: buy, ...account('9104K') });
    const { matchSeq } = dealIn(market, buy);
    const price = asPrice(403_600);
    expect(rejectionOf(market.operate({ kind: 'repriceDeal', matchSeq, price, reason: 'typed' }))).toBeNull();
    const costs = market.positions.map(({ principal, cost }) => [principal, cost]);
    expect(costs).toEqual([
      ['9996S', 0],
      ['VELD', -4_036_000],
      ['9104K', 4_036_000],
    ]);
  });
});

describe('changing the sub-account', () => {
  it('[ACT-20] moves the deal between sub-accounts of the same principal, and out of them', () => {
    const market = openDealMarket();
    const { buy } = deal(market, { principal: '9996S' });
    const change = (subAccount: string | null) =>
      market.by('abdul', { kind: 'subAccountChange', dealSeq: buy, subAccount });
    change('EAST');
    expect(nets(market)).toEqual({ '9996S/EAST': 10, VELD: -10 });
    change('WEST');
    expect(nets(market)).toEqual({ '9996S/WEST': 10, VELD: -10 });
    expect(change(null).events[0]).toMatchObject({ kind: 'dealMoved', what: 'subAccount' });
    expect(nets(market)).toEqual({ '9996S': 10, VELD: -10 });
    expect(market.rejected('abdul', { kind: 'subAccountChange', dealSeq: buy, subAccount: null })).toBe(
      'dealWithoutChange',
    );
    expect(market.rejected('abdul', { kind: 'subAccountChange', dealSeq: buy, subAccount: 'PROP' })).toBe(
      'subAccountUnknown',
    );
  });
});
