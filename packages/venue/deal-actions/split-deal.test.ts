import { describe, expect, it } from 'vitest';
import { deal, dealIn, dealsOf, nets, openDealMarket, part } from '../testing/deal-market.ts';

describe('splitting a deal', () => {
  it('[ACT-13] replaces it by parts for other principals, sub-accounts and dealers, at its price and time', () => {
    const market = openDealMarket();
    const { buy } = deal(market);
    const parts = [
      part(3, '9996S', 'EAST'),
      part(5, '9104K'),
      { ...part(2, 'KAND', 'PROP'), dealer: 'BON', ref: 'B7' },
    ];
    const children = dealsOf(market.by('abdul', { kind: 'splitDeal', dealSeq: buy, parts }));
    const parent = dealIn(market, buy);
    expect(parent.state).toBe('Split');
    expect(parent.linkedGroup).not.toBeNull();
    const made = children.map((child) => dealIn(market, child));
    expect(made.map(({ lots: quantity, owner }) => [quantity, owner.principal, owner.subAccount])).toEqual([
      [3, '9996S', 'EAST'],
      [5, '9104K', null],
      [2, 'KAND', 'PROP'],
    ]);
    for (const child of made)
      expect(child).toMatchObject({
        state: 'Open',
        side: 'B',
        value: 403_500 * child.lots,
        dealtAt: parent.dealtAt,
        matchSeq: parent.matchSeq,
        linkedGroup: parent.linkedGroup,
        origin: 'screen',
        counterparty: 'VELD',
      });
    expect(made.map(({ owner }) => owner.capacity)).toEqual(['A', 'A', 'P']);
    expect(made.map(({ owner }) => [owner.dealer, owner.userId, owner.ref])).toEqual([
      ['ABD', 'abdul', ''],
      ['ABD', 'abdul', ''],
      ['BON', 'bongi', 'B7'],
    ]);
    expect(nets(market)).toEqual({ '9996S/EAST': 3, '9104K': 5, 'KAND/PROP': 2, VELD: -10 });
  });

  it('can split a part again, and all parts keep the linked group of the first deal', () => {
    const market = openDealMarket();
    const { buy } = deal(market);
    const [first = 0] = dealsOf(
      market.by('abdul', { kind: 'splitDeal', dealSeq: buy, parts: [part(6, 'KAND'), part(4, '9996S')] }),
    );
    const again = dealsOf(
      market.by('bongi', { kind: 'splitDeal', dealSeq: first, parts: [part(5, '9104K'), part(1, 'KAND')] }),
    );
    const groups = [buy, first, ...again].map((seq) => dealIn(market, seq).linkedGroup);
    expect(new Set(groups).size).toBe(1);
    expect(nets(market)).toEqual({ '9996S': 4, '9104K': 5, KAND: 1, VELD: -10 });
  });

  it.each([
    ['splitPartsDoNotAddUp', [part(3, 'KAND'), part(8, '9996S')]],
    ['splitPartsNumber', [part(10, '9996S')]],
    ['quantityNotPositive', [part(10, '9996S'), part(0, 'KAND')]],
    ['principalUnknown', [part(5, 'KAND'), part(5, '8001V')]],
    ['principalNotActive', [part(5, 'KAND'), part(5, '7777X')]],
    ['subAccountUnknown', [part(5, 'KAND'), part(5, '9996S', 'NORTH')]],
    ['subAccountUnknown', [part(5, 'KAND'), part(5, '9104K', 'EAST')]],
    ['capacityContradictsPrincipal', [part(5, 'KAND'), { ...part(5, '9996S'), capacity: 'P' as const }]],
    ['dealerUnknown', [part(5, 'KAND'), { ...part(5, '9996S'), dealer: 'DEN' }]],
  ])('is rejected with %s and changes nothing', (code, parts) => {
    const market = openDealMarket();
    const { buy } = deal(market);
    expect(market.rejected('abdul', { kind: 'splitDeal', dealSeq: buy, parts })).toBe(code);
  });
});
