// The replies while a part of the server is out of service: the market, the history, the database; and to a disabled account.

import { demoPassword } from '@openpit/market';
import { updateUser } from '@openpit/storage';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { exampleOrder } from '../testing/body-examples.ts';
import { type ServerInAFolder, serverInAFolder } from '../testing/server-in-a-folder.ts';

let server: ServerInAFolder;
let thandi: string;
beforeEach(async () => {
  server = await serverInAFolder();
  thandi = await server.signIn('thandi@kand.example');
});
afterEach(() => server.close());

const get = (url: string) => server.get(url, thandi);
const insert = (requestId: string) =>
  server.post('/api/Orders/InsertOrder', { requestId, ...exampleOrder }, thandi);

describe('a server', () => {
  it('rejects orders when its market has stopped, states when to retry, and still answers reads', async () => {
    expect((await insert('before')).status).toBe(200);
    const { lastSeq } = server.view;
    await server.market.close();
    const { status, body, headers } = await insert('after');
    expect([status, body]).toMatchObject([
      503,
      { code: 'venueStopped', message: expect.stringMatching(/\.$/) },
    ]);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    expect(server.view.lastSeq).toBe(lastSeq);
    expect((await get('/api/StaticData/GetPrices')).status).toBe(200);
  });

  it('reports history as unavailable while it cannot be read, and still accepts orders', async () => {
    await server.history.close();
    for (const call of [
      'Deals',
      'Orders',
      'Candles?contract=DEC26%20WMAZ&interval=5',
      'TimeAndSales?contract=DEC26%20WMAZ',
    ]) {
      const { status, body, headers } = await get(`/api/History/${call}`);
      expect([status, body]).toMatchObject([503, { code: 'historyUnavailable' }]);
      expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    }
    expect((await insert('without-history')).status).toBe(200);
  });

  it('reveals nothing internal when a call fails, and still accepts orders', async () => {
    await server.db.schema.dropTable('layout').execute();
    const { status, body } = await get('/api/UserSettings/GetAllUserLayouts');
    expect([status, body]).toMatchObject([500, { code: 'fault' }]);
    expect(JSON.stringify(body)).not.toMatch(/layout|table|sql/i);
    expect((await insert('without-layouts')).status).toBe(200);
  });

  it('rejects a disabled account, and states the reason only with the correct password', async () => {
    await updateUser(server.db, 'thandi', { disabled: true });
    const signIn = (password: string) =>
      server.post('/api/authenticate/login', { email: 'thandi@kand.example', password });
    expect(await signIn(demoPassword)).toMatchObject({ status: 403, body: { code: 'accountDisabled' } });
    expect(await signIn('wrong')).toMatchObject({ status: 401, body: { code: 'wrongCredentials' } });
  });
});
