// The operator's calls of a running server.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ServerInAFolder, serverInAFolder } from '../testing/server-in-a-folder.ts';
import { operatorPath } from './operator-routes.ts';

let server: ServerInAFolder;
let thandi: string;
let lerato: string;
beforeAll(async () => {
  server = await serverInAFolder();
  thandi = await server.signIn('thandi@kand.example');
  lerato = await server.signIn('lerato@karo.example');
});
afterAll(() => server.close());

let requests = 0;
const insert = (token: string, principal: string) => {
  requests += 1;
  const order = { contract: 'DEC26 WMAZ', side: 'B', type: 0, qty: 5, price: 3990, capacity: 'P', principal };
  return server.post('/api/Orders/InsertOrder', { requestId: `c-${requests}`, ...order }, token);
};
const announcements = async () => (await server.get('/api/StaticData/GetAnnouncements', thandi)).body;

describe('the operator', () => {
  it('grants and revokes permissions, with effect at once', async () => {
    const flags = ['insertOrderOrDouble'];
    const granted = await server.operate({ action: 'grant', user: 'lerato@karo.example', flags });
    expect(granted.sentence).toBe('Granted 1 permission. lerato now has: insertOrderOrDouble.');
    expect((await insert(lerato, 'KARO')).status).toBe(200);
    await server.operate({ action: 'revoke', user: 'lerato', flags: ['all'] });
    expect((await insert(lerato, 'KARO')).status).toBe(403);
    expect((await server.operate({ action: 'users' })).sentence).toMatch(
      /lerato +KARO\/LMO +lerato@karo.example +no permissions/,
    );
  });

  it('announces', async () => {
    await server.operate({ action: 'announce', message: 'Silo receipts at noon' });
    expect(await announcements()).toMatchObject([{ kind: 'Info', message: 'Silo receipts at noon' }]);
  });

  it('gets a sentence for a user or a permission that does not exist, and 400 for an unknown action', async () => {
    expect(await server.operate({ action: 'grant', user: 'nobody', flags: ['all'] })).toMatchObject({
      status: 422,
      code: 'operatorRejection',
      message: expect.stringContaining('no user "nobody"'),
    });
    expect(await server.operate({ action: 'grant', user: 'lerato', flags: ['fly'] })).toMatchObject({
      status: 422,
      message: expect.stringContaining('"fly"'),
    });
    expect((await server.operate({ action: 'explode' })).status).toBe(400);
  });

  it('is nobody without the token of the data folder', async () => {
    const body = { operatorId: 'someone', request: { action: 'users' } };
    for (const token of ['', 'wrong', thandi])
      expect((await server.post(operatorPath, body, token)).status).toBe(404);
  });

  it('[AUTH-10] ends the day: open orders expire and the next day begins', async () => {
    const before = server.view.directory.businessDay;
    expect((await insert(thandi, 'KAND')).status).toBe(200);
    const { sentence } = await server.operate({ action: 'end-of-day' });
    expect(sentence).toContain(`Business day ${before} has ended`);
    const own = { userId: 'thandi', member: 'KAND' };
    expect(server.view.rowsFor('activeOrders', own).rows).toEqual([]);
    expect(await announcements()).toMatchObject([{ kind: 'EndOfDay' }]);
  });
});
