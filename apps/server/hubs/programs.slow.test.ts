// The guarantees for a program that trades over HTTP and follows the hub: docs/programs.md.
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import type { PhasesReply } from '@openpit/wire';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Screen, until } from '../testing/screen.ts';
import { type ServerOnAPort, serverOnAPort } from '../testing/server-on-a-port.ts';

let server: ServerOnAPort;
beforeAll(async () => {
  server = await serverOnAPort({
    dealers: [{ userId: 'johan', member: 'KAND', dealer: 'JVM' }],
    // Twelve hours later, the end of this day has passed.
    time: '14:10',
  });
});
afterAll(() => server.close());

/** A line to the server that can be lost without a sign: both ends stay open, but no longer pass anything on. */
async function frozenLine(url: string) {
  const sockets: Socket[] = [];
  const proxy = createServer((near) => {
    const far = connect(Number(new URL(url).port), '127.0.0.1');
    sockets.push(near, far);
    for (const socket of [near, far]) socket.on('error', () => {});
    near.pipe(far).pipe(near);
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  return {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    freeze: () => {
      for (const socket of sockets) socket.unpipe().pause();
    },
    close: () => {
      for (const socket of sockets) socket.destroy();
      proxy.close();
    },
  };
}

let requests = 0;
/** Sends a command on orders; the body has a new request id. */
async function order(call: string, token: string, fields: object) {
  requests += 1;
  const body = { requestId: `p-${requests}`, ...fields };
  const reply = await server.call(`/api/Orders/${call}`, { body, token });
  return { ...reply, body: reply.body as Record<string, unknown> };
}
async function insert(token: string, fields: object): Promise<number> {
  const terms = { contract: 'DEC26 WMAZ', side: 'B', type: 0, qty: 10, capacity: 'P' };
  const { status, body } = await order('InsertOrder', token, { ...terms, ...fields });
  expect([status, body]).toMatchObject([200, { activeOrderSeq: expect.any(Number) }]);
  return Number(body.activeOrderSeq);
}

const claimsOf = (token: string): { readonly exp: number } =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());

describe('a command on orders', () => {
  it('amends to a total that cannot overfill, and cancels all orders of the user, or of the member', async () => {
    const [thandi, johan, pieter] = await Promise.all(['thandi', 'johan', 'pieter'].map(server.signIn));
    if (thandi === undefined || johan === undefined || pieter === undefined)
      throw new Error('Nobody signed in.');
    const activeOrderSeq = await insert(thandi, { principal: 'KAND', price: 4030 });
    await insert(pieter, { principal: 'VELD', price: 4030, side: 'S', qty: 4 });
    const amend = (fields: object) => order('AmendActiveOrder', thandi, { activeOrderSeq, ...fields });
    expect(await amend({ totalQty: 8, qty: 8 })).toMatchObject({
      status: 400,
      body: { errors: { totalQty: [expect.stringContaining('not both')] } },
    });
    expect(await amend({ totalQty: 4 })).toMatchObject({
      status: 422,
      body: { code: 'quantityNotPositive' },
    });
    // Four of ten have dealt: eight in total leave four. The reply contains the deals of this command.
    expect((await amend({ totalQty: 8 })).body).toMatchObject({ remaining: 4, dealt: 0, state: 'Active' });
    expect((await amend({ qty: 8 })).body).toMatchObject({ remaining: 8 });
    expect((await amend({ totalQty: 9, price: 4029 })).body).toMatchObject({ remaining: 5 });

    const others = await insert(johan, { principal: 'KAND', price: 4028 });
    const cancelAll = (token: string, filter: object, more: object = {}) =>
      order('CancelAllActiveOrders', token, { filter, includeHoldOver: true, ...more });
    expect((await cancelAll(thandi, { mine: true })).body).toMatchObject({ orders: [activeOrderSeq] });
    const mine = await insert(thandi, { principal: 'KAND', price: 4028 });
    expect((await cancelAll(thandi, {}, { expectedCount: 1 })).body).toMatchObject({
      orders: [others, mine],
    });
    const { body } = await server.call('/api/docs/json');
    const { paths } = body as {
      readonly paths: Readonly<Record<string, { readonly post: { summary: string } }>>;
    };
    expect(paths['/api/Orders/CancelAllActiveOrders']?.post.summary).toContain('of your member');
  });
});

describe('the hub', () => {
  it('sends the depth of every listed contract on one connection, and reports the number of subscribed contracts', async () => {
    const { directory } = server.view;
    const listed = directory.listedContracts();
    const displaySeqs = listed.map(({ displaySeq }) => displaySeq);
    expect(displaySeqs.length).toBeGreaterThan(1_500);
    const screen = await server.openScreen('lerato', { isBinary: true });
    const whole = [...displaySeqs, 999_999];
    expect(await screen.invoke('SubscribeDepth', whole)).toEqual({ Status: 'Success', Unknown: ['999999'] });
    await until(() => screen.all('DepthSnapshot').length === displaySeqs.length);
    expect(new Set(screen.all('DepthSnapshot').map(({ DisplaySeq }) => DisplaySeq))).toEqual(
      new Set(displaySeqs),
    );
    await insert(await server.signIn('thandi'), { principal: 'KAND', price: 4027 });
    const maize = directory.contract('DEC26 WMAZ')?.displaySeq;
    await until(() => screen.all('DepthSnapshotUpdate').some(({ DisplaySeq }) => DisplaySeq === maize));
    await expect(
      screen.invoke(
        'SubscribeDepth',
        Array.from({ length: 5_001 }, (_, at) => at + 1),
      ),
    ).rejects.toThrow('at most 5000 contracts');

    await screen.invoke('GetMarketDisplayChunks');
    expect(screen.all('MarketDisplayChunk')[0]).toMatchObject({ index: 0, subscribed: 0 });
    await screen.invoke('Subscribe', ['DEC26 WMAZ', 'MAR27 WMAZ', 'MAY27 WMAZ']);
    await screen.invoke('GetMarketDisplayChunks');
    expect(screen.all('MarketDisplayCompleted').map(({ subscribed }) => subscribed)).toEqual([0, 3]);
    await screen.connection.stop();
  });

  it('replaces a silent connection of the user by a new connection, and never a connection that answers', async () => {
    const token = await server.signIn('johan');
    const limit = 24;
    const line = await frozenLine(server.url);
    const open = async (url: string, count: number) => {
      const screens = Array.from({ length: count }, () => new Screen(url, token, {}));
      await Promise.all(screens.map(({ connection }) => connection.start()));
      return screens;
    };
    const [healthy] = await open(server.url, 1);
    const lost = await open(line.url, limit - 1);
    line.freeze();
    const fresh = await open(server.url, limit - 1);
    expect([healthy, ...fresh].filter((screen) => screen?.isClosed !== false)).toEqual([]);
    await expect(open(server.url, 1)).rejects.toThrow('24 open connections, which is the limit per user');
    line.close();
    await Promise.all([...fresh, ...lost, healthy].map((screen) => screen?.connection.stop()));
  });

  it('closes with the reason when a session ends: by logout, by the operator, with the day', async () => {
    const closed = async (userId: string, end: (token: string) => Promise<unknown>) => {
      const screen = await server.openScreen(userId);
      await end(screen.token);
      await until(() => screen.isClosed);
      return screen.closeReason;
    };
    expect(
      await closed('johan', (token) => server.call('/api/authenticate/logout', { token, body: {} })),
    ).toContain('You have signed out.');
    expect(
      await closed('johan', () => server.operate({ action: 'user-end-sessions', user: 'johan' })),
    ).toContain('The operator has ended this session.');
  });
});

describe('a call', () => {
  it('has the methods of its path in a 405, and the scheme of the token in every 401', async () => {
    for (const [method, path, allow] of [
      ['PUT', '/api/Orders/InsertOrder', 'POST'],
      ['GET', '/api/authenticate/login', 'POST'],
      ['POST', '/api/MarketData/GetPhases', 'GET'],
      ['DELETE', '/api/UserSettings/DeleteUserLayoutById', 'GET'],
    ] as const) {
      const reply = await fetch(server.url + path, { method });
      expect([path, reply.status, reply.headers.get('allow')]).toEqual([path, 405, allow]);
      expect(await reply.json()).toMatchObject({
        code: 'wrongMethod',
        message: expect.stringContaining(allow),
      });
    }
    expect((await fetch(`${server.url}/api/Orders/Nothing`, { method: 'PUT' })).status).toBe(404);
    const login = { method: 'POST', headers: { 'content-type': 'application/json' } };
    for (const reply of [
      await fetch(`${server.url}/api/MarketData/GetPhases`),
      await fetch(`${server.url}/api/MarketData/GetPhases`, { headers: { authorization: 'Bearer x' } }),
      await fetch(`${server.url}/api/authenticate/login`, {
        ...login,
        body: JSON.stringify({ email: 'nobody@kand.example', password: 'a wrong password' }),
      }),
      await fetch(`${server.url}/market/negotiate?negotiateVersion=1`, { method: 'POST' }),
    ])
      expect([reply.url, reply.status, reply.headers.get('www-authenticate')]).toEqual([
        reply.url,
        401,
        'Bearer',
      ]);
  });
});

describe('suspension without activity', () => {
  it('comes after the chosen time, of a dealer whose line is lost without a sign, not of one who only answers pings', async () => {
    const seconds = async (token: string, disconnectSeconds: number) => {
      const jsonString = JSON.stringify({ defaults: { suspendOnDisconnect: true, disconnectSeconds } });
      const preference = await server.call('/api/UserSettings/GetUserPreference', { token });
      const body = { id: (preference.body as { readonly _id: string })._id, jsonString };
      return await server.call('/api/UserSettings/UpdateUserPreference', { body, token });
    };
    const token = await server.signIn('thandi');
    for (const wrong of [1, 2.5, 3601]) {
      const { status, body } = await seconds(token, wrong);
      expect([wrong, status, body]).toMatchObject([
        wrong,
        400,
        { errors: { 'jsonString.defaults.disconnectSeconds': [expect.stringMatching(/^must be/)] } },
      ]);
    }
    const line = await frozenLine(server.url);
    const [lost, quiet] = [new Screen(line.url, token, {}), await server.openScreen('pieter')];
    await lost.connection.start();
    for (const screen of [lost, quiet]) expect((await seconds(screen.token, 2)).status).toBe(200);
    const orders = [
      await insert(lost.token, { principal: 'KAND', price: 4025 }),
      await insert(quiet.token, { principal: 'VELD', price: 4025 }),
    ];
    const states = () => {
      const rows = ['KAND', 'VELD'].flatMap(
        (member) => server.view.rowsFor('activeOrders', { userId: '', member }).rows,
      );
      return orders.map((seq) => rows.find((row) => row.activeOrderSeq === seq)?.state);
    };
    expect(states()).toEqual(['Active', 'Active']);
    line.freeze();
    await until(() => states()[0] === 'Suspended');
    expect(states()[1]).toBe('Active');
    line.close();
    await lost.connection.stop();
  });
});

describe('the end of the day', () => {
  it('is the end of the current business day, in GetPhases and in tokens, even when the operator has ended days early', async () => {
    const token = await server.signIn('thandi');
    const phases = async (token: string) =>
      (await server.call('/api/MarketData/GetPhases', { token })).body as PhasesReply;
    const endOf = (day: string) => Date.parse(`${day}T23:30+02:00`);
    expect(await phases(token)).toMatchObject({ businessDay: '2026-11-18', dayEndsAt: endOf('2026-11-18') });
    const screen = await server.connect(token);
    for (const day of ['2026-11-19', '2026-11-20', '2026-11-23']) {
      server.clock.advance(1_000);
      await server.operate({ action: 'end-of-day', force: 'a short day' });
      const { businessDay, dayEndsAt, groups } = await phases(await server.signIn('thandi'));
      expect([businessDay, dayEndsAt]).toEqual([day, endOf(day)]);
      for (const { dealsUntil } of groups)
        if (dealsUntil !== null) expect(dealsUntil).toBeLessThanOrEqual(endOf(day));
    }
    server.clock.advance(5_000);
    await until(() => screen.isClosed);
    expect(screen.closeReason).toContain('The business day has ended.');
    // The session is a working day, not cut to the end of a day that has already ended.
    const { exp } = claimsOf(await server.signIn('pieter'));
    expect(exp * 1000).toBe(server.clock.now() + 12 * 60 * 60_000);
  });
});
