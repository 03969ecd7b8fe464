import { describe, expect, it } from 'vitest';
import { asMoney } from '../kernel/units.ts';
import { deal, dealsOf, nets, openDealMarket, part } from '../testing/deal-market.ts';
import { rejectionOf, type TestMarket } from '../testing/test-market.ts';

/** The initial margin of one lot is R21 000. */
const marginOf = (lots: number) => asMoney(lots * 2_100_000);
const limit = (market: TestMarket, principal: string, lots: number) =>
  market.operate({ kind: 'limitMargin', principal, maxMargin: marginOf(lots) });
/** Code and figures of the rejection of the last command. */
const lastRejection = ({ outcomes }: TestMarket) => {
  const verdict = outcomes.at(-1)?.verdict;
  return verdict?.kind === 'rejected' ? verdict.rejection : null;
};

describe('the margin limit of an account that gets a deal', () => {
  it('[ACT-13] rejects a split that gives it one lot too many, and accepts it at the limit exactly', () => {
    const market = openDealMarket();
    const { buy } = deal(market, { lots: 10 });
    limit(market, '9996S', 6);
    const split = (lots: number) =>
      ({ kind: 'splitDeal', dealSeq: buy, parts: [part(10 - lots, 'KAND'), part(lots, '9996S')] }) as const;
    expect(market.rejected('abdul', split(7))).toBe('dealAboveMarginLimit');
    expect(lastRejection(market)).toMatchObject({
      details: { principal: '9996S', limit: '126000.00', margin: '147000.00' },
    });
    dealsOf(market.by('abdul', split(6)));
    expect(nets(market)).toEqual({ KAND: 4, '9996S': 6, VELD: -10 });
  });

  it('[ACT-13] counts all parts of a split that go to its sub-accounts together', () => {
    const market = openDealMarket();
    const { buy } = deal(market, { lots: 10 });
    limit(market, '9996S', 6);
    const split = (east: number, west: number) => {
      const own = part(10 - east - west, 'KAND');
      const parts = [own, part(east, '9996S', 'EAST'), part(west, '9996S', 'WEST')];
      return { kind: 'splitDeal', dealSeq: buy, parts } as const;
    };
    expect(market.rejected('abdul', split(4, 3))).toBe('dealAboveMarginLimit');
    expect(lastRejection(market)).toMatchObject({
      details: { principal: '9996S', limit: '126000.00', margin: '147000.00' },
    });
    dealsOf(market.by('abdul', split(4, 2)));
    expect(nets(market)).toEqual({ KAND: 4, '9996S/EAST': 4, '9996S/WEST': 2, VELD: -10 });
  });

  it('[ACT-13] does not matter to a split between its own sub-accounts', () => {
    const market = openDealMarket();
    const { buy } = deal(market, { lots: 10, principal: '9996S', subAccount: 'EAST' });
    limit(market, '9996S', 1);
    const parts = [part(5, '9996S', 'EAST'), part(5, '9996S', 'WEST')];
    dealsOf(market.by('abdul', { kind: 'splitDeal', dealSeq: buy, parts }));
    expect(nets(market)).toEqual({ '9996S/EAST': 5, '9996S/WEST': 5, VELD: -10 });
  });

  it('[ACT-15] rejects a tripartite deal above it without figures of the other member, and accepts it at the limit exactly', () => {
    const market = openDealMarket();
    const { buy: first } = deal(market, { lots: 6 });
    const { buy: second } = deal(market, { lots: 1 });
    limit(market, '5044M', 6);
    const passOn = (dealSeq: number) =>
      ({ kind: 'tripartiteDeal', dealSeq, client: '5044M', carryingMember: 'MIEL' }) as const;
    expect(rejectionOf(market.by('abdul', passOn(first)))).toBeNull();
    expect(nets(market)).toEqual({ KAND: 1, '5044M': 6, VELD: -7 });
    expect(market.rejected('abdul', passOn(second))).toBe('dealAboveMarginLimit');
    expect(lastRejection(market)).toEqual({ code: 'dealAboveMarginLimit', details: { whose: 'other' } });
  });
});
