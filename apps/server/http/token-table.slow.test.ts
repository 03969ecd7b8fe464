// Tokens that must open nothing, sent with every call of the OpenAPI document and to every request of the hub. They are made with the
// server's own secret where that is needed, so that each is rejected for its only fault.
import { generateKeyPairSync } from 'node:crypto';
import { type IncomingMessage, request as startRequest } from 'node:http';
import type { Duplex } from 'node:stream';
import { findSetting } from '@openpit/storage';
import { type MarketHubMethod, marketHub, marketHubPath, paths } from '@openpit/wire';
import { SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { methodScopes } from '../scope/testing/hub-scopes.ts';
import { until } from '../testing/screen.ts';
import { type ServerOnAPort, serverOnAPort } from '../testing/server-on-a-port.ts';
import { publicCalls } from './signed-in.ts';
import { type Operation, operationsOf } from './testing/api-document.ts';

const hourSeconds = 3_600;

let server: ServerOnAPort;
let operations: readonly Operation[];
let right: string;
/** The tokens by their faults. */
let bad: Readonly<Record<string, string>>;

interface Claims {
  readonly iss: string;
  readonly aud: string;
  readonly sub: string;
  readonly jti?: string;
  readonly exp: number;
}

const claimsOf = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Claims;
const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

async function badTokens(): Promise<Record<string, string>> {
  const secret = Buffer.from((await findSetting(server.db, 'tokenSecret')) ?? '', 'base64url');
  const [head, payload, signature] = right.split('.');
  const own = claimsOf(right);
  const now = Math.floor(server.clock.now() / 1000);
  const signed = (claims: Partial<Claims>, alg = 'HS256', key: Parameters<SignJWT['sign']>[0] = secret) =>
    new SignJWT({ ...own, ...claims }).setProtectedHeader({ alg, typ: 'JWT' }).sign(key);
  const { jti: _jti, ...withoutSession } = own;
  const ended = await server.signIn('thandi');
  await server.call(paths.logout, { body: {}, token: ended });
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
  // The same claims, signed in the same way, open the session, so each token of the table fails by its own fault.
  expect((await server.call(paths.getHqAccess, { token: await signed({}) })).status).toBe(200);
  return {
    nothing: '',
    'no token': 'forged',
    'no signature': `${head}.${payload}.`,
    'the algorithm none': `${encoded({ alg: 'none', typ: 'JWT' })}.${payload}.`,
    'the algorithm none with a signature': `${encoded({ alg: 'none' })}.${payload}.${signature}`,
    'another key': await signed({}, 'HS256', Buffer.alloc(32, 7)),
    'the algorithm HS512': await signed({}, 'HS512', Buffer.concat([secret, secret])),
    'the algorithm HS384': await signed({}, 'HS384', Buffer.concat([secret, secret])),
    'the algorithm RS256': await signed({}, 'RS256', rsa),
    'another user than was signed': `${head}.${encoded({ ...own, sub: 'pieter' })}.${signature}`,
    'an end in the past': await signed({ exp: now - 1 }),
    'the end 2222-05-05 of the placeholder': await signed({ exp: Date.UTC(2222, 4, 5) / 1000 }),
    'an end after any session': await signed({ exp: now + 48 * hourSeconds }),
    'another audience': await signed({ aud: 'another-market' }),
    'another issuer': await signed({ iss: 'another-market' }),
    'no session': await new SignJWT(withoutSession).setProtectedHeader({ alg: 'HS256' }).sign(secret),
    'a session that does not exist': await signed({ jti: 'b9b5a3a2-52f4-4f3d-9d0e-6b0a5f9e1c11' }),
    'the session of another user': await signed({ jti: claimsOf(await server.signIn('pieter')).jti ?? '' }),
    'a session that has ended': ended,
  };
}

beforeAll(async () => {
  server = await serverOnAPort();
  right = await server.signIn('thandi');
  operations = operationsOf((await server.call('/api/docs/json')).body);
  bad = await badTokens();
});
afterAll(() => server.close());

describe('a token that is not right', () => {
  it('[AUTH-5] [AUTH-8] [AUTH-12] is rejected by every call that is not public, and nothing changes', {
    timeout: 120_000,
  }, async () => {
    const closed = operations.filter(({ path }) => !publicCalls.includes(path));
    expect(closed.length).toBeGreaterThan(50);
    expect(operations.length - closed.length).toBe(publicCalls.length);
    const { lastSeq } = server.view;
    const accepted: unknown[] = [];
    for (const { method, path } of closed)
      for (const [fault, token] of Object.entries(bad)) {
        const { status, body } = await server.call(path, {
          token,
          ...(method === 'POST' ? { body: {} } : {}),
        });
        if (status !== 401 || (body as { code?: string }).code !== 'notSignedIn')
          accepted.push([path, fault, status, body]);
      }
    expect(accepted).toEqual([]);
    expect(server.view.lastSeq).toBe(lastSeq);
  });

  it('[AUTH-8] is not read from a query, and a right one neither', async () => {
    for (const { method, path } of operations.filter(({ path }) => !publicCalls.includes(path))) {
      const body = method === 'POST' ? { body: {} } : {};
      const { status } = await server.call(`${path}?access_token=${right}`, body);
      expect([path, status]).toEqual([path, 401]);
    }
  });

  it('[HUB-1] opens no connection, by any request of the hub, with the token in the query or the header', async () => {
    const requests = [
      ['POST', `${marketHubPath}/negotiate?negotiateVersion=1`, '*/*'],
      ['GET', marketHubPath, 'text/event-stream'],
      ['GET', marketHubPath, '*/*'],
      ['POST', marketHubPath, '*/*'],
      ['DELETE', marketHubPath, '*/*'],
    ] as const;
    const { connectionToken } = (await negotiate(right)) as { readonly connectionToken: string };
    for (const [fault, token] of Object.entries(bad))
      for (const [method, path, accept] of requests) {
        const url = new URL(path, server.url);
        if (!path.includes('negotiate')) url.searchParams.set('id', connectionToken);
        const headers = { accept, authorization: `Bearer ${token}` };
        const inHeader = await fetch(url, { method, headers });
        url.searchParams.set('access_token', token);
        const inQuery = await fetch(url, { method, headers: { accept } });
        expect([fault, method, path, inHeader.status, inQuery.status]).toEqual([
          fault,
          method,
          path,
          401,
          401,
        ]);
      }
    for (const [fault, token] of Object.entries(bad))
      await expect(server.connect(token), fault).rejects.toThrow(/401/);
  });

  it('[HUB-1] does not take over a connection when it belongs to another user', async () => {
    const { connectionToken } = (await negotiate(right)) as { readonly connectionToken: string };
    const token = await server.signIn('pieter');
    for (const method of ['GET', 'POST', 'DELETE']) {
      const url = new URL(`${marketHubPath}?id=${encodeURIComponent(connectionToken)}`, server.url);
      const { status } = await fetch(url, { method, headers: { authorization: `Bearer ${token}` } });
      expect([method, status]).toEqual([
        method,
        expect.toSatisfy((code: number) => [403, 404].includes(code)),
      ]);
    }
  });
});

describe('a call whose session ends before its body has arrived', () => {
  it('[AUTH-8] is rejected, whatever the call, and nothing changes', async () => {
    const { sessions, view } = server;
    const user = await sessions.user('thandi');
    if (user === undefined) throw new Error('There is no Thandi.');
    const { lastSeq } = view;
    const accepted: unknown[] = [];
    const withBody = operations.filter(({ path, body }) => body !== null && !publicCalls.includes(path));
    expect(withBody.length).toBeGreaterThan(30);
    for (const { method, path } of withBody) {
      const token = await sessions.begin(user, { userAgent: null, remoteAddress: null });
      const isAdmitted = new Promise<void>((resolve) => {
        const stop = sessions.onUsed(() => {
          stop();
          resolve();
        });
      });
      const body = '{"requestId":"late"}';
      const headers = {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'content-length': body.length,
      };
      const request = startRequest(new URL(path, server.url), { method, headers });
      const reply = new Promise<IncomingMessage>((resolve, reject) =>
        request.once('response', resolve).once('error', reject),
      );
      request.write(body.slice(0, 5));
      await isAdmitted;
      await sessions.end(claimsOf(token).jti ?? '', 'revoked');
      request.end(body.slice(5));
      const { statusCode } = (await reply).resume();
      if (statusCode !== 401) accepted.push([path, statusCode]);
    }
    expect(accepted).toEqual([]);
    expect(view.lastSeq).toBe(lastSeq);
  });
});

async function negotiate(token: string): Promise<unknown> {
  const reply = await fetch(new URL(`${marketHubPath}/negotiate?negotiateVersion=1`, server.url), {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
  });
  expect(reply.status).toBe(200);
  return reply.json();
}

describe('a connection of the hub whose session has ended', () => {
  it.each(Object.keys(marketHub.methods) as MarketHubMethod[])(
    '[HUB-1] is closed immediately and answers no %s',
    async (method) => {
      const token = await server.signIn('pieter');
      const screen = await server.connect(token);
      const { args } = methodScopes[method];
      await screen.invoke(method, ...args);
      await server.call(paths.logout, { body: {}, token });
      await until(() => screen.connection.state === 'Disconnected');
      await expect(screen.invoke(method, ...args)).rejects.toThrow();
    },
  );

  it('[HUB-1] is closed although its handshake came only after the end, and receives nothing', async () => {
    const token = await server.signIn('pieter');
    const socket = await upgraded(token);
    await server.call(paths.logout, { body: {}, token });
    let received = '';
    socket.on('data', (chunk: Buffer) => {
      received += chunk.toString('latin1');
    });
    socket.write(textFrame('{"protocol":"json","version":1}\x1e'));
    await new Promise((resolve) => socket.once('end', resolve));
    expect(received).toContain('"error":"This session has ended. Sign in again."');
    expect(received).not.toContain('onConnected');
    socket.destroy();
  });

  it.each([
    ['disables the user', 'user-disable'],
    ['ends the sessions', 'user-end-sessions'],
    ['gives the user another password', 'user-password'],
  ] as const)('is closed immediately when the operator %s', async (_what, action) => {
    const screen = await server.openScreen('lerato');
    await server.operate({ action, user: 'lerato' });
    await until(() => screen.connection.state === 'Disconnected');
    await expect(server.connect(screen.token)).rejects.toThrow(/401/);
    if (action === 'user-disable') await server.operate({ action: 'user-enable', user: 'lerato' });
  });
});

/** A WebSocket of the hub without its handshake. */
function upgraded(token: string): Promise<Duplex> {
  const headers = {
    connection: 'Upgrade',
    upgrade: 'websocket',
    'sec-websocket-version': '13',
    'sec-websocket-key': Buffer.alloc(16, 1).toString('base64'),
    authorization: `Bearer ${token}`,
  };
  return new Promise((resolve, reject) => {
    startRequest(new URL(marketHubPath, server.url), { headers })
      .once('upgrade', (_reply, socket) => resolve(socket))
      .once('response', ({ statusCode }) => reject(new Error(`The upgrade was answered with ${statusCode}.`)))
      .once('error', reject)
      .end();
  });
}

/** A frame of a client: text of less than 126 bytes, with a mask of zeros. */
const textFrame = (text: string): Buffer =>
  Buffer.concat([Buffer.from([0x81, 0x80 | text.length, 0, 0, 0, 0]), Buffer.from(text, 'latin1')]);
