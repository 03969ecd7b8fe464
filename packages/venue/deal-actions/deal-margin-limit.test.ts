import { describe, expect, it } from 'vitest';
import { asMoney, lots } from '../kernel/units.ts';
import { account, deal, dealsOf, nets, openDealMarket, part, unmatchedOf } from '../testing/deal-market.ts';
import { rejectionOf, type TestMarket } from '../testing/test-market.ts';

/** The initial margin of one lot is R21 000. */
const marginOf = (held: number) => asMoney(held * 2_100_000);
const limit = (market: TestMarket, principal: string, held: number) =>
  market.operate({ kind: 'limitMargin', principal, maxMargin: marginOf(held) });
/** Code and figures of the rejection of the last command. */
const lastRejection = ({ outcomes }: TestMarket) => {
  const verdict = outcomes.at(-1)?.verdict;
  return verdict?.kind === 'rejected' ? verdict.rejection : null;
};

describe('the margin limit of an account that gets a deal', () => {
  it('[ACT-13] rejects a split one lot above the limit, and accepts a split exactly at the limit', () => {
    const market = openDealMarket();
    const { buy } = deal(market, { lots: 10 });
    limit(market, '9996S', 6);
    const split = (given: number) =>
      ({ kind: 'splitDeal', dealSeq: buy, parts: [part(10 - given, 'KAND'), part(given, '9996S')] }) as const;
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

describe('the margin limit of an account that gives a deal away', () => {
  /** KAND is long 10 in one deal and short 10 in another, and may hold 6; without its purchase it would be short 10. */
  function hedged(principal = 'KAND'): { readonly market: TestMarket; readonly buy: number } {
    const market = openDealMarket();
    const { buy } = deal(market, { lots: 10, principal });
    deal(market, { buyer: 'denise', seller: 'abdul', sellerPrincipal: principal, lots: 10 });
    limit(market, principal, 6);
    return { market, buy };
  }
  const without = (principal: string) => ({
    code: 'dealAboveMarginLimit',
    details: { how: 'given', principal, limit: '126000.00', margin: '210000.00' },
  });

  it('[ACT-14] rejects an assignment when it is offered, and at the limit exactly does not', () => {
    const { market, buy } = hedged();
    const assign = { kind: 'assignDealToMember', dealSeq: buy, member: 'MIEL' } as const;
    market.by('abdul', assign);
    expect(lastRejection(market)).toEqual(without('KAND'));
    limit(market, 'KAND', 10);
    expect(rejectionOf(market.by('abdul', assign))).toBeNull();
  });

  it('[ACT-14] rejects its acceptance when the account has changed since, without figures for the other member', () => {
    const { market, buy } = hedged();
    limit(market, 'KAND', 10);
    const assign = { kind: 'assignDealToMember', dealSeq: buy, member: 'MIEL' } as const;
    const { unmatchedSeq, version } = unmatchedOf(market.by('abdul', assign));
    limit(market, 'KAND', 6);
    // Each side has its own item number.
    const accept = {
      kind: 'acceptUnmatchedDeal',
      unmatchedSeq,
      version,
      dealer: null,
      ref: '',
      ...account('MIEL'),
    } as const;
    market.by('mpho', accept);
    expect(lastRejection(market)).toEqual({ code: 'dealAboveMarginLimit', details: { whose: 'other' } });
    limit(market, 'KAND', 10);
    expect(rejectionOf(market.by('mpho', accept))).toBeNull();
    expect(nets(market)).toEqual({ KAND: -10, MIEL: 10 });
  });

  it('[ACT-15] rejects a tripartite deal', () => {
    const { market, buy } = hedged();
    const pass = { kind: 'tripartiteDeal', dealSeq: buy, client: '5044M', carryingMember: 'MIEL' } as const;
    market.by('abdul', pass);
    expect(lastRejection(market)).toEqual(without('KAND'));
  });

  it('[ACT-13] [ACT-17] rejects a split or a correction that moves the deal to another principal, in part too', () => {
    const { market, buy } = hedged('9996S');
    market.by('abdul', { kind: 'correctDealPrinciple', dealSeq: buy, ...account('KAND') });
    expect(lastRejection(market)).toEqual(without('9996S'));
    const split = (given: number) => {
      const parts = [part(10 - given, '9996S'), part(given, 'KAND')];
      return { kind: 'splitDeal', dealSeq: buy, parts } as const;
    };
    expect(market.rejected('abdul', split(7))).toBe('dealAboveMarginLimit');
    dealsOf(market.by('abdul', split(6)));
    expect(nets(market)).toEqual({ '9996S': -6, KAND: 6 });
  });

  it('[ACT-14] [ACT-17] does the same with the limit of a position', () => {
    const { market, buy } = hedged('9996S');
    limit(market, '9996S', 1_000);
    market.operate({ kind: 'limitPosition', principal: '9996S', maxLots: lots(6) });
    const rejected = {
      code: 'dealAbovePositionLimit',
      details: { how: 'given', principal: '9996S', contract: 'DEC26 WMAZ', reach: -10, maxLots: 6 },
    };
    market.by('abdul', { kind: 'correctDealPrinciple', dealSeq: buy, ...account('KAND') });
    expect(lastRejection(market)).toEqual(rejected);
    market.by('abdul', { kind: 'assignDealToMember', dealSeq: buy, member: 'MIEL' });
    expect(lastRejection(market)).toEqual(rejected);
  });
});

describe('the position limit of a principal', () => {
  const limitPosition = (market: TestMarket, maxLots: number) =>
    market.operate({ kind: 'limitPosition', principal: '9996S', maxLots: lots(maxLots) });

  it('[ACT-13] [ACT-17] counts the lots that all its sub-accounts hold and receive', () => {
    const market = openDealMarket();
    deal(market, { lots: 4, principal: '9996S', subAccount: 'EAST' });
    const { buy } = deal(market, { lots: 10 });
    const { buy: ofOther } = deal(market, { lots: 7, principal: '9104K' });
    limitPosition(market, 10);
    const split = (west: number, none: number) => {
      const parts = [part(10 - west - none, 'KAND'), part(west, '9996S', 'WEST'), part(none, '9996S')];
      return { kind: 'splitDeal', dealSeq: buy, parts } as const;
    };
    expect(market.rejected('abdul', split(3, 4))).toBe('dealAbovePositionLimit');
    expect(lastRejection(market)).toMatchObject({ details: { principal: '9996S', reach: 11, maxLots: 10 } });
    const correct = {
      kind: 'correctDealPrinciple',
      dealSeq: ofOther,
      ...account('9996S', 'WEST'),
    } as const;
    expect(market.rejected('abdul', correct)).toBe('dealAbovePositionLimit');
    dealsOf(market.by('abdul', split(3, 3)));
    expect(nets(market)).toMatchObject({ '9996S/EAST': 4, '9996S/WEST': 3, '9996S': 3 });
  });

  it('[ACT-13] [ACT-20] does not matter to a move between its sub-accounts', () => {
    const market = openDealMarket();
    const { buy } = deal(market, { lots: 10, principal: '9996S', subAccount: 'EAST' });
    const { sell } = deal(market, {
      buyer: 'denise',
      seller: 'abdul',
      sellerPrincipal: '9996S',
      lots: 10,
    });
    limitPosition(market, 1);
    dealsOf(market.by('abdul', { kind: 'subAccountChange', dealSeq: sell, subAccount: 'WEST' }));
    dealsOf(market.by('abdul', { kind: 'subAccountChange', dealSeq: buy, subAccount: 'WEST' }));
    dealsOf(market.by('abdul', { kind: 'subAccountChange', dealSeq: buy, subAccount: null }));
    const parts = [part(5, '9996S', 'EAST'), part(5, '9996S', 'WEST')];
    dealsOf(market.by('abdul', { kind: 'splitDeal', dealSeq: buy, parts }));
    expect(nets(market)).toEqual({ '9996S/EAST': 5, '9996S/WEST': -5 });
  });
});
