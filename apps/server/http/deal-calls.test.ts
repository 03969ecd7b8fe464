// The calls on deals by dealers of three members: the effect of each call, and who sees the rows that it changes.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DealCalls } from './testing/deal-calls.ts';

let calls: DealCalls;
beforeAll(async () => {
  calls = await DealCalls.open();
});
afterAll(() => calls.server.close());

describe('the calls on deals', () => {
  it('[ACT-13] split a deal: parent and parts are rows of the user’s member only', async () => {
    const { own } = await calls.deal();
    const before = { pieter: calls.rows('pieter', 'deals'), lerato: calls.rows('lerato', 'deals') };
    const parts = [
      { qty: 4, principal: '9996S', subAccount: 'EAST' },
      { qty: 6, principal: '9104K', dealer: 'JVM', ref: 'P2' },
    ];
    const { deals } = await calls.accepted('thandi', 'Deals/SplitDeal', { dealSeq: own, parts });
    const parent = calls.dealRow('thandi', own);
    // The parts carry the fee: R25.00 per contract, and VAT.
    expect(parent).toMatchObject({ state: 'Split', qty: 10, fee: 0 });
    expect(deals.map((seq) => calls.dealRow('thandi', seq)?.fee)).toEqual([115, 172.5]);
    expect(deals.map((seq) => calls.dealRow('thandi', seq))).toMatchObject([
      {
        qty: 4,
        principal: '9996S',
        subAccount: 'EAST',
        capacity: 'A',
        dealer: 'THN',
        state: 'Open',
        price: 4035,
      },
      { qty: 6, principal: '9104K', dealer: 'JVM', ref: 'P2', value: 6 * 100 * 4035, origin: 'screen' },
    ]);
    for (const seq of deals) expect(calls.dealRow('thandi', seq)?.linkedGroup).toBe(parent?.linkedGroup);
    expect([calls.rows('pieter', 'deals'), calls.rows('lerato', 'deals')]).toEqual([
      before.pieter,
      before.lerato,
    ]);
    expect([calls.net('thandi', '9996S', 'EAST'), calls.net('thandi', '9104K')]).toEqual([4, 6]);
  });

  it('[ACT-16] cumulate deals at their average, shown to four decimals', async () => {
    const all = [await calls.deal({ qty: 1, price: 4035 }), await calls.deal({ qty: 2, price: 4035.2 })].map(
      ({ own }) => own,
    );
    const different = await calls.post('thandi', 'Deals/CumulateDeal', { dealSeqs: all });
    expect(different).toMatchObject({ status: 422, body: { code: 'dealPricesDiffer' } });
    const { deals } = await calls.accepted('thandi', 'Deals/CumulateDeal', {
      dealSeqs: all,
      averagePrice: true,
    });
    expect(calls.dealRow('thandi', deals[0] ?? 0)).toMatchObject({
      qty: 3,
      price: 4035.1333,
      value: (4035 + 2 * 4035.2) * 100,
      state: 'Open',
    });
    expect(all.map((seq) => calls.dealRow('thandi', seq)?.state)).toEqual(['Cumulated', 'Cumulated']);
  });

  it('[ACT-17] [ACT-20] correct principal and sub-account, with an audit on the row', async () => {
    const { own, other } = await calls.deal({ principal: '9996S', subAccount: 'WEST' });
    await calls.accepted('thandi', 'Deals/SubAccountChange', { dealSeq: own, subAccount: null });
    await calls.accepted('thandi', 'Deals/CorrectDealPrinciple', {
      dealSeq: own,
      principal: 'KAND',
      subAccount: 'HEDGE',
    });
    expect(calls.dealRow('thandi', own)).toMatchObject({
      state: 'Open',
      principal: 'KAND',
      subAccount: 'HEDGE',
      capacity: 'P',
      changes: [
        { dealer: 'THN', what: 'subAccount', from: 'WEST', to: '' },
        { dealer: 'THN', what: 'principal', from: '9996S', to: 'KAND' },
      ],
    });
    expect(calls.dealRow('pieter', other)?.changes).toEqual([]);
    const again = await calls.post('thandi', 'Deals/CorrectDealPrinciple', {
      dealSeq: own,
      principal: '9996S',
    });
    expect(again).toMatchObject({ status: 422, body: { code: 'dealPrincipalNotClient' } });
  });

  it('[ACT-14] [ACT-11] assign a deal: the other member sees the offer, and has the deal after accepting it', async () => {
    await calls.permitLerato(['acceptUnmatchedDeal']);
    const { own } = await calls.deal({ principal: '9104K', qty: 7 });
    const held = calls.net('thandi', '9104K');
    const offered = await calls.accepted('thandi', 'Deals/AssignDealToMember', {
      dealSeq: own,
      member: 'KARO',
    });
    expect(offered).toMatchObject({ state: 'Waiting', deals: [] });
    expect(calls.dealRow('thandi', own)?.state).toBe('Assigning');
    const ownRow = calls.unmatchedRow('thandi', offered.unmatchedSeq);
    const otherRow = calls.rows('lerato', 'unmatchedDeal').at(-1);
    expect(ownRow).toMatchObject({
      role: 'captured',
      type: 'assign',
      principal: '9104K',
      dealSeq: own,
      side: 'B',
    });
    expect(otherRow).toMatchObject({
      role: 'addressed',
      counterparty: 'KAND',
      principal: null,
      theirPrincipal: null,
      dealSeq: null,
      side: 'B',
      qty: 7,
      expires: calls.server.view.directory.businessDay,
    });
    expect(calls.rows('pieter', 'unmatchedDeal')).toEqual([]);
    const { unmatchedSeq = 0, version = 0 } = otherRow ?? {};
    const byThird = await calls.post('pieter', 'UnmatchedDeals/AcceptUnmatchedDeal', {
      unmatchedSeq,
      version,
      principal: 'VELD',
    });
    expect(byThird).toMatchObject({ status: 422, body: { code: 'unmatchedDealNotFound' } });
    const { deals } = await calls.accepted('lerato', 'UnmatchedDeals/AcceptUnmatchedDeal', {
      unmatchedSeq,
      version,
      principal: '7310A',
      subAccount: 'FEED',
      ref: 'L1',
    });
    expect(calls.dealRow('lerato', deals[0] ?? 0)).toMatchObject({
      principal: '7310A',
      subAccount: 'FEED',
      counterparty: 'KAND',
      origin: 'assigned',
      dealer: 'LMO',
      ref: 'L1',
      qty: 7,
      activeOrderSeq: null,
    });
    expect(calls.dealRow('thandi', own)?.state).toBe('Assigned');
    expect(calls.unmatchedRow('thandi', offered.unmatchedSeq)).toMatchObject({
      state: 'Accepted',
      theirPrincipal: '7310A',
    });
    expect(calls.unmatchedRow('lerato', unmatchedSeq)).toMatchObject({
      state: 'Accepted',
      theirPrincipal: null,
    });
    expect([calls.net('thandi', '9104K'), calls.net('lerato', '7310A', 'FEED')]).toEqual([held - 7, 7]);
  });

  it('[ACT-15] pass on a deal under an arrangement that GetTripartites lists for both members', async () => {
    const listed = { client: '7310A', executingMember: 'KAND', carryingMember: 'KARO' };
    expect((await calls.get('thandi', 'StaticData/GetTripartites')).body).toContainEqual(listed);
    expect((await calls.get('lerato', 'StaticData/GetTripartites')).body).toEqual([listed]);
    expect((await calls.get('pieter', 'StaticData/GetTripartites')).body).not.toContainEqual(listed);
    const { own } = await calls.deal({ qty: 3 });
    const before = calls.net('lerato', '7310A');
    const { state, unmatchedSeq } = await calls.accepted('thandi', 'Deals/TripartiteDeal', {
      dealSeq: own,
      client: '7310A',
      carryingMember: 'KARO',
    });
    expect(state).toBe('Accepted');
    expect(calls.net('lerato', '7310A')).toBe(before + 3);
    expect(calls.rows('lerato', 'deals').at(-1)).toMatchObject({
      origin: 'tripartite',
      principal: '7310A',
      counterparty: 'KAND',
    });
    expect(calls.unmatchedRow('thandi', unmatchedSeq)).toMatchObject({
      type: 'tripartite',
      theirPrincipal: '7310A',
    });
    expect(calls.rows('lerato', 'unmatchedDeal').at(-1)).toMatchObject({
      type: 'tripartite',
      state: 'Accepted',
      principal: '7310A',
    });
    expect(calls.rows('pieter', 'unmatchedDeal')).toEqual([]);
  });
});

describe('sub-accounts', () => {
  it('are listed with the account, and orders may name them where they are enabled', async () => {
    const { body } = await calls.get('thandi', 'authenticate/getHQAccess');
    expect(body).toMatchObject({
      subAccounts: expect.arrayContaining([
        { code: 'EAST', principal: '9996S' },
        { code: 'HEDGE', principal: 'KAND' },
      ]),
    });
    expect(JSON.stringify(body)).not.toContain('8001V');
    const order = {
      contract: 'JUL27 WMAZ',
      side: 'B',
      type: 0,
      qty: 1,
      price: 3945,
      capacity: 'A',
      principal: '9996S',
    };
    const rejected = await calls.post('thandi', 'Orders/InsertOrder', { ...order, subAccount: 'NORTH' });
    expect(rejected).toMatchObject({ status: 422, body: { code: 'subAccountUnknown' } });
    const { activeOrderSeq } = await calls.accepted('thandi', 'Orders/InsertOrder', {
      ...order,
      subAccount: 'EAST',
    });
    const row = () =>
      calls.rows('thandi', 'activeOrders').find((row) => row.activeOrderSeq === activeOrderSeq);
    expect(row()?.subAccount).toBe('EAST');
    await calls.accepted('thandi', 'Orders/AmendActiveOrder', { activeOrderSeq, subAccount: 'WEST' });
    expect(row()?.subAccount).toBe('WEST');
    await calls.accepted('thandi', 'Orders/AmendActiveOrder', { activeOrderSeq, price: 3945.2 });
    expect(row()?.subAccount).toBe('WEST');
    await calls.accepted('thandi', 'Orders/AmendActiveOrder', { activeOrderSeq, principal: '9104K' });
    expect(row()).toMatchObject({ principal: '9104K', subAccount: null });
  });
});
describe('each call on deals', () => {
  it.each([
    ['Deals/SplitDeal', { dealSeq: 1, parts: [{ qty: 1, principal: 'KAND' }] }, 'parts'],
    [
      'Deals/SplitDeal',
      {
        dealSeq: 1,
        parts: [
          { qty: 0, principal: 'KAND' },
          { qty: 1, principal: 'KAND' },
        ],
      },
      'parts.0.qty',
    ],
    [
      'Deals/SplitDeal',
      {
        dealSeq: 0,
        parts: [
          { qty: 1, principal: 'KAND' },
          { qty: 1, principal: 'KAND' },
        ],
      },
      'dealSeq',
    ],
    ['Deals/CumulateDeal', { dealSeqs: [1] }, 'dealSeqs'],
    ['Deals/CorrectDealPrinciple', { dealSeq: 1 }, 'principal'],
    ['Deals/SubAccountChange', { dealSeq: 1 }, 'subAccount'],
    ['Deals/AssignDealToMember', { dealSeq: 1, member: '' }, 'member'],
    ['Deals/TripartiteDeal', { dealSeq: 1, client: '7310A' }, 'carryingMember'],
    [
      'UnmatchedDeals/InsertUnmatchedDeal',
      { contract: 'DEC26 WMAZ', side: 'B', qty: 1, principal: 'KAND', counterparty: 'VELD' },
      'price',
    ],
    ['UnmatchedDeals/EditUnmatchedDeal', { unmatchedSeq: 1, subAccount: 'EAST' }, 'principal'],
    ['UnmatchedDeals/AcceptUnmatchedDeal', { unmatchedSeq: 1, principal: 'KAND' }, 'version'],
    ['UnmatchedDeals/DeleteUnmatchedDeal', { unmatchedSeq: 1, extra: true }, 'extra'],
  ])('%s names the wrong field of %o', async (path, body, field) => {
    const before = calls.server.view.lastSeq;
    const { status, body: reply } = await calls.post('thandi', path, body);
    expect([status, Object.keys(reply.errors ?? {})]).toEqual([400, [field]]);
    expect(calls.server.view.lastSeq).toBe(before);
  });

  it('returns its first reply for a repeated request, and its outcome to the user who sent it', async () => {
    const { own } = await calls.deal({ principal: '9996S' });
    const body = { requestId: 'once-more', dealSeq: own, principal: '9104K' };
    const first = await calls.accepted('thandi', 'Deals/CorrectDealPrinciple', body);
    const before = calls.rows('thandi', 'positions');
    const again = await calls.accepted('thandi', 'Deals/CorrectDealPrinciple', body);
    expect(again).toEqual({ ...first, repeated: true });
    expect(calls.rows('thandi', 'positions')).toEqual(before);
    const outcome = await calls.get('thandi', 'Deals/ByRequestId?requestId=once-more');
    expect(outcome.body).toEqual({ outcome: 'accepted', reply: { ...first, repeated: false } });
    expect((await calls.get('thandi', 'UnmatchedDeals/ByRequestId?requestId=once-more')).status).toBe(200);
    expect((await calls.get('thandi', 'Orders/ByRequestId?requestId=once-more')).body).toMatchObject({
      status: 409,
      code: 'outcomeElsewhere',
      message:
        'Your request once-more was another kind of command. Ask /api/Deals/ByRequestId for its outcome.',
    });
    expect((await calls.get('pieter', 'Deals/ByRequestId?requestId=once-more')).status).toBe(404);
    const other = await calls.post('thandi', 'Deals/CorrectDealPrinciple', { ...body, principal: 'KAND' });
    expect(other).toMatchObject({ status: 409, body: { code: 'requestIdReused' } });
    await calls.post('thandi', 'UnmatchedDeals/DeleteUnmatchedDeal', {
      requestId: 'without-effect',
      unmatchedSeq: 9999,
    });
    expect(
      (await calls.get('thandi', 'UnmatchedDeals/ByRequestId?requestId=without-effect')).body,
    ).toMatchObject({
      outcome: 'rejected',
      status: 422,
      code: 'unmatchedDealNotFound',
    });
  });
});
