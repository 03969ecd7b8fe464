import { describe, expect, it } from 'vitest';
import type { Command } from '../commands.ts';
import { cents, lots } from '../kernel/units.ts';
import {
  account,
  deal,
  dealFlags,
  dealIn,
  dealMarket,
  dealsOf,
  dealTrial,
  nets,
  part,
} from '../testing/deal-market.ts';
import { rejectionOf, type Trial } from '../testing/small-market.ts';

/** All but the counters of commands. */
const stateOf = (trial: Trial) => ({ ...trial.venue.snapshot(), lastSeq: 0, lastAt: 0 });

/** The command is rejected with the code, by this user, and nothing changes. */
function isRejected(trial: Trial, userId: string, command: Command, code: string): void {
  const before = stateOf(trial);
  const outcome = trial.by(userId, command);
  expect(rejectionOf(outcome)).toBe(code);
  expect(outcome.events).toEqual([]);
  expect(stateOf(trial)).toEqual(before);
}

describe('splitting a deal', () => {
  it('[ACT-13] closes it and makes parts for other principals, sub-accounts and dealers at its price and time', () => {
    const trial = dealTrial();
    const { buy } = deal(trial);
    const parts = [
      part(3, '9996S', 'EAST'),
      part(5, '9104K'),
      { ...part(2, 'KAND', 'PROP'), dealer: 'BON', ref: 'B7' },
    ];
    const children = dealsOf(trial.by('abdul', { kind: 'splitDeal', dealSeq: buy, parts }));
    const parent = dealIn(trial, buy);
    expect(parent.state).toBe('Split');
    expect(parent.linkedGroup).not.toBeNull();
    const made = children.map((child) => dealIn(trial, child));
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
    expect(nets(trial)).toEqual({ '9996S/EAST': 3, '9104K': 5, 'KAND/PROP': 2, VELD: -10 });
  });

  it('goes on with the parts, which stay in the family of the first deal', () => {
    const trial = dealTrial();
    const { buy } = deal(trial);
    const [first = 0] = dealsOf(
      trial.by('abdul', { kind: 'splitDeal', dealSeq: buy, parts: [part(6, 'KAND'), part(4, '9996S')] }),
    );
    const again = dealsOf(
      trial.by('bongi', { kind: 'splitDeal', dealSeq: first, parts: [part(5, '9104K'), part(1, 'KAND')] }),
    );
    const groups = [buy, first, ...again].map((seq) => dealIn(trial, seq).linkedGroup);
    expect(new Set(groups).size).toBe(1);
    expect(nets(trial)).toEqual({ '9996S': 4, '9104K': 5, KAND: 1, VELD: -10 });
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
    const trial = dealTrial();
    const { buy } = deal(trial);
    isRejected(trial, 'abdul', { kind: 'splitDeal', dealSeq: buy, parts }, code);
  });
});

describe('cumulating deals', () => {
  it('[ACT-16] makes one deal of several at the same price', () => {
    const trial = dealTrial();
    const all = [deal(trial, { lots: 4 }), deal(trial, { lots: 6 }), deal(trial, { lots: 1 })].map(
      ({ buy }) => buy,
    );
    const [one = 0] = dealsOf(
      trial.by('abdul', { kind: 'cumulateDeal', dealSeqs: all, averagePrice: false }),
    );
    expect(dealIn(trial, one)).toMatchObject({ lots: 11, value: 11 * 403_500, state: 'Open', side: 'B' });
    expect(all.map((seq) => dealIn(trial, seq).state)).toEqual(['Cumulated', 'Cumulated', 'Cumulated']);
    expect(nets(trial)).toEqual({ KAND: 11, VELD: -11 });
  });

  it('takes their average where that is asked for, and loses no cent, also when it is split again', () => {
    const trial = dealTrial();
    const dealSeqs = [
      deal(trial, { lots: 3, price: 403_500 }).buy,
      deal(trial, { lots: 4, price: 403_520 }).buy,
    ];
    isRejected(trial, 'abdul', { kind: 'cumulateDeal', dealSeqs, averagePrice: false }, 'dealPricesDiffer');
    const [one = 0] = dealsOf(trial.by('abdul', { kind: 'cumulateDeal', dealSeqs, averagePrice: true }));
    const value = 3 * 403_500 + 4 * 403_520;
    expect(dealIn(trial, one)).toMatchObject({ lots: 7, value });
    const parts = [part(2, 'KAND'), part(2, '9996S'), part(3, 'KAND')];
    const children = dealsOf(trial.by('abdul', { kind: 'splitDeal', dealSeq: one, parts }));
    const values = children.map((child) => dealIn(trial, child).value);
    expect(values.reduce((sum, part) => sum + part, 0)).toBe(value);
    expect(values.map((part, at) => Math.round((part * 100) / (parts[at]?.lots ?? 1)) / 100)).toEqual([
      403_511, 403_511.5, 403_511.67,
    ]);
    const positions = trial.venue.snapshot().positions.positions.filter(({ member }) => member === 'KAND');
    expect(positions.reduce((sum, { cost, realised }) => sum + cost - realised, 0)).toBe(value);
  });

  it('is rejected for what differs and changes nothing', () => {
    const trial = dealTrial();
    const { buy } = deal(trial);
    const rejectedWith = (other: number, code: string, what?: string) => {
      const command = { kind: 'cumulateDeal' as const, dealSeqs: [buy, other], averagePrice: true };
      isRejected(trial, 'abdul', command, code);
      const { verdict } = trial.outcomes.at(-1) ?? {};
      if (verdict?.kind === 'rejected' && what !== undefined)
        expect(verdict.rejection.details).toMatchObject({ what });
    };
    rejectedWith(deal(trial, { principal: '9996S' }).buy, 'dealsDiffer', 'principal');
    rejectedWith(deal(trial, { principal: 'KAND', subAccount: 'PROP' }).buy, 'dealsDiffer', 'sub-account');
    rejectedWith(deal(trial, { contract: 'MAR27 WMAZ', price: 406_000 }).buy, 'dealsDiffer', 'contract');
    rejectedWith(deal(trial, { buyer: 'bongi' }).buy, 'dealsDiffer', 'dealer');
    rejectedWith(deal(trial, { buyer: 'denise', seller: 'abdul' }).sell, 'dealsDiffer', 'side');
    rejectedWith(deal(trial, { buyer: 'mpho' }).buy, 'dealNotFound');
    rejectedWith(buy, 'cumulateTooFew');
    isRejected(
      trial,
      'abdul',
      { kind: 'cumulateDeal', dealSeqs: [buy], averagePrice: false },
      'cumulateTooFew',
    );
  });
});

describe('correcting the principal', () => {
  it('[ACT-17] moves the deal, keeps price and time, adjusts the capacity, and keeps what it was on record', () => {
    const trial = dealTrial();
    const { buy } = deal(trial, { principal: '9996S', subAccount: 'EAST' });
    const before = dealIn(trial, buy);
    const outcome = trial.by('bongi', { kind: 'correctDealPrinciple', dealSeq: buy, ...account('KAND') });
    expect(dealsOf(outcome)).toEqual([buy]);
    const after = dealIn(trial, buy);
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
    expect(nets(trial)).toEqual({ KAND: 10, VELD: -10 });
  });

  it('leaves the old account as if it had never dealt, and the new one as if it always had', () => {
    const trial = dealTrial();
    deal(trial, { principal: '9104K', lots: 10, price: 403_000 });
    const wrong = deal(trial, { principal: '9996S', lots: 4, price: 404_000 }).buy;
    deal(trial, { buyer: 'denise', seller: 'abdul', sellerPrincipal: '9104K', lots: 6, price: 405_000 });
    trial.by('abdul', { kind: 'correctDealPrinciple', dealSeq: wrong, ...account('9104K') });
    const { positions } = trial.venue.snapshot().positions;
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
    const trial = dealTrial();
    const { buy } = deal(trial, dealt);
    isRejected(trial, 'abdul', { kind: 'correctDealPrinciple', dealSeq: buy, ...to }, code);
  });

  it('is rejected where the account would go beyond its limit, and not where it comes nearer to flat', () => {
    const trial = dealTrial();
    trial.operate({ kind: 'limitPosition', principal: '9104K', maxLots: lots(9) });
    const { buy } = deal(trial, { principal: '9996S' });
    const correct: Command = { kind: 'correctDealPrinciple', dealSeq: buy, ...account('9104K') };
    isRejected(trial, 'abdul', correct, 'dealAbovePositionLimit');
    deal(trial, { buyer: 'denise', seller: 'abdul', sellerPrincipal: '9104K', lots: 9 });
    expect(rejectionOf(trial.by('abdul', correct))).toBeNull();
  });
});

describe('changing the sub-account', () => {
  it('[ACT-20] moves the deal between pockets of the same principal, and out of them', () => {
    const trial = dealTrial();
    const { buy } = deal(trial, { principal: '9996S' });
    const change = (subAccount: string | null) =>
      trial.by('abdul', { kind: 'subAccountChange', dealSeq: buy, subAccount });
    change('EAST');
    expect(nets(trial)).toEqual({ '9996S/EAST': 10, VELD: -10 });
    change('WEST');
    expect(nets(trial)).toEqual({ '9996S/WEST': 10, VELD: -10 });
    expect(change(null).events[0]).toMatchObject({ kind: 'dealMoved', what: 'subAccount' });
    expect(nets(trial)).toEqual({ '9996S': 10, VELD: -10 });
    isRejected(
      trial,
      'abdul',
      { kind: 'subAccountChange', dealSeq: buy, subAccount: null },
      'dealWithoutChange',
    );
    isRejected(
      trial,
      'abdul',
      { kind: 'subAccountChange', dealSeq: buy, subAccount: 'PROP' },
      'subAccountUnknown',
    );
  });
});

describe('assigning a deal', () => {
  it('[ACT-14] offers it, and the acceptance replaces it by ours in own name with its offset, and theirs', () => {
    const trial = dealTrial();
    const { buy, sell } = deal(trial, { principal: '9996S' });
    trial.by('abdul', { kind: 'assignDealToMember', dealSeq: buy, member: 'MIEL' });
    expect(dealIn(trial, buy).state).toBe('Assigning');
    expect(nets(trial)).toEqual({ '9996S': 10, VELD: -10 });
    const accept = {
      kind: 'acceptUnmatchedDeal',
      unmatchedSeq: 2,
      version: 1,
      dealer: null,
      ref: 'M1',
    } as const;
    const [theirs = 0] = dealsOf(trial.by('mpho', { ...accept, ...account('5044M') }));
    expect(dealIn(trial, buy).state).toBe('Assigned');
    expect(dealIn(trial, sell).state).toBe('Open');
    expect(nets(trial)).toEqual({ '5044M': 10, VELD: -10 });
    const group = dealIn(trial, buy).linkedGroup;
    const family = trial.venue.snapshot().deals.deals.filter(({ linkedGroup }) => linkedGroup === group);
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
    expect(dealIn(trial, theirs).owner).toMatchObject({
      member: 'MIEL',
      dealer: 'MPH',
      capacity: 'A',
      ref: 'M1',
    });
  });

  it('leaves nothing else to do with the deal until it is accepted or withdrawn', () => {
    const trial = dealTrial();
    const { buy } = deal(trial, { principal: '9996S' });
    trial.by('abdul', { kind: 'assignDealToMember', dealSeq: buy, member: 'MIEL' });
    const others: Command[] = [
      { kind: 'splitDeal', dealSeq: buy, parts: [part(5, 'KAND'), part(5, 'KAND')] },
      { kind: 'correctDealPrinciple', dealSeq: buy, ...account('KAND') },
      { kind: 'subAccountChange', dealSeq: buy, subAccount: 'EAST' },
      { kind: 'assignDealToMember', dealSeq: buy, member: 'VELD' },
      { kind: 'tripartiteDeal', dealSeq: buy, client: '5044M', carryingMember: 'MIEL' },
    ];
    for (const command of others) isRejected(trial, 'abdul', command, 'dealNotOpen');
    isRejected(
      trial,
      'abdul',
      { kind: 'editUnmatchedDeal', unmatchedSeq: 1, lots: lots(3), price: null, account: null },
      'unmatchedDealNotEditable',
    );
    trial.by('bongi', { kind: 'deleteUnmatchedDeal', unmatchedSeq: 1 });
    expect(dealIn(trial, buy).state).toBe('Open');
    expect(
      rejectionOf(trial.by('abdul', { kind: 'subAccountChange', dealSeq: buy, subAccount: 'EAST' })),
    ).toBeNull();
  });

  it('falls back to us at the end of the day when nobody accepted', () => {
    const trial = dealTrial();
    const { buy } = deal(trial, { principal: '9996S' });
    trial.by('abdul', { kind: 'assignDealToMember', dealSeq: buy, member: 'MIEL' });
    const { events } = trial.operate({ kind: 'endDay' });
    expect(events.slice(0, 2)).toMatchObject([
      { kind: 'dealStateChanged', dealSeq: buy, state: 'Open' },
      { kind: 'unmatchedDealEnded', item: { state: 'Expired' } },
    ]);
    expect(nets(trial)).toEqual({ '9996S': 10, VELD: -10 });
    isRejected(
      trial,
      'mpho',
      { kind: 'acceptUnmatchedDeal', unmatchedSeq: 2, version: 1, dealer: null, ref: '', ...account('MIEL') },
      'unmatchedDealNotFound',
    );
    isRejected(
      trial,
      'abdul',
      { kind: 'subAccountChange', dealSeq: buy, subAccount: 'EAST' },
      'dealNotFound',
    );
  });

  it.each([
    ['memberUnknown', 'NONE'],
    ['memberNotActive', 'SLAP'],
    ['memberIsOwn', 'KAND'],
  ])('is rejected with %s and changes nothing', (code, member) => {
    const trial = dealTrial();
    const { buy } = deal(trial);
    isRejected(trial, 'abdul', { kind: 'assignDealToMember', dealSeq: buy, member }, code);
  });
});

describe('a tripartite deal', () => {
  it('[ACT-15] goes to the carrying member at once, and both members have it on record', () => {
    const trial = dealTrial();
    const { buy } = deal(trial);
    const outcome = trial.by('abdul', {
      kind: 'tripartiteDeal',
      dealSeq: buy,
      client: '5044M',
      carryingMember: 'MIEL',
    });
    expect(dealIn(trial, buy).state).toBe('Tripartite');
    expect(nets(trial)).toEqual({ '5044M': 10, VELD: -10 });
    expect(outcome.events.find(({ kind }) => kind === 'unmatchedDealInserted')).toMatchObject({
      item: { type: 'tripartite', state: 'Accepted', counterparty: 'MIEL', accepted: { principal: '5044M' } },
    });
    expect(dealsOf(outcome).map((seq) => dealIn(trial, seq).owner.principal)).toEqual(['KAND', 'KAND']);
  });

  it.each([
    ['tripartiteUnknown', { client: '9104K', carryingMember: 'MIEL' }],
    ['tripartiteUnknown', { client: '5044M', carryingMember: 'VELD' }],
    ['tripartiteUnknown', { client: '9104K', carryingMember: 'KAND' }],
    ['principalNotActive', { client: '5999M', carryingMember: 'MIEL' }],
  ])('is rejected with %s and changes nothing', (code, to) => {
    const trial = dealTrial();
    const { buy } = deal(trial);
    isRejected(trial, 'abdul', { kind: 'tripartiteDeal', dealSeq: buy, ...to }, code);
  });

  it('is rejected with memberNotActive where the carrying member is not active', () => {
    const members = dealMarket.members.map((one) => (one.code === 'MIEL' ? { ...one, active: false } : one));
    const trial = dealTrial({ ...dealMarket, members });
    const { buy } = deal(trial);
    const command = {
      kind: 'tripartiteDeal',
      dealSeq: buy,
      client: '5044M',
      carryingMember: 'MIEL',
    } as const;
    isRejected(trial, 'abdul', command, 'memberNotActive');
  });
});

describe('every action on a deal', () => {
  it('[AUTH-11] needs its flag, and a deal of another member does not exist', () => {
    const commands = (dealSeq: number, unmatchedSeq: number): Command[] => [
      { kind: 'splitDeal', dealSeq, parts: [part(5, 'VELD'), part(5, 'VELD')] },
      { kind: 'cumulateDeal', dealSeqs: [dealSeq, dealSeq + 2], averagePrice: true },
      { kind: 'correctDealPrinciple', dealSeq, ...account('VELD') },
      { kind: 'subAccountChange', dealSeq, subAccount: null },
      { kind: 'assignDealToMember', dealSeq, member: 'MIEL' },
      { kind: 'tripartiteDeal', dealSeq, client: '5044M', carryingMember: 'MIEL' },
      { kind: 'editUnmatchedDeal', unmatchedSeq, lots: lots(1), price: null, account: null },
      { kind: 'deleteUnmatchedDeal', unmatchedSeq },
      { kind: 'acceptUnmatchedDeal', unmatchedSeq, version: 1, dealer: null, ref: '', ...account('VELD') },
    ];
    const trial = dealTrial();
    const { buy } = deal(trial);
    deal(trial);
    trial.by('abdul', { kind: 'assignDealToMember', dealSeq: deal(trial).buy, member: 'MIEL' });
    for (const command of commands(buy, 1))
      isRejected(
        trial,
        'denise',
        command,
        command.kind.includes('Unmatched') ? 'unmatchedDealNotFound' : 'dealNotFound',
      );
    trial.operate({ kind: 'revokePermissions', userId: 'abdul', flags: [...dealFlags] });
    for (const command of commands(buy, 1)) isRejected(trial, 'abdul', command, 'notPermitted');
  });

  it('keeps the market’s last, high, low and MTM as they are', () => {
    const trial = dealTrial();
    const { buy } = deal(trial, { price: 403_500 });
    const before = trial.venue.snapshot().market?.contracts[0];
    trial.by('abdul', { kind: 'splitDeal', dealSeq: buy, parts: [part(5, 'KAND'), part(5, '9996S')] });
    expect(before).toMatchObject({ last: cents(403_500), high: 403_500, low: 403_500 });
    expect(trial.venue.snapshot().market?.contracts[0]).toEqual(before);
  });
});
