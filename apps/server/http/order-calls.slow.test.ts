import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exampleOrder } from '../testing/body-examples.ts';
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

let requests = 0;
const requestId = () => {
  requests += 1;
  return `t-${requests}`;
};
const order = (fields: object = {}) => ({
  requestId: requestId(),
  ...exampleOrder,
  qty: 5,
  ...fields,
});
const insert = (fields: object = {}) => server.post('/api/Orders/InsertOrder', order(fields), thandi);
/** Every possible content of a reply. */
interface ReplyBody {
  readonly seq: number;
  readonly activeOrderSeq: number;
  readonly state: string;
  readonly orders: readonly number[];
  readonly errors: object;
}
async function act(call: string, fields: object) {
  const body = { requestId: requestId(), ...fields };
  const reply = await server.post(`/api/Orders/${call}`, body, thandi);
  return { ...reply, body: reply.body as ReplyBody };
}
const outcome = (id: string, token = thandi) => server.get(`/api/Orders/ByRequestId?requestId=${id}`, token);

describe('orders', () => {
  it('[ACT-1] [ACT-5] [ACT-7] [ACT-4] are inserted, suspended, resubmitted and deleted, each with its sequence number', async () => {
    const inserted = await insert({ ref: 'R1' });
    expect(inserted.status).toBe(200);
    expect(inserted.body).toMatchObject({
      state: 'Active',
      remaining: 5,
      dealt: 0,
      ref: 'R1',
      repeated: false,
    });
    const { activeOrderSeq, seq } = inserted.body as ReplyBody;
    let last = seq;
    for (const [call, state] of [
      ['SuspendActiveOrder', 'Suspended'],
      ['ResubmitActiveOrder', 'Active'],
      ['DeleteActiveOrder', 'Cancelled'],
    ] as const) {
      const { status, body } = await act(call, { activeOrderSeq });
      expect([status, body.state]).toEqual([200, state]);
      expect(body.seq).toBeGreaterThan(last);
      last = body.seq;
    }
  });

  it('[ACT-6] [ACT-8] [ACT-2] [ACT-3] are reduced, amended, edited, and suspended and cancelled all together', async () => {
    const { activeOrderSeq } = (await insert({ price: 3950, qty: 9, ref: 'M1' })).body as ReplyBody;
    const reduced = await act('ReduceActiveOrder', { activeOrderSeq, qty: 6 });
    expect(reduced.body).toMatchObject({ state: 'Active', remaining: 6 });
    const amended = await act('AmendActiveOrder', { activeOrderSeq, price: 3951 });
    expect(amended.body).toMatchObject({ state: 'Active', ref: 'M1' });
    const notSuspended = await act('EditSuspendOrder', { activeOrderSeq, price: 3952 });
    expect(notSuspended.body).toMatchObject({ code: 'orderNotSuspended' });
    const all = { filter: { contract: 'DEC26 WMAZ' }, includeHoldOver: true, expectedCount: 1 };
    expect((await act('SuspendAllActiveOrders', all)).body.orders).toContain(activeOrderSeq);
    const edited = await act('EditSuspendOrder', { activeOrderSeq, qty: 4, principal: '9996S' });
    expect(edited.body).toMatchObject({ state: 'Suspended', remaining: 4 });
    const { rows } = server.view.rowsFor('activeOrders', { userId: 'thandi', member: 'KAND' });
    expect(rows.find((row) => row.activeOrderSeq === activeOrderSeq)).toMatchObject({
      price: 3951,
      qty: 4,
      remaining: 4,
      principal: '9996S',
      capacity: 'A',
    });
    expect((await act('CancelAllActiveOrders', all)).body.orders).toContain(activeOrderSeq);
    expect((await act('CancelAllActiveOrders', all)).body).toMatchObject({ code: 'noOrdersMatch' });
    const wrong = await act('CancelAllActiveOrders', { filter: { colour: 'red' } });
    expect(Object.keys(wrong.body.errors).sort()).toEqual(['filter.colour', 'includeHoldOver']);
  });

  it('[ACT-1] are inserted as a double: both sides, or neither', async () => {
    const double = (fields: object = {}) =>
      act('InsertDoubleOrder', {
        contract: 'JUL27 SOYA',
        bidQty: 2,
        bidPrice: 7690,
        offerQty: 3,
        offerPrice: 7710,
        capacity: 'P',
        principal: 'KAND',
        ref: 'D1',
        ...fields,
      });
    const { status, body } = await double();
    expect(status).toBe(200);
    expect(body).toMatchObject({
      bid: { state: 'Active', remaining: 2, ref: 'D1' },
      offer: { state: 'Active', remaining: 3, ref: 'D1' },
    });
    expect(await double({ bidPrice: 7710 })).toMatchObject({
      status: 422,
      body: { code: 'bidNotBelowOffer' },
    });
    expect(await double({ offerQty: 0 })).toMatchObject({ status: 400 });
    const faultsOf = async (fields: object) => Object.keys((await double(fields)).body.errors);
    expect(await faultsOf({ offerPrice: undefined })).toEqual(['offerPrice']);
    expect(await faultsOf({ bidVolatility: 20 })).toEqual(['bidPrice']);
    expect(await faultsOf({ bidPrice: undefined, offerVolatility: 20 })).toEqual(['bidPrice', 'offerPrice']);
  });

  it('get the first reply again when the request is repeated, and 409 when its id is used for another', async () => {
    const body = order();
    const send = (sent: object) => server.post('/api/Orders/InsertOrder', sent, thandi);
    const first = await send(body);
    const again = await send(body);
    expect(again.body).toEqual({ ...(first.body as object), repeated: true });
    const other = await send({ ...body, qty: 6 });
    expect(other.status).toBe(409);
    expect(other.body).toMatchObject({ code: 'requestIdReused' });
    expect((await outcome(body.requestId)).body).toEqual({ outcome: 'accepted', reply: first.body });
    expect((await outcome(body.requestId, pieter)).status).toBe(404);
  });

  it('get 422 with code and sentence when the market rejects them, even when the outcome is asked for later', async () => {
    const body = order({ price: 9999 });
    const rejected = await server.post('/api/Orders/InsertOrder', body, thandi);
    expect(rejected.status).toBe(422);
    expect(rejected.body).toEqual({
      status: 422,
      code: 'priceOutsideLimits',
      message: expect.stringMatching(/^Price outside daily limits \(/),
    });
    expect((await outcome(body.requestId)).body).toMatchObject({
      outcome: 'rejected',
      status: 422,
      code: 'priceOutsideLimits',
    });
  });

  it.each([
    ['requestId', { requestId: undefined }],
    ['requestId', { requestId: 'x'.repeat(37) }],
    ['side', { side: 'X' }],
    ['type', { type: 3 }],
    ['qty', { qty: 1.5 }],
    ['qty', { qty: '5' }],
    ['price', { price: 4000.123 }],
    ['price', { price: null }],
    ['capacity', { capacity: 'Q' }],
    ['principal', { principal: '' }],
    ['surprise', { surprise: 1 }],
  ])('get 400 with the path of the field for a wrong %s, and change nothing', async (path, fields) => {
    const before = server.view.lastSeq;
    const { status, body } = await insert(fields);
    expect(status).toBe(400);
    expect(Object.keys((body as ReplyBody).errors)).toEqual([path]);
    expect(server.view.lastSeq).toBe(before);
  });

  it('are rejected with a sentence when the body is not JSON, of another type or too large', async () => {
    const send = (payload: string, contentType: string) =>
      server.call({
        method: 'POST',
        url: '/api/Orders/InsertOrder',
        payload,
        token: thandi,
        headers: { 'content-type': contentType },
      });
    const notJson =
      'The body is not valid JSON, or has a field __proto__ or constructor.prototype, which is not allowed.';
    for (const [text, sentence] of [
      ['{', notJson],
      ['', 'The body is empty. Send JSON.'],
      ['{"__proto__":{"a":1}}', notJson],
    ] as const)
      expect(await send(text, 'application/json')).toMatchObject({
        status: 400,
        body: { errors: { body: [sentence] } },
      });
    expect(await send('x=1', 'application/x-www-form-urlencoded')).toMatchObject({
      status: 415,
      body: { code: 'wrongContentType' },
    });
    expect(await send(`{"a":"${'x'.repeat(200_000)}"}`, 'application/json')).toMatchObject({
      status: 413,
      body: { code: 'tooLarge' },
    });
  });
});

describe('the outcome of a request of an earlier day', () => {
  it('is never said not to have been carried out: it belongs to an earlier day, or the record does not reach back', async () => {
    const body = order({ holdOverUntil: '2026-12-18', price: 3990, ref: 'P1' });
    const { activeOrderSeq } = (await server.post('/api/Orders/InsertOrder', body, thandi)).body as ReplyBody;
    const isThere = () => {
      const { rows } = server.view.rowsFor('activeOrders', { userId: 'thandi', member: 'KAND' });
      return rows.some((row) => row.activeOrderSeq === activeOrderSeq);
    };
    const otherSession = await server.signIn('thandi@kand.example');
    for (let days = 1; days <= 6; days += 1) {
      await server.operate({ action: 'end-of-day', force: 'the next day' });
      expect(isThere()).toBe(true);
      for (const token of [thandi, otherSession]) {
        const { status, body: reply } = await outcome(body.requestId, token);
        const { code, message } = reply as { readonly code: string; readonly message: string };
        expect([days, status, code]).toEqual([
          days,
          ...(days <= 5 ? [409, 'outcomeTooOld'] : [404, 'notFound']),
        ]);
        expect(message).not.toMatch(/not carried out|never/);
        expect(message).toMatch(/look at your orders and deals/i);
      }
    }
    const calls = ['Orders', 'Deals', 'UnmatchedDeals', 'Silo'];
    for (const call of calls) {
      const { body: reply } = await server.get(`/api/${call}/ByRequestId?requestId=of-nobody`, thandi);
      expect((reply as { readonly message: string }).message).toMatch(/no record of your request of-nobody/);
    }
  });
});
