// The exchange day over HTTP: phases, halts, limits, error trades and the end of the day, as the operator commands them and as dealers
// of two members see them.
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Projections } from '@openpit/projections';
import { epochMs, type Outcome } from '@openpit/venue';
import type { ActiveOrderRow, PhasesReply } from '@openpit/wire';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ServerInAFolder, serverInAFolder } from '../testing/server-in-a-folder.ts';

let server: ServerInAFolder;
let thandi: string;
let pieter: string;
beforeAll(async () => {
  server = await serverInAFolder();
  thandi = await server.signIn('thandi@kand.example');
  pieter = await server.signIn('pieter@veld.example');
});
afterAll(() => server.close());

/** Every possible content of a reply. */
interface ReplyBody {
  readonly code?: string;
  readonly message?: string;
  readonly state?: string;
  readonly errors?: object;
  readonly activeOrderSeq: number;
}
let requests = 0;
async function post(path: string, payload: object, token: string) {
  requests += 1;
  const body = { requestId: `x-${requests}`, ...payload };
  const reply = await server.post(`/api/Orders/${path}`, body, token);
  return { ...reply, body: reply.body as ReplyBody };
}
const insert = (token: string, fields: object = {}) =>
  post(
    'InsertOrder',
    {
      contract: 'DEC26 WMAZ',
      side: 'B',
      type: 0,
      qty: 10,
      price: 4035,
      capacity: 'P',
      principal: token === thandi ? 'KAND' : 'VELD',
      ...fields,
    },
    token,
  );
const phases = async (token = thandi) =>
  (await server.get('/api/MarketData/GetPhases', token)).body as PhasesReply;
type OrderSet = 'activeOrders' | 'preMarketOrders';
const rows = (member: string, set: OrderSet = 'activeOrders'): readonly ActiveOrderRow[] =>
  server.view.rowsFor(set, { userId: '', member }).rows;

describe('a long outcome', () => {
  it('lets calls wait until it is complete, so that nobody reads half of a day', async () => {
    const projections = server.view as unknown as Projections;
    const announced: Outcome = {
      seq: server.view.lastSeq,
      at: epochMs(Date.now()),
      by: { kind: 'schedule' },
      requestId: null,
      command: 'continueRun',
      verdict: { kind: 'accepted', answer: null },
      rejected: null,
      repeats: null,
      events: [{ kind: 'announcementMade', id: 1_000, announcement: 'Info', message: 'In slices' }],
    };
    const steps = projections.applyInSteps(announced);
    steps.next();
    let isAnswered = false;
    const call = server.get('/api/StaticData/GetAnnouncements', thandi).finally(() => {
      isAnswered = true;
    });
    for (let turn = 0; turn < 500; turn += 1) await nextTurn();
    expect(isAnswered).toBe(false);
    while (steps.next().done !== true);
    const { status, body } = await call;
    expect(status).toBe(200);
    expect(JSON.stringify(body)).toContain('In slices');
  });
});

describe('GetPhases', () => {
  it('has the phase of each group of contracts, for signed-in users only', async () => {
    const reply = await phases();
    expect(reply.groups.map(({ group, phase }) => [group, phase])).toEqual([
      ['deliveryMonth', 'continuous'],
      ['other', 'continuous'],
      ['world', 'continuous'],
    ]);
    expect(reply.groups[1]?.instruments).toContain('WMAZ');
    expect(reply.groups[2]?.instruments).toContain('CORN');
    expect(reply.halted).toEqual([]);
    expect((await server.get('/api/MarketData/GetPhases')).status).toBe(401);
  });
});

describe('an order before the opening', () => {
  it('waits for the call auction in sets 1 and 19, visible to its member only, and deals at the opening', async () => {
    expect(
      (await server.operate({ action: 'phase', phase: 'preOpen', groups: ['other'] })).sentence,
    ).toContain('other          preOpen');
    const mine = await insert(thandi);
    expect(mine).toMatchObject({ status: 200, body: { state: 'Pre-market' } });
    expect(rows('KAND')).toMatchObject([{ state: 'Pre-market' }]);
    expect(rows('KAND', 'preMarketOrders')).toHaveLength(1);
    expect([...rows('VELD'), ...rows('VELD', 'preMarketOrders'), ...rows('KARO', 'preMarketOrders')]).toEqual(
      [],
    );
    await insert(pieter, { side: 'S', price: 4030, qty: 4 });
    expect((await insert(thandi, { type: 1 })).body.code).toBe('onlyNormalBeforeOpening');
    const market = () => server.view.market.current('DEC26 WMAZ');
    expect(market()).toMatchObject({ bid: null, offer: null, volume: 0 });
    await server.operate({ action: 'phase', phase: 'continuous', groups: ['other'] });
    expect(market()).toMatchObject({ bid: 4035, bidQty: 6, offer: null, last: 4035, volume: 4 });
    expect(rows('KAND')).toMatchObject([{ state: 'Active', remaining: 6 }]);
    expect(rows('KAND', 'preMarketOrders')).toEqual([]);
    await post('DeleteActiveOrder', { activeOrderSeq: mine.body.activeOrderSeq }, thandi);
  });

  it('is rejected in administration with the name of the phase', async () => {
    await server.operate({ action: 'phase', phase: 'admin', groups: ['other'] });
    const { status, body } = await insert(thandi);
    expect([status, body.code]).toEqual([422, 'sessionClosed']);
    expect(body.message).toContain('in administration');
    await server.operate({ action: 'phase', phase: 'continuous', groups: ['other'] });
  });
});

describe('a halt', () => {
  it('is in GetPhases, rejects new orders, and lets dealers delete theirs', async () => {
    const { activeOrderSeq } = (await insert(thandi)).body;
    await server.operate({ action: 'halt', instrument: 'WMAZ', reason: 'crop estimate' });
    expect((await phases()).halted).toMatchObject([{ instrument: 'WMAZ', reason: 'crop estimate' }]);
    expect((await insert(pieter, { side: 'S' })).body.code).toBe('instrumentHalted');
    expect((await post('DeleteActiveOrder', { activeOrderSeq }, thandi)).status).toBe(200);
    await server.operate({ action: 'resume', instrument: 'WMAZ' });
    expect((await phases()).halted).toEqual([]);
  });
});

describe('a held-over order', () => {
  it('has its date in its row, and is rejected with a date that cannot be used', async () => {
    const heldOver = await insert(thandi, { holdOverUntil: '2026-11-20' });
    expect(rows('KAND')).toMatchObject([{ holdOverUntil: '2026-11-20' }]);
    expect((await insert(thandi, { holdOverUntil: '2026-11-21' })).body.code).toBe('holdOverDayUnusable');
    const bad = await insert(thandi, { holdOverUntil: 'Friday' });
    expect([bad.status, Object.keys(bad.body.errors ?? {})]).toEqual([400, ['holdOverUntil']]);
    const { activeOrderSeq } = heldOver.body;
    await post('SuspendActiveOrder', { activeOrderSeq }, thandi);
    await post('EditSuspendOrder', { activeOrderSeq, holdOverUntil: null }, thandi);
    expect(rows('KAND')).toMatchObject([{ holdOverUntil: null, state: 'Suspended' }]);
    expect(
      (await post('EditSuspendOrder', { activeOrderSeq, holdOverUntil: '2026-11-20' }, pieter)).body.code,
    ).toBe('orderNotFound');
    await post('DeleteActiveOrder', { activeOrderSeq }, thandi);
  });
});

describe('the operator', () => {
  it('widens limits for the day, in the market row and the contract details', async () => {
    await server.operate({ action: 'widen-limits', instrument: 'WMAZ', band: 300 });
    expect(server.view.market.current('DEC26 WMAZ')).toMatchObject({
      limitLow: 3735,
      limitHigh: 4335,
    });
    const wanted = { contractName: 'DEC26 WMAZ', instrument: 'WMAZ' };
    const { body } = await server.post('/api/StaticData/GetContractDetails', wanted, thandi);
    expect(body).toMatchObject({ limitLow: 3735, limitHigh: 4335 });
    expect((await server.operate({ action: 'widen-limits', instrument: 'WMAZ', band: 10 })).status).toBe(422);
  });

  it('corrects error trades: in the rows of both sides, in positions and in the figures of the day', async () => {
    await insert(thandi, { side: 'S', price: 4100, qty: 5 });
    await insert(pieter, { price: 4100, qty: 5 });
    const { view } = server;
    const deal = (member: string) => view.rowsFor('deals', { userId: '', member }).rows.at(-1);
    const dealSeq = deal('KAND')?.dealSeq ?? 0;
    const before = view.market.current('DEC26 WMAZ');
    await server.operate({
      action: 'reprice-deal',
      deal: dealSeq,
      price: 4040,
      reason: 'typed wrong',
      confirm: true,
    });
    for (const member of ['KAND', 'VELD'])
      expect(deal(member)).toMatchObject({
        price: 4040,
        changes: [{ what: 'price', from: '4100', to: '4040' }],
      });
    expect(view.market.current('DEC26 WMAZ')).toMatchObject({
      last: 4040,
      high: 4040,
      volume: before?.volume,
    });
    await server.operate({ action: 'cancel-deal', deal: dealSeq, reason: 'wrong contract', confirm: true });
    for (const member of ['KAND', 'VELD']) expect(deal(member)).toMatchObject({ state: 'Cancelled' });
    expect(view.market.current('DEC26 WMAZ')).toMatchObject({
      last: 4035,
      volume: (before?.volume ?? 0) - 5,
    });
    const net = (member: string) =>
      view.rowsFor('positions', { userId: '', member }).rows.map((row) => row.net);
    expect([net('KAND'), net('VELD')]).toEqual([[4], [-4]]);
    expect(
      (await server.operate({ action: 'cancel-deal', deal: dealSeq, reason: 'again', confirm: true }))
        .message,
    ).toContain('already cancelled');
  });

  it('corrects the deal that its match number or either side names, and without confirmation only shows it', async () => {
    await insert(thandi, { side: 'S', price: 4030, qty: 2 });
    await insert(pieter, { price: 4030, qty: 2 });
    const { view } = server;
    const deal = (member: string) => view.rowsFor('deals', { userId: '', member }).rows.at(-1);
    const [sold, bought] = [deal('KAND'), deal('VELD')];
    const match = `M${sold?.matchSeq}`;
    expect(bought?.matchSeq).toBe(sold?.matchSeq);
    for (const named of [match, sold?.dealSeq, bought?.dealSeq]) {
      const shown = await server.operate({ action: 'cancel-deal', deal: named, reason: 'typed wrong' });
      expect(shown.sentence).toContain(
        `${match}, deal ${sold?.dealSeq}: KAND/THN sells 2 DEC26 WMAZ at 4030.00`,
      );
      expect(shown.sentence).toContain(
        `${match}, deal ${bought?.dealSeq}: VELD/PBO buys 2 DEC26 WMAZ at 4030.00`,
      );
      expect(shown.sentence).toContain('Nothing has changed.');
      expect(deal('KAND')).toMatchObject({ state: 'Open' });
    }
    const done = await server.operate({
      action: 'cancel-deal',
      deal: match,
      reason: 'typed wrong',
      confirm: true,
    });
    expect(done.sentence).toContain('These deals are cancelled.');
    for (const member of ['KAND', 'VELD']) expect(deal(member)).toMatchObject({ state: 'Cancelled' });
    const unknown = await server.operate({ action: 'cancel-deal', deal: 'M99999', reason: 'typed wrong' });
    expect([unknown.status, unknown.message]).toEqual([
      422,
      'There is no deal M99999 of today. The Deals panel of either side has its match number, such as M290: give that.',
    ]);
  });

  it('ends the day only if its checklist is complete, or with a reason', async () => {
    const terms = { contract: 'DEC26 WMAZ', side: 'B', qty: 1, price: 4035 };
    const report = { requestId: 'report-1', ...terms, principal: 'KAND', counterparty: 'VELD' };
    expect((await server.post('/api/UnmatchedDeals/InsertUnmatchedDeal', report, thandi)).status).toBe(200);
    const rejected = await server.operate({ action: 'end-of-day' });
    expect(rejected.status).toBe(422);
    expect(rejected.message).toMatch(/OPEN unmatched deals: 1;.*ok {3}positions sum to zero/s);
    expect(server.view.directory.businessDay).toBe('2026-11-18');
    const ended = await server.operate({ action: 'end-of-day', force: 'the other side has gone home' });
    expect(ended.sentence).toContain('Business day 2026-11-18 has ended');
    expect((await server.operate({ action: 'end-of-day' })).sentence).toContain('ok   unmatched deals: 0');
  });

  it.each([
    [{ action: 'phase', phase: 'lunch', groups: ['other'] }, 'phase'],
    [{ action: 'halt', instrument: 'WMAZ', reason: '' }, 'reason'],
    [{ action: 'widen-limits', instrument: 'WMAZ', band: -1 }, 'band'],
    [{ action: 'cancel-deal', deal: 0, reason: 'x' }, 'deal'],
  ])('gets the path of the wrong field of %o', async (payload, field) => {
    const { status, errors } = await server.operate(payload);
    expect([status, Object.keys(errors ?? {})]).toEqual([400, [`request.${field}`]]);
  });
});
