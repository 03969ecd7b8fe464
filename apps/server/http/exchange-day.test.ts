// The exchange day over HTTP: what the operator does at his call, what dealers of three members see and may do of it, and the preferences
// that take orders out of the market.
import type { ActiveOrderRow, PhasesReply } from '@openpit/wire';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { operatorPath } from '../operator/operator-routes.ts';
import { marketInAFolder, operatorToken, type TestMarket } from '../testing/market-in-a-folder.ts';

let trial: TestMarket;
let thandi: string;
let pieter: string;
beforeAll(async () => {
  trial = await marketInAFolder();
  thandi = await trial.signIn('thandi@kand.example');
  pieter = await trial.signIn('pieter@veld.example');
});
afterAll(() => trial.close());

interface Said {
  readonly said?: string;
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
  const reply = await trial.call({ method: 'POST', url: `/api/Orders/${path}`, payload: body, token });
  return { ...reply, body: reply.body as Said };
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
async function operate(payload: object) {
  const reply = await trial.call({ method: 'POST', url: operatorPath, payload, token: operatorToken });
  return { ...reply, body: reply.body as Said };
}
const phases = async (token = thandi) =>
  (await trial.call({ method: 'GET', url: '/api/MarketData/GetPhases', token })).body as PhasesReply;
const rows = (member: string, set: 'rows' | 'preMarket' = 'rows'): ActiveOrderRow[] =>
  trial.server.view.activeOrders[set].image({ userId: '', member }).rows;

describe('GetPhases', () => {
  it('says where each group of contracts stands, to who is signed in only', async () => {
    const reply = await phases();
    expect(reply.groups.map(({ group, phase }) => [group, phase])).toEqual([
      ['deliveryMonth', 'continuous'],
      ['other', 'continuous'],
      ['world', 'continuous'],
    ]);
    expect(reply.groups[1]?.instruments).toContain('WMAZ');
    expect(reply.groups[2]?.instruments).toContain('CORN');
    expect(reply.halted).toEqual([]);
    expect((await trial.call({ method: 'GET', url: '/api/MarketData/GetPhases' })).status).toBe(401);
  });
});

describe('an order before the opening', () => {
  it('is collected, seen by its own member alone in the sets 1 and 19, and deals at the opening', async () => {
    expect((await operate({ action: 'phase', phase: 'preOpen', groups: ['other'] })).body.said).toContain(
      'other          preOpen',
    );
    const mine = await insert(thandi);
    expect(mine).toMatchObject({ status: 200, body: { state: 'Pre-market' } });
    expect(rows('KAND')).toMatchObject([{ state: 'Pre-market' }]);
    expect(rows('KAND', 'preMarket')).toHaveLength(1);
    expect([...rows('VELD'), ...rows('VELD', 'preMarket'), ...rows('KARO', 'preMarket')]).toEqual([]);
    await insert(pieter, { side: 'S', price: 4030, qty: 4 });
    expect((await insert(thandi, { type: 1 })).body.code).toBe('onlyNormalBeforeOpening');
    const market = () => trial.server.view.market.current('DEC26 WMAZ');
    expect(market()).toMatchObject({ bid: null, offer: null, volume: 0 });
    await operate({ action: 'phase', phase: 'continuous', groups: ['other'] });
    expect(market()).toMatchObject({ bid: 4035, bidQty: 6, offer: null, last: 4035, volume: 4 });
    expect(rows('KAND')).toMatchObject([{ state: 'Active', remaining: 6 }]);
    expect(rows('KAND', 'preMarket')).toEqual([]);
    await post('DeleteActiveOrder', { activeOrderSeq: mine.body.activeOrderSeq }, thandi);
  });

  it('is rejected in administration, with the phase', async () => {
    await operate({ action: 'phase', phase: 'admin', groups: ['other'] });
    const { status, body } = await insert(thandi);
    expect([status, body.code]).toEqual([422, 'sessionClosed']);
    expect(body.message).toContain('in administration');
    await operate({ action: 'phase', phase: 'continuous', groups: ['other'] });
  });
});

describe('a halt', () => {
  it('is told by GetPhases, takes no orders, and lets who is there leave', async () => {
    const { activeOrderSeq } = (await insert(thandi)).body;
    await operate({ action: 'halt', instrument: 'WMAZ', reason: 'crop estimate' });
    expect((await phases()).halted).toMatchObject([{ instrument: 'WMAZ', reason: 'crop estimate' }]);
    expect((await insert(pieter, { side: 'S' })).body.code).toBe('instrumentHalted');
    expect((await post('DeleteActiveOrder', { activeOrderSeq }, thandi)).status).toBe(200);
    await operate({ action: 'resume', instrument: 'WMAZ' });
    expect((await phases()).halted).toEqual([]);
  });
});

describe('an order that is held over', () => {
  it('says until when, and needs a date that is one', async () => {
    const kept = await insert(thandi, { holdOverUntil: '2026-11-20' });
    expect(rows('KAND')).toMatchObject([{ holdOverUntil: '2026-11-20' }]);
    expect((await insert(thandi, { holdOverUntil: '2026-11-21' })).body.code).toBe('holdOverDayUnusable');
    const bad = await insert(thandi, { holdOverUntil: 'Friday' });
    expect([bad.status, Object.keys(bad.body.errors ?? {})]).toEqual([400, ['holdOverUntil']]);
    const { activeOrderSeq } = kept.body;
    await post('SuspendActiveOrder', { activeOrderSeq }, thandi);
    await post('EditSuspendOrder', { activeOrderSeq, holdOverUntil: null }, thandi);
    expect(rows('KAND')).toMatchObject([{ holdOverUntil: null, state: 'Suspended' }]);
    expect(
      (await post('EditSuspendOrder', { activeOrderSeq, holdOverUntil: '2026-11-20' }, pieter)).body.code,
    ).toBe('orderNotFound');
    await post('DeleteActiveOrder', { activeOrderSeq }, thandi);
  });
});

describe('preferences', () => {
  it('pass the time-out and the suspension on a lost connection on to the market', async () => {
    const read = await trial.call({
      method: 'GET',
      url: '/api/UserSettings/GetUserPreference',
      token: thandi,
    });
    const { _id: id, userPreferenceJson } = read.body as { _id: string; userPreferenceJson: string };
    const document = JSON.parse(userPreferenceJson) as { defaults: object };
    const write = (defaults: object) =>
      trial.call({
        method: 'POST',
        url: '/api/UserSettings/UpdateUserPreference',
        payload: {
          id,
          jsonString: JSON.stringify({ ...document, defaults: { ...document.defaults, ...defaults } }),
        },
        token: thandi,
      });
    expect((await write({ timeout: 90, suspendOnDisconnect: true })).status).toBe(200);
    const { rights } = trial.server.view;
    expect(rights.of('thandi')).toMatchObject({ timeOutSeconds: 90, suspendsOnDisconnect: true });
    expect(rights.of('pieter')).toMatchObject({ timeOutSeconds: 0, suspendsOnDisconnect: false });
    expect((await write({ timeout: 100_000 })).status).toBe(400);
    await write({ timeout: 0, suspendOnDisconnect: false });
    expect(rights.of('thandi')).toMatchObject({ timeOutSeconds: 0, suspendsOnDisconnect: false });
  });
});

describe('the operator', () => {
  it('widens limits for the day, which the market row and the contract details show', async () => {
    await operate({ action: 'widen-limits', instrument: 'WMAZ', band: 300 });
    expect(trial.server.view.market.current('DEC26 WMAZ')).toMatchObject({
      limitLow: 3735,
      limitHigh: 4335,
    });
    const { body } = await trial.call({
      method: 'POST',
      url: '/api/StaticData/GetContractDetails',
      payload: { contractName: 'DEC26 WMAZ', instrument: 'WMAZ' },
      token: thandi,
    });
    expect(body).toMatchObject({ limitLow: 3735, limitHigh: 4335 });
    expect((await operate({ action: 'widen-limits', instrument: 'WMAZ', band: 10 })).status).toBe(422);
  });

  it('corrects error trades: rows of both sides, positions and the day’s figures follow', async () => {
    await insert(thandi, { side: 'S', price: 4100, qty: 5 });
    await insert(pieter, { price: 4100, qty: 5 });
    const { view } = trial.server;
    const deal = (member: string) => view.deals.rows.image({ userId: '', member }).rows.at(-1);
    const matchSeq = deal('KAND')?.matchSeq ?? 0;
    const before = view.market.current('DEC26 WMAZ');
    await operate({ action: 'reprice-deal', matchSeq, price: 4040, reason: 'typed wrong' });
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
    await operate({ action: 'cancel-deal', matchSeq, reason: 'wrong contract' });
    for (const member of ['KAND', 'VELD']) expect(deal(member)).toMatchObject({ state: 'Cancelled' });
    expect(view.market.current('DEC26 WMAZ')).toMatchObject({
      last: 4035,
      volume: (before?.volume ?? 0) - 5,
    });
    const net = (member: string) =>
      view.positions.rows.image({ userId: '', member }).rows.map((row) => row.net);
    expect([net('KAND'), net('VELD')]).toEqual([[4], [-4]]);
    expect((await operate({ action: 'cancel-deal', matchSeq, reason: 'again' })).body.message).toContain(
      'Cancelled',
    );
  });

  it('ends the day after its checklist, against which only a reason helps', async () => {
    await trial.call({
      method: 'POST',
      url: '/api/UnmatchedDeals/InsertUnmatchedDeal',
      payload: {
        requestId: 'report-1',
        contract: 'DEC26 WMAZ',
        side: 'B',
        qty: 1,
        price: 4035,
        principal: 'KAND',
        counterparty: 'VELD',
      },
      token: thandi,
    });
    const rejected = await operate({ action: 'end-of-day' });
    expect(rejected.status).toBe(422);
    expect(rejected.body.message).toMatch(/OPEN unmatched deals: 1\n.*\n {2}ok {3}positions sum to zero/);
    expect(trial.server.view.directory.businessDay).toBe('2026-11-18');
    const ended = await operate({ action: 'end-of-day', force: 'the other side has gone home' });
    expect(ended.body.said).toContain('Business day 2026-11-18 has ended');
    expect((await operate({ action: 'end-of-day' })).body.said).toContain('ok   unmatched deals: 0');
  });

  it.each([
    [{ action: 'phase', phase: 'lunch', groups: ['other'] }, 'phase'],
    [{ action: 'halt', instrument: 'WMAZ', reason: '' }, 'reason'],
    [{ action: 'widen-limits', instrument: 'WMAZ', band: -1 }, 'band'],
    [{ action: 'cancel-deal', matchSeq: 0, reason: 'x' }, 'matchSeq'],
  ])('is told what is wrong with %o', async (payload, field) => {
    const { status, body } = await operate(payload);
    expect(status).toBe(400);
    expect(Object.keys(body.errors ?? {})).toContain(field);
  });
});
