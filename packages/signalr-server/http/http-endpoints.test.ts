import { connect } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { ManualClock } from '../clock.ts';
import { HubError, TooManyRequestsError } from '../errors.ts';
import type { HubUser } from '../hub/hub.ts';
import type { HubOptions } from '../hub-endpoint.ts';
import { createHubServer, type HubServerOptions } from '../hub-server.ts';
import type { HubLogEntry } from '../logger.ts';
import { text } from '../testing/schemas.ts';
import {
  closeAll,
  createClient,
  errorMessageOf,
  RawClient,
  rejectedUpgrade,
  serve,
  startClient,
  until,
} from '../testing/serve.ts';
import { isOriginAllowed } from './origin.ts';

afterEach(closeAll);

const contract = { methods: { Echo: { args: [text], result: text } }, events: {} } as const;
const handlers = { methods: { Echo: (_context: unknown, value: string) => value } };
type Options = Partial<HubOptions<typeof contract, HubUser, undefined>>;

async function open(options: Options = {}, settings: HubServerOptions = {}) {
  const clock = new ManualClock(Date.now());
  const server = createHubServer({ clock, node: 'n7', ...settings });
  server.hub<typeof contract, HubUser, undefined>('/Market', contract, { handlers, ...options });
  const origin = await serve(server);
  return { server, clock, origin, url: `${origin}/market` };
}

interface Negotiated {
  readonly error?: string;
  readonly connectionId?: string;
  readonly connectionToken?: string;
}

async function negotiate(url: string, query = 'negotiateVersion=1', headers: Record<string, string> = {}) {
  const response = await fetch(`${url}/negotiate?${query}`, { method: 'POST', headers });
  const isJson = response.headers.get('content-type')?.includes('json');
  return { response, body: (isJson ? await response.json() : {}) as Negotiated };
}

describe('negotiate', () => {
  it('returns id, token and transports in version 1', async () => {
    const { url } = await open();
    const { response, body } = await negotiate(url);
    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toContain('no-store');
    expect(body).toEqual({
      negotiateVersion: 1,
      connectionId: expect.stringMatching(/^[\w-]{22}$/),
      connectionToken: expect.stringMatching(/^n7\./),
      availableTransports: [
        { transport: 'WebSockets', transferFormats: ['Text', 'Binary'] },
        { transport: 'ServerSentEvents', transferFormats: ['Text'] },
        { transport: 'LongPolling', transferFormats: ['Text', 'Binary'] },
      ],
    });
  });

  const versions: [string, unknown][] = [
    ['', { negotiateVersion: 0 }],
    ['negotiateVersion=0', { negotiateVersion: 0 }],
    ['NEGOTIATEVERSION=1&component=Futures', { negotiateVersion: 1 }],
    ['negotiateVersion=7', { negotiateVersion: 1 }],
    ['negotiateVersion=x', { error: "The client requested an invalid protocol version 'x'" }],
    ['negotiateVersion=', { error: "The client requested an invalid protocol version ''" }],
    [
      'negotiateVersion=-1',
      { error: "The client requested version '-1', but the server does not support this version." },
    ],
  ];
  for (const [query, expected] of versions) {
    it(`returns ${JSON.stringify(expected)} for ?${query}`, async () => {
      const { url } = await open();
      const { response, body } = await negotiate(url, query);
      expect(response.status).toBe(200);
      expect(body).toMatchObject(expected as object);
      if ('error' in (expected as object)) expect(body).not.toHaveProperty('connectionId');
    });
  }

  it('returns an id without a token in version 0, and never offers stateful reconnect', async () => {
    const { url } = await open();
    const { body } = await negotiate(url, 'useStatefulReconnect=true');
    expect(body).not.toHaveProperty('connectionToken');
    expect(body).not.toHaveProperty('useStatefulReconnect');
    const raw = await RawClient.open(`${url}?id=${body.connectionId}`);
    expect(raw.socket.readyState).toBe(raw.socket.OPEN);
  });

  it('rejects clients below the minimum version with an error', async () => {
    const { url } = await open({ minimumNegotiateVersion: 1 });
    const { body } = await negotiate(url, '');
    expect(body.error).toContain("version '0'");
  });

  it('requires POST, and its path is case-insensitive', async () => {
    const { url, origin } = await open();
    for (const method of ['GET', 'PUT', 'DELETE']) {
      const response = await fetch(`${url}/negotiate`, { method });
      expect(response.status).toBe(405);
      expect(response.headers.get('allow')).toBe('POST');
    }
    expect((await negotiate(`${origin}/MARKET`)).response.status).toBe(200);
    expect((await fetch(`${origin}/markets/negotiate`, { method: 'POST' })).status).toBe(404);
    expect((await fetch(`${origin}/market/negotiate/x`, { method: 'POST' })).status).toBe(404);
  });

  it('redirects clients to another server with another token', async () => {
    const tokens: (string | null)[] = [];
    const target = await open({
      authenticate: (request) => {
        tokens.push(request.token);
        return { userId: 'x' };
      },
    });
    const source = await open({ redirect: () => ({ url: target.url, accessToken: 'another-token' }) });
    const connection = await startClient(source.url);
    expect(await connection.invoke('Echo', 'hi')).toBe('hi');
    expect(new Set(tokens)).toEqual(new Set(['another-token']));
    expect(source.server.metrics.connections).toBe(0);
  });
});

describe('authentication', () => {
  const authenticated: Options = {
    authenticate: async ({ token }) => (token === 'good' ? { userId: 'dealer-1' } : null),
  };

  it('rejects negotiate and upgrade with 401, an empty body and the reason phrase Unauthorized', async () => {
    const { url, server } = await open(authenticated);
    const { response } = await negotiate(url);
    expect([response.status, response.statusText, await response.text()]).toEqual([401, 'Unauthorized', '']);
    expect(await rejectedUpgrade(url)).toEqual({ status: 401, reason: 'Unauthorized', body: '' });
    expect((await fetch(url)).status).toBe(401);
    expect(server.metrics.connections).toBe(0);
    expect(server.metrics.pendingConnections).toBe(0);
    expect(await errorMessageOf(createClient(url, { accessTokenFactory: () => 'bad' }).start())).toBe(
      "Failed to complete negotiation with the server: Error: Unauthorized: Status code '401'",
    );
  });

  it('takes the access token from the header, else from the query parameter access_token', async () => {
    const { url } = await open(authenticated);
    expect((await negotiate(url, 'ACCESS_TOKEN=good')).response.status).toBe(200);
    expect((await negotiate(url, '', { Authorization: 'bearer good' })).response.status).toBe(200);
    expect((await negotiate(url, 'access_token=good', { Authorization: 'Bearer bad' })).response.status).toBe(
      401,
    );
    expect((await negotiate(url, '', { Authorization: 'Basic good' })).response.status).toBe(401);
    const connection = await startClient(url, { accessTokenFactory: () => 'good' });
    expect(await connection.invoke('Echo', 'hi')).toBe('hi');
    await RawClient.open(`${url}?access_token=good`);
  });

  it('is repeated at the upgrade: a token that expired after negotiate gets 401', async () => {
    let isValid = true;
    const { url } = await open({ authenticate: () => (isValid ? { userId: 'x' } : null) });
    const { body } = await negotiate(url);
    isValid = false;
    expect((await rejectedUpgrade(`${url}?id=${body.connectionToken}`)).status).toBe(401);
  });

  it('rejects with 403 and the message when it throws a HubError', async () => {
    const { url } = await open({
      authenticate: () => {
        throw new HubError('Your seat is suspended.');
      },
    });
    const { response } = await negotiate(url);
    expect([response.status, await response.text()]).toEqual([403, 'Your seat is suspended.']);
  });

  it('rejects with 429 and the time to try again when it throws a TooManyRequestsError', async () => {
    const { url } = await open({
      authenticate: () => {
        throw new TooManyRequestsError('Wait a moment.', 7);
      },
    });
    const { response } = await negotiate(url);
    expect([response.status, response.headers.get('retry-after'), await response.text()]).toEqual([
      429,
      '7',
      'Wait a moment.',
    ]);
    expect(await rejectedUpgrade(url)).toMatchObject({ status: 429, body: 'Wait a moment.' });
  });

  it('rejects with 500 when it throws another error, and the log does not contain the token', async () => {
    const entries: HubLogEntry[] = [];
    const { url } = await open(
      {
        authenticate: ({ token }) => {
          throw new Error(`cannot verify ${token}`);
        },
      },
      { logger: (entry) => entries.push(entry) },
    );
    const { response } = await negotiate(url, 'access_token=s3cr3t');
    expect(response.status).toBe(500);
    expect(await response.text()).not.toContain('s3cr3t');
    expect(entries).toHaveLength(1);
    const { error } = entries[0] as { error: Error };
    expect(error.message).toBe('cannot verify [token]');
    expect(error.stack).not.toContain('s3cr3t');
  });
});

describe('opening a WebSocket', () => {
  it('accepts a connection token once: then 409 while the connection is open, 404 afterwards', async () => {
    const { url, server } = await open();
    const { body } = await negotiate(url);
    const address = `${url}?id=${body.connectionToken}`;
    const first = await RawClient.open(address);
    expect((await rejectedUpgrade(address)).status).toBe(409);
    first.socket.close();
    await until(() => server.metrics.connections === 0);
    expect(await rejectedUpgrade(address)).toMatchObject({ status: 404, body: 'No Connection with that ID' });
  });

  it('rejects foreign tokens and tokens that were not used within 15 s', async () => {
    const { url, clock } = await open();
    expect((await rejectedUpgrade(`${url}?id=n7.a.b.c.d`)).status).toBe(404);
    const { body } = await negotiate(url);
    clock.advance(15_000);
    expect((await rejectedUpgrade(`${url}?id=${body.connectionToken}`)).status).toBe(404);
  });

  it('works without negotiate, unless the hub requires it', async () => {
    const free = await open();
    const connection = await startClient(free.url, { skipNegotiation: true, transport: 1 });
    expect(await connection.invoke('Echo', 'hi')).toBe('hi');
    expect(connection.connectionId).toBeNull();
    const strict = await open({ isNegotiationOptional: false });
    expect(await rejectedUpgrade(strict.url)).toMatchObject({ status: 400, body: 'Connection ID required' });
  });

  it('rejects pages of other origins, and accepts pages of the same host or the listed origins', async () => {
    const { url, origin } = await open();
    expect((await rejectedUpgrade(url, { Origin: 'https://evil.example' })).status).toBe(403);
    expect((await rejectedUpgrade(url, { Origin: 'null' })).status).toBe(403);
    await RawClient.open(url, { Origin: origin });
    const listed = await open({ origins: ['https://floor.example'] });
    await RawClient.open(listed.url, { Origin: 'https://floor.example' });
    expect((await rejectedUpgrade(listed.url, { Origin: listed.origin })).status).toBe(403);
    const byFunction = await open({ origins: (from) => from.endsWith('.example') });
    await RawClient.open(byFunction.url, { Origin: 'https://any.example' });
  });

  it.each([
    ['https://floor.example', 'floor.example:443', true],
    ['https://floor.example:443', 'floor.example', true],
    ['http://floor.example', 'floor.example:80', true],
    ['HTTPS://Floor.example', 'FLOOR.EXAMPLE', true],
    ['https://floor.example:8443', 'floor.example:8443', true],
    ['https://[2001:db8::1]', '[2001:db8::1]:443', true],
    ['https://floor.example', 'floor.example:80', false],
    ['http://floor.example', 'floor.example:443', false],
    ['https://floor.example:8443', 'floor.example', false],
    ['https://evil.example', 'floor.example', false],
    ['null', 'floor.example', false],
    ['https://floor.example', 'no host at all', false],
  ])('takes the default port as the same origin: %s at %s', (origin, host, isAllowed) => {
    expect(isOriginAllowed({ origin, host }, undefined)).toBe(isAllowed);
  });

  it('also compares listed origins without the default port', () => {
    const rule = ['https://floor.example:443'];
    expect(isOriginAllowed({ origin: 'https://floor.example' }, rule)).toBe(true);
    expect(isOriginAllowed({ origin: 'https://floor.example:8443' }, rule)).toBe(false);
    expect(isOriginAllowed({ origin: 'null' }, ['null'])).toBe(true);
  });

  it('logs why a page was rejected', async () => {
    const entries: HubLogEntry[] = [];
    const { url } = await open({}, { logger: (entry) => entries.push(entry) });
    expect((await rejectedUpgrade(url, { Origin: 'https://evil.example' })).status).toBe(403);
    expect(
      (await fetch(`${url}/negotiate`, { method: 'POST', headers: { origin: 'https://evil.example' } }))
        .status,
    ).toBe(403);
    const { host } = new URL(url);
    const message = `A page of https://evil.example was rejected, because the request is for ${host}.`;
    expect(entries).toEqual([
      { level: 'warn', message, hub: '/market' },
      { level: 'warn', message, hub: '/market' },
    ]);
  });

  it('rejects an upgrade to another protocol than WebSocket', async () => {
    const { url } = await open();
    const { port } = new URL(url);
    const response = await new Promise<string>((resolve) => {
      const socket = connect(Number(port), '127.0.0.1');
      socket.write('GET /market HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: telnet\r\n\r\n');
      let received = '';
      socket.on('data', (chunk) => {
        received += chunk;
      });
      socket.on('close', () => resolve(received));
    });
    expect(response).toMatch(/^HTTP\/1.1 400 /);
  });

  it('answers a close without a code with 1000', async () => {
    const { url } = await open();
    const raw = await RawClient.open(url);
    raw.socket.close();
    expect(await raw.closed()).toBe(1000);
  });
});

describe('a fault of application code', () => {
  const fault = () => {
    throw new Error('broken');
  };

  it('gets 500 if it is in the origin rule', async () => {
    const { url, server } = await open({ origins: fault });
    const { response } = await negotiate(url, '', { Origin: 'https://floor.example' });
    expect(response.status).toBe(500);
    expect((await rejectedUpgrade(url, { Origin: 'https://floor.example' })).status).toBe(500);
    expect(server.metrics.pendingConnections).toBe(0);
  });

  it('closes the socket and leaves no connection behind if it is in createItems', async () => {
    const entries: HubLogEntry[] = [];
    const { url, server } = await open({ createItems: fault }, { logger: (entry) => entries.push(entry) });
    const raw = new RawClient(url);
    await raw.closed();
    await until(() => entries.length === 1);
    expect(server.metrics.pendingConnections).toBe(0);
    expect(server.metrics.connections).toBe(0);
  });
});

describe('other requests to the path of a hub', () => {
  it('get the status that describes the error', async () => {
    const { url } = await open();
    const { body } = await negotiate(url);
    const unused = `${url}?id=${body.connectionToken}`;
    const { body: second } = await negotiate(url);
    const connected = `${url}?id=${second.connectionToken}`;
    await RawClient.open(connected);
    const table: [string, string, number][] = [
      ['GET', url, 400],
      ['POST', url, 400],
      ['DELETE', url, 400],
      ['GET', `${url}?id=unknown`, 404],
      ['POST', `${url}?id=unknown`, 404],
      ['DELETE', `${url}?id=unknown`, 404],
      ['DELETE', unused, 400],
      ['GET', connected, 400],
      ['POST', connected, 405],
      ['DELETE', connected, 400],
      ['PUT', connected, 405],
    ];
    for (const [method, address, status] of table) {
      const response = await fetch(address, { method });
      expect([method, address, response.status]).toEqual([method, address, status]);
      expect((await response.text()).length).toBeGreaterThan(0);
    }
    // None of these requests used the token.
    await RawClient.open(unused);
  });

  it('are allowed with credentials for pages of the listed origins only', async () => {
    const { url } = await open({ origins: ['https://floor.example'] });
    const { response } = await negotiate(url, '', { Origin: 'https://floor.example' });
    expect(response.headers.get('access-control-allow-origin')).toBe('https://floor.example');
    expect(response.headers.get('access-control-allow-credentials')).toBe('true');
    expect(response.headers.get('vary')).toBe('Origin');
    const preflight = await fetch(`${url}/negotiate`, {
      method: 'OPTIONS',
      headers: { Origin: 'https://floor.example', 'Access-Control-Request-Headers': 'authorization,x-own' },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-headers')).toBe('authorization,x-own');
    const evil = await negotiate(url, '', { Origin: 'https://evil.example' });
    expect(evil.response.status).toBe(403);
    expect(evil.response.headers.get('access-control-allow-origin')).toBeNull();
  });
});

describe('admission limits', () => {
  it('limit the connections per user: an error text at negotiate, 429 at the upgrade', async () => {
    const { url, server } = await open(
      { authenticate: () => ({ userId: 'dealer-1' }) },
      { connectionsPerUser: 2 },
    );
    const { body } = await negotiate(url);
    const first = await RawClient.open(url);
    await RawClient.open(url);
    expect((await negotiate(url)).body.error).toContain('2 open connections');
    expect((await rejectedUpgrade(`${url}?id=${body.connectionToken}`)).status).toBe(429);
    expect(server.metrics.limitsExceeded.connectionsPerUser).toBe(2);
    first.socket.close();
    await until(() => server.metrics.connections === 1);
    await RawClient.open(url);
  });

  it('limit the pending connections', async () => {
    let finishAuthentication: (user: HubUser) => void = () => {};
    const { url, server } = await open(
      {
        authenticate: () =>
          new Promise<HubUser>((resolve) => {
            finishAuthentication = resolve;
          }),
      },
      { maxPendingConnections: 1 },
    );
    const waiting = new RawClient(url);
    await until(() => server.metrics.pendingConnections === 1);
    expect(await rejectedUpgrade(url)).toMatchObject({ status: 503 });
    expect((await negotiate(url)).response.headers.get('retry-after')).toBe('1');
    expect(server.metrics.limitsExceeded.pendingConnections).toBe(2);
    finishAuthentication({ userId: 'x' });
    await until(() => waiting.socket.readyState === waiting.socket.OPEN);
    // The connection counts as pending until the handshake.
    expect(server.metrics.pendingConnections).toBe(1);
    waiting.send('{"protocol":"json","version":1}\x1e');
    await until(() => server.metrics.pendingConnections === 0);
  });

  it('no longer count a client that disconnected while it was authenticated', async () => {
    let finishAuthentication: (user: HubUser) => void = () => {};
    const { url, server } = await open({
      authenticate: () =>
        new Promise<HubUser>((resolve) => {
          finishAuthentication = resolve;
        }),
    });
    const waiting = new RawClient(url);
    await until(() => server.metrics.pendingConnections === 1);
    waiting.socket.terminate();
    await waiting.closed();
    finishAuthentication({ userId: 'x' });
    await until(() => server.metrics.pendingConnections === 0);
    expect(server.metrics.connections).toBe(0);
  });
});
