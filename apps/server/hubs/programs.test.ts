// What a program relies on that trades over HTTP and follows the hub: docs/programs.md.
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import type { PhasesReply } from '@openpit/wire';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Screen, until } from '../testing/screen.ts';
import { type ServerOnAPort, serverOnAPort } from '../testing/server-on-a-port.ts';

let server: ServerOnAPort;
beforeAll(async () => {
  server = await serverOnAPort();
});
afterAll(() => server.close());

/** A line to the server that can be lost without a sign: both ends stay open, and nothing passes any more. */
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

describe('suspension without activity', () => {
  it('[P6] comes after the chosen time, of a dealer whose line is lost without a sign, not of one who only answers pings', async () => {
    const seconds = async (token: string, disconnectSeconds: number) => {
      const jsonString = JSON.stringify({ defaults: { suspendOnDisconnect: true, disconnectSeconds } });
      const found = await server.call('/api/UserSettings/GetUserPreference', { token });
      const body = { id: (found.body as { readonly _id: string })._id, jsonString };
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
    for (const [screen, principal, price] of [
      [lost, 'KAND', 4030],
      [quiet, 'VELD', 4031],
    ] as const) {
      expect((await seconds(screen.token, 2)).status).toBe(200);
      await insert(screen.token, { principal, price });
    }
    const stateOf = (member: string) =>
      server.view.rowsFor('activeOrders', { userId: '', member }).rows.map(({ state }) => state);
    expect([stateOf('KAND'), stateOf('VELD')]).toEqual([['Active'], ['Active']]);
    line.freeze();
    await until(() => stateOf('KAND')[0] === 'Suspended');
    expect(stateOf('VELD')).toEqual(['Active']);
    line.close();
    await lost.connection.stop();
  });
});

describe('the end of the day', () => {
  it('[P5] is the end of the present business day, in GetPhases and in tokens, also when the operator has ended days early', async () => {
    const token = await server.signIn('thandi');
    const phases = async () =>
      (await server.call('/api/MarketData/GetPhases', { token })).body as PhasesReply;
    const endOf = (day: string) => Date.parse(`${day}T23:30+02:00`);
    expect(await phases()).toMatchObject({ businessDay: '2026-11-18', dayEndsAt: endOf('2026-11-18') });
    for (const day of ['2026-11-19', '2026-11-20', '2026-11-23']) {
      await server.operate({ action: 'end-of-day', force: 'a short day' });
      const { businessDay, dayEndsAt, groups } = await phases();
      expect([businessDay, dayEndsAt]).toEqual([day, endOf(day)]);
      for (const { dealsUntil } of groups)
        if (dealsUntil !== null) expect(dealsUntil).toBeLessThanOrEqual(endOf(day));
    }
    // The session is a working day, not cut to the end of a day that has ended already.
    while (server.clock.now() + 12 * 60 * 60_000 <= endOf('2026-11-18')) {
      server.clock.advance(10 * 60_000);
      // What was due is done before the clock goes on.
      await server.operate({ action: 'announce', message: 'The clock goes on.' });
    }
    const { exp } = claimsOf(await server.signIn('pieter'));
    expect(exp * 1000).toBe(server.clock.now() + 12 * 60 * 60_000);
  });
});
