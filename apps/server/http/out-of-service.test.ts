// What a client is told when a part of the server is out of service: the market, the history, the database; and who has been shut out.
import { updateUser } from '@openpit/storage';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { demoPassword } from '../seed/demo-users.ts';
import { marketInAFolder, type TestMarket } from '../testing/market-in-a-folder.ts';

let trial: TestMarket;
let thandi: string;
beforeEach(async () => {
  trial = await marketInAFolder();
  thandi = await trial.signIn('thandi@kand.example');
});
afterEach(() => trial.close());

const get = (url: string) => trial.call({ method: 'GET', url, token: thandi });
const order = {
  contract: 'DEC26 WMAZ',
  side: 'B',
  type: 0,
  qty: 1,
  price: 4000,
  capacity: 'P',
  principal: 'KAND',
};
const insert = (requestId: string) =>
  trial.call({
    method: 'POST',
    url: '/api/Orders/InsertOrder',
    payload: { requestId, ...order },
    token: thandi,
  });

describe('a server of which a part is out of service', () => {
  it('takes no order while its market has stopped, and says when to try again', async () => {
    expect((await insert('before')).status).toBe(200);
    const { lastSeq } = trial.server.view;
    await trial.market.close();
    const { status, body, headers } = await insert('after');
    expect([status, body]).toMatchObject([
      503,
      { code: 'venueStopped', message: expect.stringMatching(/\.$/) },
    ]);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    expect(trial.server.view.lastSeq).toBe(lastSeq);
    // What was known is still told.
    expect((await get('/api/StaticData/GetPrices')).status).toBe(200);
  });

  it('has no history while that cannot be read, and its market goes on', async () => {
    await trial.server.history.close();
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

  it('tells nothing of its inside when something fails there', async () => {
    await trial.server.db.schema.dropTable('layout').execute();
    const { status, body } = await get('/api/UserSettings/GetAllUserLayouts');
    expect([status, body]).toMatchObject([500, { code: 'fault' }]);
    expect(JSON.stringify(body)).not.toMatch(/layout|table|sql/i);
    expect((await insert('without-layouts')).status).toBe(200);
  });

  it('lets nobody in whose account is disabled, and says so only to who knows the password', async () => {
    await updateUser(trial.server.db, 'thandi', { disabled: true });
    const signIn = (password: string) =>
      trial.call({
        method: 'POST',
        url: '/api/authenticate/login',
        payload: { email: 'thandi@kand.example', password },
      });
    expect(await signIn(demoPassword)).toMatchObject({ status: 403, body: { code: 'accountDisabled' } });
    expect(await signIn('wrong')).toMatchObject({ status: 401, body: { code: 'wrongCredentials' } });
  });
});
