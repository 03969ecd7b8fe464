import { describe, expect, it } from 'vitest';
import { deal, dealIn, dealsOf, nets, openDealMarket, part } from '../testing/deal-market.ts';

describe('cumulating deals', () => {
  it('[ACT-16] makes one deal of several at the same price', () => {
    const market = openDealMarket();
    const all = [deal(market, { lots: 4 }), deal(market, { lots: 6 }), deal(market, { lots: 1 })].map(
      ({ buy }) => buy,
    );
    const [cumulated = 0] = dealsOf(
      market.by('abdul', { kind: 'cumulateDeal', dealSeqs: all, averagePrice: false }),
    );
    expect(dealIn(market, cumulated)).toMatchObject({
      lots: 11,
      value: 11 * 403_500,
      state: 'Open',
      side: 'B',
    });
    expect(all.map((seq) => dealIn(market, seq).state)).toEqual(['Cumulated', 'Cumulated', 'Cumulated']);
    expect(nets(market)).toEqual({ KAND: 11, VELD: -11 });
  });

  it('uses the average price on request and keeps the value to the cent, even when the result is split again', () => {
    const market = openDealMarket();
    const dealSeqs = [
      deal(market, { lots: 3, price: 403_500 }).buy,
      deal(market, { lots: 4, price: 403_520 }).buy,
    ];
    expect(market.rejected('abdul', { kind: 'cumulateDeal', dealSeqs, averagePrice: false })).toBe(
      'dealPricesDiffer',
    );
    const [cumulated = 0] = dealsOf(
      market.by('abdul', { kind: 'cumulateDeal', dealSeqs, averagePrice: true }),
    );
    const value = 3 * 403_500 + 4 * 403_520;
    expect(dealIn(market, cumulated)).toMatchObject({ lots: 7, value });
    const parts = [part(2, 'KAND'), part(2, '9996S'), part(3, 'KAND')];
    const children = dealsOf(market.by('abdul', { kind: 'splitDeal', dealSeq: cumulated, parts }));
    const values = children.map((child) => dealIn(market, child).value);
    expect(values.reduce((sum, part) => sum + part, 0)).toBe(value);
    expect(values.map((part, at) => Math.round((part * 100) / (parts[at]?.lots ?? 1)) / 100)).toEqual([
      403_512, 403_511, 403_511.33,
    ]);
    // The first part has the odd cents; all parts show the same average of 4035.1143.
    expect(children.map((child) => dealIn(market, child).averagePrice)).toEqual([
      40_351_143, 40_351_143, 40_351_143,
    ]);
    const positions = market.positions.filter(({ member }) => member === 'KAND');
    expect(positions.reduce((sum, { cost, realised }) => sum + cost - realised, 0)).toBe(value);
    const again = [children[0] ?? 0, children[2] ?? 0];
    const [joined = 0] = dealsOf(
      market.by('abdul', { kind: 'cumulateDeal', dealSeqs: again, averagePrice: false }),
    );
    expect(dealIn(market, joined)).toMatchObject({ lots: 5, averagePrice: 40_351_143 });
  });

  it('is rejected for deals that differ and changes nothing', () => {
    const market = openDealMarket();
    const { buy } = deal(market);
    const rejectedWith = (other: number, code: string, what?: string) => {
      const command = { kind: 'cumulateDeal' as const, dealSeqs: [buy, other], averagePrice: true };
      expect(market.rejected('abdul', command)).toBe(code);
      const { verdict } = market.outcomes.at(-1) ?? {};
      if (verdict?.kind === 'rejected' && what !== undefined)
        expect(verdict.rejection.details).toMatchObject({ what });
    };
    rejectedWith(deal(market, { principal: '9996S' }).buy, 'dealsDiffer', 'principal');
    rejectedWith(deal(market, { principal: 'KAND', subAccount: 'PROP' }).buy, 'dealsDiffer', 'sub-account');
    rejectedWith(deal(market, { contract: 'MAR27 WMAZ', price: 406_000 }).buy, 'dealsDiffer', 'contract');
    rejectedWith(deal(market, { buyer: 'bongi' }).buy, 'dealsDiffer', 'dealer');
    rejectedWith(deal(market, { buyer: 'denise', seller: 'abdul' }).sell, 'dealsDiffer', 'side');
    rejectedWith(deal(market, { buyer: 'mpho' }).buy, 'dealNotFound');
    rejectedWith(buy, 'cumulateTooFew');
    expect(market.rejected('abdul', { kind: 'cumulateDeal', dealSeqs: [buy], averagePrice: false })).toBe(
      'cumulateTooFew',
    );
  });
});
