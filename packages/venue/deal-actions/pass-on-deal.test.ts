import { describe, expect, it } from 'vitest';
import { lots } from '../kernel/units.ts';
import type { Command } from '../modules.ts';
import {
  account,
  deal,
  dealIn,
  dealMarket,
  dealsOf,
  nets,
  openDealMarket,
  part,
} from '../testing/deal-market.ts';
import { rejectionOf } from '../testing/test-market.ts';

describe('assigning a deal', () => {
  it('[ACT-14] offers it, and acceptance replaces it by a deal and its offset for the user’s member, and one for the other', () => {
    const market = openDealMarket();
    const { buy, sell } = deal(market, { principal: '9996S' });
    market.by('abdul', { kind: 'assignDealToMember', dealSeq: buy, member: 'MIEL' });
    expect(dealIn(market, buy).state).toBe('Assigning');
    expect(nets(market)).toEqual({ '9996S': 10, VELD: -10 });
    const accept = {
      kind: 'acceptUnmatchedDeal',
      unmatchedSeq: 1,
      version: 1,
      dealer: null,
      ref: 'M1',
    } as const;
    const [theirs = 0] = dealsOf(market.by('mpho', { ...accept, ...account('5044M') }));
    expect(dealIn(market, buy).state).toBe('Assigned');
    expect(dealIn(market, sell).state).toBe('Open');
    expect(nets(market)).toEqual({ '5044M': 10, VELD: -10 });
    const group = dealIn(market, buy).linkedGroup;
    const family = market.deals.filter(({ linkedGroup }) => linkedGroup === group);
    expect(
      family.map(({ side, owner, counterparty, origin, value }) => [
        side,
        owner.principal,
        counterparty,
        origin,
        value,
      ]),
    ).toEqual([
      ['B', '9996S', 'VELD', 'screen', 4_035_000],
      ['B', 'KAND', 'VELD', 'assigned', 4_035_000],
      ['S', 'KAND', 'MIEL', 'assigned', 4_035_000],
      ['B', '5044M', 'KAND', 'assigned', 4_035_000],
    ]);
    expect(dealIn(market, theirs).owner).toMatchObject({
      member: 'MIEL',
      dealer: 'MPH',
      capacity: 'A',
      ref: 'M1',
    });
  });

  it('allows no other action on the deal until it is accepted or withdrawn', () => {
    const market = openDealMarket();
    const { buy } = deal(market, { principal: '9996S' });
    market.by('abdul', { kind: 'assignDealToMember', dealSeq: buy, member: 'MIEL' });
    const others: Command[] = [
      { kind: 'splitDeal', dealSeq: buy, parts: [part(5, 'KAND'), part(5, 'KAND')] },
      { kind: 'correctDealPrinciple', dealSeq: buy, ...account('KAND') },
      { kind: 'subAccountChange', dealSeq: buy, subAccount: 'EAST' },
      { kind: 'assignDealToMember', dealSeq: buy, member: 'VELD' },
      { kind: 'tripartiteDeal', dealSeq: buy, client: '5044M', carryingMember: 'MIEL' },
    ];
    for (const command of others) expect(market.rejected('abdul', command)).toBe('dealNotOpen');
    expect(
      market.rejected('abdul', {
        kind: 'editUnmatchedDeal',
        unmatchedSeq: 1,
        lots: lots(3),
        price: null,
        account: null,
      }),
    ).toBe('unmatchedDealNotEditable');
    market.by('bongi', { kind: 'deleteUnmatchedDeal', unmatchedSeq: 1 });
    expect(dealIn(market, buy).state).toBe('Open');
    expect(
      rejectionOf(market.by('abdul', { kind: 'subAccountChange', dealSeq: buy, subAccount: 'EAST' })),
    ).toBeNull();
  });

  it('leaves the deal with the user’s member if it is not accepted by the end of the day', () => {
    const market = openDealMarket();
    const { buy } = deal(market, { principal: '9996S' });
    market.by('abdul', { kind: 'assignDealToMember', dealSeq: buy, member: 'MIEL' });
    const { events } = market.operate({ kind: 'endDay' });
    expect(events.slice(0, 2)).toMatchObject([
      { kind: 'dealStateChanged', dealSeq: buy, state: 'Open' },
      { kind: 'unmatchedDealEnded', item: { state: 'Expired' } },
    ]);
    expect(nets(market)).toEqual({ '9996S': 10, VELD: -10 });
    expect(
      market.rejected('mpho', {
        kind: 'acceptUnmatchedDeal',
        unmatchedSeq: 1,
        version: 1,
        dealer: null,
        ref: '',
        ...account('MIEL'),
      }),
    ).toBe('unmatchedDealNotFound');
    expect(market.rejected('abdul', { kind: 'subAccountChange', dealSeq: buy, subAccount: 'EAST' })).toBe(
      'dealNotFound',
    );
  });

  it.each([
    ['memberUnknown', 'NONE'],
    ['memberNotActive', 'SLAP'],
    ['memberIsOwn', 'KAND'],
  ])('is rejected with %s and changes nothing', (code, member) => {
    const market = openDealMarket();
    const { buy } = deal(market);
    expect(market.rejected('abdul', { kind: 'assignDealToMember', dealSeq: buy, member })).toBe(code);
  });
});

describe('a tripartite deal', () => {
  it('[ACT-15] passes to the carrying member immediately, and both members have a record of it', () => {
    const market = openDealMarket();
    const { buy } = deal(market);
    const outcome = market.by('abdul', {
      kind: 'tripartiteDeal',
      dealSeq: buy,
      client: '5044M',
      carryingMember: 'MIEL',
    });
    expect(dealIn(market, buy).state).toBe('Tripartite');
    expect(nets(market)).toEqual({ '5044M': 10, VELD: -10 });
    expect(outcome.events.find(({ kind }) => kind === 'unmatchedDealInserted')).toMatchObject({
      item: { type: 'tripartite', state: 'Accepted', counterparty: 'MIEL', accepted: { principal: '5044M' } },
    });
    expect(dealsOf(outcome).map((seq) => dealIn(market, seq).owner.principal)).toEqual(['KAND', 'KAND']);
  });

  it.each([
    ['tripartiteUnknown', { client: '9104K', carryingMember: 'MIEL' }],
    ['tripartiteUnknown', { client: '5044M', carryingMember: 'VELD' }],
    ['tripartiteUnknown', { client: '9104K', carryingMember: 'KAND' }],
    ['principalNotActive', { client: '5999M', carryingMember: 'MIEL' }],
  ])('is rejected with %s and changes nothing', (code, to) => {
    const market = openDealMarket();
    const { buy } = deal(market);
    expect(market.rejected('abdul', { kind: 'tripartiteDeal', dealSeq: buy, ...to })).toBe(code);
  });

  it('is rejected with memberNotActive when the carrying member is not active', () => {
    const members = dealMarket.members.map((member) =>
      member.code === 'MIEL' ? { ...member, active: false } : member,
    );
    const market = openDealMarket({ ...dealMarket, members });
    const { buy } = deal(market);
    const command = {
      kind: 'tripartiteDeal',
      dealSeq: buy,
      client: '5044M',
      carryingMember: 'MIEL',
    } as const;
    expect(market.rejected('abdul', command)).toBe('memberNotActive');
  });
});
