// The margins of accounts over HTTP: before and after an order, and for the current positions.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ServerInAFolder, serverInAFolder } from '../../testing/server-in-a-folder.ts';

let server: ServerInAFolder;
let thandi: string;
beforeAll(async () => {
  server = await serverInAFolder();
  thandi = await server.signIn('thandi@kand.example');
});
afterAll(() => server.close());

const order = { contract: 'DEC26 WMAZ', side: 'B', qty: 10, price: 4000, principal: 'KAND' };
const preview = (fields: object = {}) =>
  server.post('/api/Orders/PreviewMargin', { ...order, ...fields }, thandi);

describe('the preview of a margin', () => {
  it('is in rand, and has the limit of the account', async () => {
    expect((await preview()).body).toEqual({
      before: 0,
      after: 210_000,
      withOpenOrders: 210_000,
      limit: null,
    });
    await server.operate({ action: 'limit-margin', account: 'KAND', maxMargin: 150_000.5 });
    expect((await preview({ qty: 1 })).body).toMatchObject({ after: 21_000, limit: 150_000.5 });
  });

  it('[ACT-8] counts only the new terms of an amended order, and is rejected with 422 for another member’s order', async () => {
    const insert = async (user: string, fields: { readonly side: string; readonly principal: string }) => {
      const body = {
        requestId: `amended-${fields.principal}`,
        contract: 'DEC26 WMAZ',
        type: 0,
        qty: 2,
        price: 4000,
        capacity: 'P',
      };
      const reply = await server.post('/api/Orders/InsertOrder', { ...body, ...fields }, user);
      expect([reply.status, reply.body]).toEqual([200, reply.body]);
      return (reply.body as { activeOrderSeq: number }).activeOrderSeq;
    };
    const own = await insert(thandi, { side: 'B', principal: 'KAND' });
    const theirs = await insert(await server.signIn('pieter@veld.example'), { side: 'B', principal: 'VELD' });
    expect((await preview({ qty: 3 })).body).toMatchObject({ after: 63_000, withOpenOrders: 105_000 });
    expect((await preview({ qty: 3, activeOrderSeq: own })).body).toMatchObject({
      after: 63_000,
      withOpenOrders: 63_000,
    });
    expect(await preview({ activeOrderSeq: theirs })).toMatchObject({
      status: 422,
      body: { code: 'orderNotFound' },
    });
  });

  it('is 422 with the sentence of the market, and 400 with the field that is wrong', async () => {
    expect(await preview({ contract: 'DEC99 WMAZ' })).toMatchObject({
      status: 422,
      body: { code: 'contractUnknown', message: expect.stringContaining('DEC99 WMAZ') },
    });
    const { status, body } = await preview({ qty: 0 });
    expect([status, body]).toMatchObject([400, { errors: { qty: [expect.any(String)] } }]);
  });
});

describe('the margins that accounts need now', () => {
  it('[PANEL-8] are computed for the positions of the user’s member, in rand', async () => {
    const insert = (user: string, fields: object) =>
      server.post(
        '/api/Orders/InsertOrder',
        { contract: 'MAR27 WMAZ', type: 0, qty: 3, price: 4060, capacity: 'P', ...fields },
        user,
      );
    const pieter = await server.signIn('pieter@veld.example');
    const margins = async (user: string) => (await server.get('/api/Clearing/GetPresentMargins', user)).body;
    expect([await margins(thandi), await margins(pieter)]).toEqual([[], []]);
    await server.operate({ action: 'limit-margin', account: 'KAND', maxMargin: null });
    await insert(thandi, { requestId: 'now-1', side: 'B', principal: 'KAND' });
    await insert(pieter, { requestId: 'now-2', side: 'S', principal: 'VELD' });
    expect(await margins(thandi)).toEqual([{ principal: 'KAND', instrument: 'WMAZ', margin: 63_000 }]);
    expect(await margins(pieter)).toEqual([{ principal: 'VELD', instrument: 'WMAZ', margin: 63_000 }]);
  });
});
