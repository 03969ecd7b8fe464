// The calls on deals and unmatched deals by dealers of three members: what each may do, what each sees of it, and what is absent for
// the others.
import type { DealRow, PositionRow, UnmatchedDealRow } from '@openpit/wire';
import { permissionFlags } from '@openpit/wire';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { marketInAFolder, type TestMarket } from '../testing/market-in-a-folder.ts';

let trial: TestMarket;
let thandi: string;
let pieter: string;
let lerato: string;
const memberOf = { thandi: 'KAND', pieter: 'VELD', lerato: 'KARO' } as const;
type UserId = keyof typeof memberOf;

beforeAll(async () => {
  trial = await marketInAFolder();
  thandi = await trial.signIn('thandi@kand.example');
  pieter = await trial.signIn('pieter@veld.example');
  lerato = await trial.signIn('lerato@karo.example');
});
afterAll(() => trial.close());

/** Whatever a reply may hold. */
interface Said {
  readonly seq: number;
  readonly deals: number[];
  readonly unmatchedSeq: number;
  readonly activeOrderSeq: number;
  readonly state: string;
  readonly version: number;
  readonly code: string;
  readonly errors?: object;
}

let requests = 0;
const requestId = () => {
  requests += 1;
  return `d-${requests}`;
};
async function post(path: string, payload: object, token: string) {
  const reply = await trial.call({
    method: 'POST',
    url: `/api/${path}`,
    payload: { requestId: requestId(), ...payload },
    token,
  });
  return { ...reply, body: reply.body as Said };
}
const get = (path: string, token: string) => trial.call({ method: 'GET', url: `/api/${path}`, token });

/** The call is accepted; its reply. */
async function does(path: string, payload: object, token: string) {
  const { status, body } = await post(path, payload, token);
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
}

/** Thandi of KAND buys, Pieter of VELD sells; returns the numbers of the two sides. */
async function dealt(fields: { principal?: string; subAccount?: string; qty?: number; price?: number } = {}) {
  const { principal = 'KAND', qty = 10, price = 4035 } = fields;
  const order = { contract: 'DEC26 WMAZ', type: 0, qty, price };
  await does('Orders/InsertOrder', { ...order, side: 'S', capacity: 'P', principal: 'VELD' }, pieter);
  const capacity = principal === 'KAND' ? 'P' : 'A';
  const more = fields.subAccount === undefined ? {} : { subAccount: fields.subAccount };
  await does('Orders/InsertOrder', { ...order, side: 'B', capacity, principal, ...more }, thandi);
  return { mine: rows('thandi').at(-1)?.dealSeq ?? 0, theirs: rows('pieter').at(-1)?.dealSeq ?? 0 };
}
const viewer = (userId: UserId) => ({ userId, member: memberOf[userId] });
const rows = (userId: UserId): DealRow[] => trial.server.view.deals.rows.image(viewer(userId)).rows;
const dealRow = (userId: UserId, dealSeq: number) => rows(userId).find((row) => row.dealSeq === dealSeq);
const unmatched = (userId: UserId): UnmatchedDealRow[] =>
  trial.server.view.unmatchedDeals.rows.image(viewer(userId)).rows;
const unmatchedRow = (userId: UserId, seq: number) =>
  unmatched(userId).find(({ unmatchedSeq }) => unmatchedSeq === seq);
const positions = (userId: UserId): PositionRow[] =>
  trial.server.view.positions.rows.image(viewer(userId)).rows;
const net = (userId: UserId, principal: string, subAccount: string | null = null) =>
  positions(userId).find((row) => row.principal === principal && row.subAccount === subAccount)?.net ?? 0;

async function permit(flags: readonly string[]): Promise<void> {
  const operator = { by: testOperator, requestId: null } as const;
  await trial.server.floor.submit({
    ...operator,
    command: { kind: 'revokePermissions', userId: 'lerato', flags: [...permissionFlags] },
  });
  await trial.server.floor.submit({
    ...operator,
    command: { kind: 'grantPermissions', userId: 'lerato', flags },
  });
}

describe('the calls on deals', () => {
  it('[ACT-13] split a deal: parent and parts are rows of the own member, and nobody else’s', async () => {
    const { mine } = await dealt();
    const before = { pieter: rows('pieter'), lerato: rows('lerato') };
    const parts = [
      { qty: 4, principal: '9996S', subAccount: 'EAST' },
      { qty: 6, principal: '9104K', dealer: 'JVM', ref: 'P2' },
    ];
    const { deals } = await does('Deals/SplitDeal', { dealSeq: mine, parts }, thandi);
    const parent = dealRow('thandi', mine);
    // The parts bear the fee: R25.00 a contract, and VAT.
    expect(parent).toMatchObject({ state: 'Split', qty: 10, fee: 0 });
    expect(deals.map((seq) => dealRow('thandi', seq)?.fee)).toEqual([115, 172.5]);
    expect(deals.map((seq) => dealRow('thandi', seq))).toMatchObject([
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
    for (const seq of deals) expect(dealRow('thandi', seq)?.linkedGroup).toBe(parent?.linkedGroup);
    expect([rows('pieter'), rows('lerato')]).toEqual([before.pieter, before.lerato]);
    expect([net('thandi', '9996S', 'EAST'), net('thandi', '9104K')]).toEqual([4, 6]);
  });

  it('[ACT-16] cumulate deals at their average, shown to four decimals', async () => {
    const all = [await dealt({ qty: 1, price: 4035 }), await dealt({ qty: 2, price: 4035.2 })].map(
      ({ mine }) => mine,
    );
    const different = await post('Deals/CumulateDeal', { dealSeqs: all }, thandi);
    expect(different).toMatchObject({ status: 422, body: { code: 'dealPricesDiffer' } });
    const { deals } = await does('Deals/CumulateDeal', { dealSeqs: all, averagePrice: true }, thandi);
    expect(dealRow('thandi', deals[0] ?? 0)).toMatchObject({
      qty: 3,
      price: 4035.1333,
      value: (4035 + 2 * 4035.2) * 100,
      state: 'Open',
    });
    expect(all.map((seq) => dealRow('thandi', seq)?.state)).toEqual(['Cumulated', 'Cumulated']);
  });

  it('[ACT-17] [ACT-20] correct principal and sub-account, with an audit on the row', async () => {
    const { mine, theirs } = await dealt({ principal: '9996S', subAccount: 'WEST' });
    await does('Deals/SubAccountChange', { dealSeq: mine, subAccount: null }, thandi);
    await does(
      'Deals/CorrectDealPrinciple',
      { dealSeq: mine, principal: 'KAND', subAccount: 'HEDGE' },
      thandi,
    );
    expect(dealRow('thandi', mine)).toMatchObject({
      state: 'Open',
      principal: 'KAND',
      subAccount: 'HEDGE',
      capacity: 'P',
      changes: [
        { dealer: 'THN', what: 'subAccount', from: 'WEST', to: '' },
        { dealer: 'THN', what: 'principal', from: '9996S', to: 'KAND' },
      ],
    });
    expect(dealRow('pieter', theirs)?.changes).toEqual([]);
    const again = await post('Deals/CorrectDealPrinciple', { dealSeq: mine, principal: '9996S' }, thandi);
    expect(again).toMatchObject({ status: 422, body: { code: 'dealPrincipalNotClient' } });
  });

  it('[ACT-14] [ACT-11] assign a deal: the other member sees the offer and has the deal when it accepts', async () => {
    await permit(['acceptUnmatchedDeal']);
    const { mine } = await dealt({ principal: '9104K', qty: 7 });
    const held = net('thandi', '9104K');
    const offered = await does('Deals/AssignDealToMember', { dealSeq: mine, member: 'KARO' }, thandi);
    expect(offered).toMatchObject({ state: 'Waiting', deals: [] });
    expect(dealRow('thandi', mine)?.state).toBe('Assigning');
    const mineRow = unmatchedRow('thandi', offered.unmatchedSeq);
    const theirRow = unmatched('lerato').at(-1);
    expect(mineRow).toMatchObject({
      role: 'captured',
      type: 'assign',
      principal: '9104K',
      dealSeq: mine,
      side: 'B',
    });
    expect(theirRow).toMatchObject({
      role: 'addressed',
      counterparty: 'KAND',
      principal: null,
      theirPrincipal: null,
      dealSeq: null,
      side: 'B',
      qty: 7,
      expires: trial.server.view.directory.businessDay,
    });
    expect(unmatched('pieter')).toEqual([]);
    const { unmatchedSeq = 0, version = 0 } = theirRow ?? {};
    const byThird = await post(
      'UnmatchedDeals/AcceptUnmatchedDeal',
      { unmatchedSeq, version, principal: 'VELD' },
      pieter,
    );
    expect(byThird).toMatchObject({ status: 422, body: { code: 'unmatchedDealNotFound' } });
    const { deals } = await does(
      'UnmatchedDeals/AcceptUnmatchedDeal',
      { unmatchedSeq, version, principal: '7310A', subAccount: 'FEED', ref: 'L1' },
      lerato,
    );
    expect(dealRow('lerato', deals[0] ?? 0)).toMatchObject({
      principal: '7310A',
      subAccount: 'FEED',
      counterparty: 'KAND',
      origin: 'assigned',
      dealer: 'LMO',
      ref: 'L1',
      qty: 7,
      activeOrderSeq: null,
    });
    expect(dealRow('thandi', mine)?.state).toBe('Assigned');
    expect(unmatchedRow('thandi', offered.unmatchedSeq)).toMatchObject({
      state: 'Accepted',
      theirPrincipal: '7310A',
    });
    expect(unmatchedRow('lerato', unmatchedSeq)).toMatchObject({ state: 'Accepted', theirPrincipal: null });
    expect([net('thandi', '9104K'), net('lerato', '7310A', 'FEED')]).toEqual([held - 7, 7]);
  });

  it('[ACT-15] pass a deal on under an arrangement that GetTripartites lists for both members', async () => {
    const listed = { client: '7310A', executingMember: 'KAND', carryingMember: 'KARO' };
    expect((await get('StaticData/GetTripartites', thandi)).body).toContainEqual(listed);
    expect((await get('StaticData/GetTripartites', lerato)).body).toEqual([listed]);
    expect((await get('StaticData/GetTripartites', pieter)).body).not.toContainEqual(listed);
    const { mine } = await dealt({ qty: 3 });
    const before = net('lerato', '7310A');
    const { state, unmatchedSeq } = await does(
      'Deals/TripartiteDeal',
      { dealSeq: mine, client: '7310A', carryingMember: 'KARO' },
      thandi,
    );
    expect(state).toBe('Accepted');
    expect(net('lerato', '7310A')).toBe(before + 3);
    expect(rows('lerato').at(-1)).toMatchObject({
      origin: 'tripartite',
      principal: '7310A',
      counterparty: 'KAND',
    });
    expect(unmatchedRow('thandi', unmatchedSeq)).toMatchObject({
      type: 'tripartite',
      theirPrincipal: '7310A',
    });
    expect(unmatched('lerato').at(-1)).toMatchObject({
      type: 'tripartite',
      state: 'Accepted',
      principal: '7310A',
    });
    expect(unmatched('pieter')).toEqual([]);
  });
});

describe('the calls on unmatched deals', () => {
  const report = {
    contract: 'MAR27 WMAZ',
    side: 'S',
    qty: 5,
    price: 4060,
    principal: '9996S',
    counterparty: 'VELD',
  };

  it('[ACT-9] [ACT-12] [ACT-11] report, change and accept a deal; a third member sees nothing of it', async () => {
    const before = unmatched('lerato');
    const market = trial.server.view.market.current('MAR27 WMAZ');
    const { unmatchedSeq } = await does('UnmatchedDeals/InsertUnmatchedDeal', report, thandi);
    const seen = () => unmatched('pieter').at(-1);
    expect(seen()).toMatchObject({
      side: 'B',
      qty: 5,
      price: 4060,
      counterparty: 'KAND',
      state: 'Waiting',
      version: 1,
    });
    await does('UnmatchedDeals/EditUnmatchedDeal', { unmatchedSeq, qty: 4, price: 4061 }, thandi);
    expect(seen()).toMatchObject({ qty: 4, price: 4061, version: 2 });
    const accept = { unmatchedSeq: seen()?.unmatchedSeq, principal: '8001V', subAccount: 'MILL' };
    const stale = await post('UnmatchedDeals/AcceptUnmatchedDeal', { ...accept, version: 1 }, pieter);
    expect(stale).toMatchObject({ status: 422, body: { code: 'unmatchedDealChanged' } });
    const { deals } = await does('UnmatchedDeals/AcceptUnmatchedDeal', { ...accept, version: 2 }, pieter);
    expect(dealRow('pieter', deals[0] ?? 0)).toMatchObject({
      origin: 'reported',
      side: 'B',
      qty: 4,
      counterparty: 'KAND',
    });
    expect(rows('thandi').at(-1)).toMatchObject({
      origin: 'reported',
      side: 'S',
      principal: '9996S',
      counterparty: 'VELD',
    });
    expect(unmatchedRow('thandi', unmatchedSeq)).toMatchObject({
      state: 'Accepted',
      theirPrincipal: '8001V',
    });
    expect(seen()).toMatchObject({ state: 'Accepted', principal: '8001V', theirPrincipal: '9996S' });
    expect(unmatched('lerato')).toEqual(before);
    const now = trial.server.view.market.current('MAR27 WMAZ');
    expect([now?.last, now?.volume, now?.deals, now?.high]).toEqual([
      market?.last,
      market?.volume,
      market?.deals,
      market?.high,
    ]);
    expect(now?.openInterest).toBe((market?.openInterest ?? 0) + 4);
  });

  it('[ACT-10] withdraw one that nobody has accepted', async () => {
    const { unmatchedSeq } = await does('UnmatchedDeals/InsertUnmatchedDeal', report, thandi);
    expect(await does('UnmatchedDeals/DeleteUnmatchedDeal', { unmatchedSeq }, thandi)).toMatchObject({
      state: 'Withdrawn',
    });
    expect(unmatched('pieter').at(-1)).toMatchObject({ state: 'Withdrawn' });
    const again = await post('UnmatchedDeals/DeleteUnmatchedDeal', { unmatchedSeq }, thandi);
    expect(again).toMatchObject({ status: 422, body: { code: 'unmatchedDealNotWaiting' } });
  });

  it('show both sides of a cross to its one member', async () => {
    const cross = { ...report, counterparty: 'KAND', counterpartyPrincipal: '9104K' };
    const { unmatchedSeq } = await does('UnmatchedDeals/InsertUnmatchedDeal', cross, thandi);
    const [mine, addressed] = unmatched('thandi').slice(-2);
    expect(mine).toMatchObject({
      unmatchedSeq,
      role: 'captured',
      principal: '9996S',
      theirPrincipal: '9104K',
    });
    expect(addressed).toMatchObject({
      role: 'addressed',
      principal: '9104K',
      theirPrincipal: '9996S',
      side: 'B',
    });
    const accept = { unmatchedSeq: addressed?.unmatchedSeq, version: 1, principal: '9104K' };
    await does('UnmatchedDeals/AcceptUnmatchedDeal', accept, thandi);
    expect(
      rows('thandi')
        .slice(-2)
        .map(({ principal, side }) => [principal, side]),
    ).toEqual([
      ['9996S', 'S'],
      ['9104K', 'B'],
    ]);
  });
});

describe('every call on deals', () => {
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
  ])('%s names the field that it cannot understand: %o', async (path, body, field) => {
    const before = trial.server.view.lastSeq;
    const { status, body: said } = await post(path, body, thandi);
    expect([status, Object.keys(said.errors ?? {})]).toEqual([400, [field]]);
    expect(trial.server.view.lastSeq).toBe(before);
  });

  it('answers a repeat of its request again, and tells what became of it to who asks', async () => {
    const { mine } = await dealt({ principal: '9996S' });
    const body = { requestId: 'once-more', dealSeq: mine, principal: '9104K' };
    const first = await does('Deals/CorrectDealPrinciple', body, thandi);
    const held = positions('thandi');
    const again = await does('Deals/CorrectDealPrinciple', body, thandi);
    expect(again).toEqual({ ...first, repeated: true });
    expect(positions('thandi')).toEqual(held);
    const asked = await get('Deals/ByRequestId?requestId=once-more', thandi);
    expect(asked.body).toEqual({ outcome: 'accepted', reply: { ...first, repeated: false } });
    expect((await get('UnmatchedDeals/ByRequestId?requestId=once-more', thandi)).status).toBe(200);
    expect((await get('Orders/ByRequestId?requestId=once-more', thandi)).status).toBe(404);
    expect((await get('Deals/ByRequestId?requestId=once-more', pieter)).status).toBe(404);
    const other = await post('Deals/CorrectDealPrinciple', { ...body, principal: 'KAND' }, thandi);
    expect(other).toMatchObject({ status: 409, body: { code: 'requestIdReused' } });
    await post('UnmatchedDeals/DeleteUnmatchedDeal', { requestId: 'in-vain', unmatchedSeq: 9999 }, thandi);
    expect((await get('UnmatchedDeals/ByRequestId?requestId=in-vain', thandi)).body).toMatchObject({
      outcome: 'rejected',
      status: 422,
      code: 'unmatchedDealNotFound',
    });
  });
});

describe('sub-accounts', () => {
  it('are listed with the account, and may be dealt for where they are enabled', async () => {
    const { body } = await get('authenticate/getHQAccess', thandi);
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
    const rejected = await post('Orders/InsertOrder', { ...order, subAccount: 'NORTH' }, thandi);
    expect(rejected).toMatchObject({ status: 422, body: { code: 'subAccountUnknown' } });
    const { activeOrderSeq } = await does('Orders/InsertOrder', { ...order, subAccount: 'EAST' }, thandi);
    const row = () =>
      trial.server.view.activeOrders.rows
        .image(viewer('thandi'))
        .rows.find((one) => one.activeOrderSeq === activeOrderSeq);
    expect(row()?.subAccount).toBe('EAST');
    await does('Orders/AmendActiveOrder', { activeOrderSeq, subAccount: 'WEST' }, thandi);
    expect(row()?.subAccount).toBe('WEST');
    await does('Orders/AmendActiveOrder', { activeOrderSeq, price: 3945.2 }, thandi);
    expect(row()?.subAccount).toBe('WEST');
    await does('Orders/AmendActiveOrder', { activeOrderSeq, principal: '9104K' }, thandi);
    expect(row()).toMatchObject({ principal: '9104K', subAccount: null });
  });
});
