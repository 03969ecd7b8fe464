// The operator's calls of a running server.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { VenueEvent } from '@openpit/venue';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type ServerInAFolder, serverInAFolder } from '../testing/server-in-a-folder.ts';
import { postToServer } from './operator-client.ts';
import { proofHeader, proofOf } from './operator-key.ts';
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
const insert = (token: string, principal: string, requestId = `c-${++requests}`) => {
  const order = { contract: 'DEC26 WMAZ', side: 'B', type: 0, qty: 5, price: 3990, capacity: 'P', principal };
  return server.post('/api/Orders/InsertOrder', { requestId, ...order }, token);
};
const announcements = async () => (await server.get('/api/StaticData/GetAnnouncements', thandi)).body;

describe('the operator', () => {
  it('is told that a server has not answered, and still receives the answer', async () => {
    const error = vi.spyOn(console, 'error');
    const noticed = new Promise<string>((resolve) =>
      error.mockImplementation((text) => resolve(String(text))),
    );
    const slow = createServer((_request, response) => {
      response.setHeader(proofHeader, proofOf('x'));
      void noticed.then(() => response.end(JSON.stringify({ sentence: 'done' })));
    });
    await once(slow.listen(0, '127.0.0.1'), 'listening');
    try {
      const url = `http://127.0.0.1:${(slow.address() as AddressInfo).port}`;
      const reply = postToServer({ url, token: 'x' }, operatorPath, {}, 1);
      expect(await noticed).toContain(`The server at ${url} has not answered yet.`);
      expect(await reply).toEqual({ sentence: 'done' });
    } finally {
      error.mockRestore();
      slow.close();
    }
  });

  it('learns that the outcome is unknown if the server dies before it replies, and the action is not done twice', async () => {
    const dying = createServer((request) => request.socket.destroy());
    await once(dying.listen(0, '127.0.0.1'), 'listening');
    const url = `http://127.0.0.1:${(dying.address() as AddressInfo).port}`;
    const post = () => postToServer({ url, token: 'x' }, operatorPath, {});
    try {
      await expect(post()).rejects.toThrow(
        `The connection to the server at ${url} ended before it replied. The action may have been done or not`,
      );
    } finally {
      await new Promise((resolve) => dying.close(resolve));
    }
    expect(await post()).toBeNull();
  });

  it.each([
    ['a page', 200, '<html>'],
    ['JSON', 200, '{"ok":true}'],
    ['a page with an error', 501, '<html>'],
    ['nothing', 405, ''],
    ['JSON with an error', 401, '{"error":"unauthorised"}'],
  ])(
    'is not answered by another program at the address of a former server: %s',
    async (_what, status, body) => {
      const foreign = createServer((_request, response) => void response.writeHead(status).end(body));
      await once(foreign.listen(0, '127.0.0.1'), 'listening');
      const url = `http://127.0.0.1:${(foreign.address() as AddressInfo).port}`;
      try {
        expect(await postToServer({ url, token: 'x' }, operatorPath, {})).toBeNull();
      } finally {
        await new Promise((resolve) => foreign.close(resolve));
      }
    },
  );

  it('grants and revokes permissions, with immediate effect', async () => {
    const flags = ['insertOrderOrDouble'];
    const granted = await server.operate({ action: 'grant', user: 'lerato@karo.example', flags });
    expect(granted.sentence).toBe('Granted 1 permission. lerato now has: insertOrderOrDouble.');
    const lost = await insert(lerato, 'KARO', 'lost');
    expect(lost.status).toBe(200);
    const more = ['insertOrderOrDouble', 'splitDeal', 'cumulateDeal'];
    expect((await server.operate({ action: 'grant', user: 'lerato', flags: more })).sentence).toBe(
      'Granted 2 permissions. lerato now has: insertOrderOrDouble, splitDeal, cumulateDeal.',
    );
    expect((await server.operate({ action: 'revoke', user: 'lerato', flags: ['all'] })).sentence).toBe(
      'Revoked 3 permissions. lerato now has: no permissions.',
    );
    expect((await insert(lerato, 'KARO')).status).toBe(403);
    // A repeat is not a command: the program that has lost the reply must learn that the order is in the market.
    const again = await insert(lerato, 'KARO', 'lost');
    expect(again.body).toEqual({ ...(lost.body as object), repeated: true });
    expect((await server.operate({ action: 'users' })).sentence).toMatch(
      /lerato +KARO\/LMO +lerato@karo.example +no permissions/,
    );
  });

  it('says that the orders of an account that is disabled are suspended', async () => {
    const [disabled, enabled] = [
      await server.operate({ action: 'account-disable', account: '9104K' }),
      await server.operate({ action: 'account-enable', account: '9104K' }),
    ];
    expect(disabled.sentence).toBe(
      '9104K is not active: nobody can deal for it, and its orders are suspended.',
    );
    expect(enabled.sentence).toBe(
      '9104K is active. Orders that were suspended stay so until their dealers resubmit them.',
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

  it('sets margins, fees and interest from the next business day', async () => {
    const margins = { instrument: 'WMAZ', initialMargin: 22_000, classSpreadMargin: 11_000.5 };
    const fees = { ownFuture: 0.29, ownOption: 0.2, clientFuture: 0.3, clientOption: 0 };
    const asked = [
      { action: 'set-margins', ...margins, volatilityRange: 4.5 },
      { action: 'set-fees', instrument: 'WMAZ', ...fees },
      { action: 'set-interest', rate: 7.25 },
    ] as const;
    const events: VenueEvent[] = [];
    const stop = server.gateway.onOutcome((outcome) => events.push(...outcome.events));
    const sentences: string[] = [];
    for (const request of asked) sentences.push((await server.operate(request)).sentence);
    stop();
    expect(sentences).toEqual([
      expect.stringMatching(
        /^From 20\d\d-\d\d-\d\d the initial margin of WMAZ is R22000.00 per contract, and R11000.50 for each leg of a spread;/,
      ),
      expect.stringMatching(
        /R0.29 for futures and R0.20 for options of a member’s own, R0.30 and R0.00 of clients.$/,
      ),
      expect.stringMatching(/margins earn interest of 7.25 % per year.$/),
    ]);
    expect(events).toMatchObject([
      { kind: 'ratesSet', initialMargin: 2_200_000, classSpreadMargin: 1_100_050, volatilityRange: 450 },
      {
        kind: 'ratesSet',
        bookingFee: { own: { future: 29, option: 20 }, client: { future: 30, option: 0 } },
      },
      { kind: 'interestRateSet', rate: 725 },
    ]);
    const unknown = { action: 'set-margins', ...margins, instrument: 'RICE', volatilityRange: 4 };
    expect(await server.operate(unknown)).toMatchObject({
      status: 422,
      message: expect.stringContaining('RICE'),
    });
  });

  it('limits the margin of an account, so that an order above it is rejected', async () => {
    const limit = (maxMargin: number | null) =>
      server.operate({ action: 'limit-margin', account: 'KAND', maxMargin });
    expect((await limit(1_000.5)).sentence).toBe(
      'KAND may need at most R1000.50 of initial margin. Orders that could need more are rejected.',
    );
    expect(await insert(thandi, 'KAND')).toMatchObject({ status: 422, body: { code: 'marginAboveLimit' } });
    expect((await limit(null)).sentence).toBe('KAND has no margin limit.');
    const order = await insert(thandi, 'KAND');
    expect(order.status).toBe(200);
    await server.post('/api/Orders/DeleteActiveOrder', { requestId: 'd-1', activeOrderSeq: 1 }, thandi);
  });

  it('records payments by and to an account', async () => {
    const pay = (direction: string, amount: number, account = 'KAND') =>
      server.operate({ action: 'record-payment', account, direction, amount });
    expect((await pay('received', 1_500.25)).sentence).toBe(
      'R1500.25 received from KAND. The exchange owes KAND R1500.25.',
    );
    expect((await pay('paid', 2_000)).sentence).toBe('R2000.00 paid to KAND. KAND owes R499.75.');
    expect((await pay('received', 499.75)).sentence).toBe('R499.75 received from KAND. Nothing is owed.');
    expect(await pay('paid', 1, 'NOBODY')).toMatchObject({ status: 422 });
  });

  it('learns that no delivery has begun if no future can be delivered today', async () => {
    for (const request of [{ action: 'silo-stage', stage: 'tendering' }, { action: 'silo-award' }])
      expect((await server.operate(request)).sentence).toBe(
        'Nothing has changed: no future can be delivered today.',
      );
  });

  it('is rejected when a stage of the delivery would end in the past, or in a week or more', async () => {
    const inDays = (days: number) =>
      `${new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 16)}Z`;
    for (const until of [inDays(-1), inDays(8)])
      expect(await server.operate({ action: 'silo-stage', stage: 'tendering', until })).toMatchObject({
        status: 422,
        message: expect.stringMatching(/^The stage cannot end at .* UTC, because it is now .* UTC\./),
      });
  });

  it('widens the price limits of the day, and learns which', async () => {
    const { sentence } = await server.operate({ action: 'widen-limits', instrument: 'WMAZ', band: 300 });
    expect(sentence).toMatch(
      /^These price limits are wider until the day ends:\n {2}DEC26 WMAZ: \d+\.\d\d to \d+\.\d\d\n/,
    );
  });

  it('values the market, corrects the MTM when trading has ended, and approves it', async () => {
    const correction = { action: 'correct-mtm', contract: 'DEC26 WMAZ', mtm: 4100, reason: 'a wrong bid' };
    // A price far from the last price requires confirmation, before the market looks at it.
    const far = await server.operate({ ...correction, mtm: 410 }).catch((error: unknown) => String(error));
    expect(JSON.stringify(far)).toContain('repeat the command with --confirm');
    expect((await server.operate({ action: 'value-market' })).sentence).toMatch(
      /^Valuation 1 of the day: \d+ contracts and 0 accounts. It is provisional, because futures still trade.$/,
    );
    expect(await server.operate(correction)).toMatchObject({ status: 422, code: 'operatorRejection' });
    const groups = ['deliveryMonth', 'other', 'world'];
    await server.operate({ action: 'phase', phase: 'admin', groups });
    expect((await server.operate(correction)).sentence).toMatch(
      /^The MTM of DEC26 WMAZ is 4100.00. Valuation 2 of the day: .+ "approve-mtm 2" approves it.$/,
    );
    expect((await server.operate({ action: 'approve-mtm', run: 2 })).sentence).toBe(
      'The day ends with the MTM of valuation 2.',
    );
    await server.operate({ action: 'phase', phase: 'continuous', groups });
  });

  it('is not recognized without the token of the data folder', async () => {
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
