import { afterEach, describe, expect, it } from 'vitest';
import { ManualClock } from '../clock.ts';
import type { HubUser } from '../hub/hub.ts';
import type { HubOptions } from '../hub-endpoint.ts';
import { HubError } from '../hub-error.ts';
import { createHubServer, type HubServerOptions } from '../hub-server.ts';
import type { HubLogEntry } from '../logger.ts';
import { text } from '../testing/schemas.ts';
import {
  client,
  closeAll,
  failureOf,
  RawClient,
  refusedUpgrade,
  serve,
  started,
  until,
} from '../testing/serve.ts';

afterEach(closeAll);

const contract = { methods: { Echo: { args: [text], result: text } }, events: {} } as const;
const hub = { methods: { Echo: (_context: unknown, value: string) => value } };
type Options = Partial<HubOptions<typeof contract, HubUser, undefined>>;

async function open(options: Options = {}, settings: HubServerOptions = {}) {
  const clock = new ManualClock(Date.now());
  const server = createHubServer({ clock, node: 'n7', ...settings });
  server.hub<typeof contract, HubUser, undefined>('/Market', contract, { hub, ...options });
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
  it('answers version 1 with an id, a token and the transports', async () => {
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
    it(`answers ?${query} with ${JSON.stringify(expected)}`, async () => {
      const { url } = await open();
      const { response, body } = await negotiate(url, query);
      expect(response.status).toBe(200);
      expect(body).toMatchObject(expected as object);
      if ('error' in (expected as object)) expect(body).not.toHaveProperty('connectionId');
    });
  }

  it('gives version 0 an id without a token, and never claims stateful reconnect', async () => {
    const { url } = await open();
    const { body } = await negotiate(url, 'useStatefulReconnect=true');
    expect(body).not.toHaveProperty('connectionToken');
    expect(body).not.toHaveProperty('useStatefulReconnect');
    const raw = await RawClient.open(`${url}?id=${body.connectionId}`);
    expect(raw.socket.readyState).toBe(raw.socket.OPEN);
  });

  it('tells clients below the least version so', async () => {
    const { url } = await open({ minimumNegotiateVersion: 1 });
    const { body } = await negotiate(url, '');
    expect(body.error).toContain("version '0'");
  });

  it('is a POST at a path without regard to case', async () => {
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

  it('sends clients to another server with another token', async () => {
    const tokens: (string | null)[] = [];
    const there = await open({
      authenticate: (request) => {
        tokens.push(request.token);
        return { userId: 'x' };
      },
    });
    const here = await open({ redirect: () => ({ url: there.url, accessToken: 'another-token' }) });
    const connection = await started(here.url);
    expect(await connection.invoke('Echo', 'hi')).toBe('hi');
    expect(new Set(tokens)).toEqual(new Set(['another-token']));
    expect(here.server.metrics.connections).toBe(0);
  });
});

describe('authentication', () => {
  const members: Options = {
    authenticate: async ({ token }) => (token === 'good' ? { userId: 'dealer-1' } : null),
  };

  it('answers 401 with an empty body and the reason phrase Unauthorized, at negotiate and at the upgrade', async () => {
    const { url, server } = await open(members);
    const { response } = await negotiate(url);
    expect([response.status, response.statusText, await response.text()]).toEqual([401, 'Unauthorized', '']);
    expect(await refusedUpgrade(url)).toEqual({ status: 401, reason: 'Unauthorized', body: '' });
    expect((await fetch(url)).status).toBe(401);
    expect(server.metrics.connections).toBe(0);
    expect(server.metrics.pendingConnections).toBe(0);
    expect(await failureOf(client(url, { accessTokenFactory: () => 'bad' }).start())).toBe(
      "Failed to complete negotiation with the server: Error: Unauthorized: Status code '401'",
    );
  });

  it('takes the token from the header and from the query parameter access_token', async () => {
    const { url } = await open(members);
    expect((await negotiate(url, 'ACCESS_TOKEN=good')).response.status).toBe(200);
    expect((await negotiate(url, '', { Authorization: 'bearer good' })).response.status).toBe(200);
    expect((await negotiate(url, 'access_token=good', { Authorization: 'Bearer bad' })).response.status).toBe(
      401,
    );
    expect((await negotiate(url, '', { Authorization: 'Basic good' })).response.status).toBe(401);
    const connection = await started(url, { accessTokenFactory: () => 'good' });
    expect(await connection.invoke('Echo', 'hi')).toBe('hi');
    await RawClient.open(`${url}?access_token=good`);
  });

  it('asks again at the upgrade: a token that ended after negotiate opens nothing', async () => {
    let isGood = true;
    const { url } = await open({ authenticate: () => (isGood ? { userId: 'x' } : null) });
    const { body } = await negotiate(url);
    isGood = false;
    expect((await refusedUpgrade(`${url}?id=${body.connectionToken}`)).status).toBe(401);
  });

  it('answers 403 with the message of a HubError to somebody who is known and not allowed', async () => {
    const { url } = await open({
      authenticate: () => {
        throw new HubError('Your seat is suspended.');
      },
    });
    const { response } = await negotiate(url);
    expect([response.status, await response.text()]).toEqual([403, 'Your seat is suspended.']);
  });

  it('answers 500 when authenticate fails, and the log does not hold the token', async () => {
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
  it('takes a negotiated token once: 409 while it lives, 404 afterwards', async () => {
    const { url, server } = await open();
    const { body } = await negotiate(url);
    const address = `${url}?id=${body.connectionToken}`;
    const first = await RawClient.open(address);
    expect((await refusedUpgrade(address)).status).toBe(409);
    first.socket.close();
    await until(() => server.metrics.connections === 0);
    expect(await refusedUpgrade(address)).toMatchObject({ status: 404, body: 'No Connection with that ID' });
  });

  it('knows neither foreign tokens nor those that waited for 15 s', async () => {
    const { url, clock } = await open();
    expect((await refusedUpgrade(`${url}?id=n7.a.b.c.d`)).status).toBe(404);
    const { body } = await negotiate(url);
    clock.advance(15_000);
    expect((await refusedUpgrade(`${url}?id=${body.connectionToken}`)).status).toBe(404);
  });

  it('needs no negotiate, unless the hub insists', async () => {
    const free = await open();
    const connection = await started(free.url, { skipNegotiation: true, transport: 1 });
    expect(await connection.invoke('Echo', 'hi')).toBe('hi');
    expect(connection.connectionId).toBeNull();
    const strict = await open({ isNegotiationOptional: false });
    expect(await refusedUpgrade(strict.url)).toMatchObject({ status: 400, body: 'Connection ID required' });
  });

  it('refuses pages of other origins, and lets in those of the same host and those named', async () => {
    const { url, origin } = await open();
    expect((await refusedUpgrade(url, { Origin: 'https://evil.example' })).status).toBe(403);
    expect((await refusedUpgrade(url, { Origin: 'null' })).status).toBe(403);
    await RawClient.open(url, { Origin: origin });
    const listed = await open({ origins: ['https://floor.example'] });
    await RawClient.open(listed.url, { Origin: 'https://floor.example' });
    expect((await refusedUpgrade(listed.url, { Origin: listed.origin })).status).toBe(403);
    const judged = await open({ origins: (from) => from.endsWith('.example') });
    await RawClient.open(judged.url, { Origin: 'https://any.example' });
  });

  it('refuses an upgrade that is no WebSocket', async () => {
    const { url } = await open();
    const { port } = new URL(url);
    const { connect } = await import('node:net');
    const answer = await new Promise<string>((resolve) => {
      const socket = connect(Number(port), '127.0.0.1');
      socket.write('GET /market HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: telnet\r\n\r\n');
      let got = '';
      socket.on('data', (chunk) => {
        got += chunk;
      });
      socket.on('close', () => resolve(got));
    });
    expect(answer).toMatch(/^HTTP\/1.1 400 /);
  });

  it('answers a close without a code with 1000', async () => {
    const { url } = await open();
    const raw = await RawClient.open(url);
    raw.socket.close();
    expect(await raw.closed()).toBe(1000);
  });
});

describe('code of the application that fails', () => {
  const fault = () => {
    throw new Error('broken');
  };

  it('in the origin rule answers 500 and nothing else happens', async () => {
    const { url, server } = await open({ origins: fault });
    const { response } = await negotiate(url, '', { Origin: 'https://floor.example' });
    expect(response.status).toBe(500);
    expect((await refusedUpgrade(url, { Origin: 'https://floor.example' })).status).toBe(500);
    expect(server.metrics.pendingConnections).toBe(0);
  });

  it('in the making of state hangs up, and nothing of the connection is left', async () => {
    const entries: HubLogEntry[] = [];
    const { url, server } = await open({ state: fault }, { logger: (entry) => entries.push(entry) });
    const raw = new RawClient(url);
    await raw.closed();
    await until(() => entries.length === 1);
    expect(server.metrics.pendingConnections).toBe(0);
    expect(server.metrics.connections).toBe(0);
  });
});

describe('other requests to the path of a hub', () => {
  it('get the status that says what is wrong', async () => {
    const { url } = await open();
    const { body } = await negotiate(url);
    const fresh = `${url}?id=${body.connectionToken}`;
    const { body: second } = await negotiate(url);
    const live = `${url}?id=${second.connectionToken}`;
    await RawClient.open(live);
    const table: [string, string, number][] = [
      ['GET', url, 400],
      ['POST', url, 400],
      ['DELETE', url, 400],
      ['GET', `${url}?id=unknown`, 404],
      ['POST', `${url}?id=unknown`, 404],
      ['DELETE', `${url}?id=unknown`, 404],
      ['POST', fresh, 404],
      ['DELETE', fresh, 400],
      ['GET', live, 400],
      ['POST', live, 405],
      ['DELETE', live, 400],
      ['PUT', live, 405],
    ];
    for (const [method, address, status] of table) {
      const response = await fetch(address, { method });
      expect([method, address, response.status]).toEqual([method, address, status]);
      expect((await response.text()).length).toBeGreaterThan(0);
    }
    // None of these used up the fresh token.
    await RawClient.open(fresh);
  });

  it('are allowed to pages of the named origins with credentials, and to no others', async () => {
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

describe('limits at the door', () => {
  it('holds a user to so many connections, told at negotiate in words and at the upgrade by 429', async () => {
    const { url, server } = await open(
      { authenticate: () => ({ userId: 'dealer-1' }) },
      { connectionsPerUser: 2 },
    );
    const { body } = await negotiate(url);
    const first = await RawClient.open(url);
    await RawClient.open(url);
    expect((await negotiate(url)).body.error).toContain('2 open connections');
    expect((await refusedUpgrade(`${url}?id=${body.connectionToken}`)).status).toBe(429);
    expect(server.metrics.breaches.connectionsPerUser).toBe(2);
    first.socket.close();
    await until(() => server.metrics.connections === 1);
    await RawClient.open(url);
  });

  it('holds the clients that are being let in to so many', async () => {
    let letIn: (user: HubUser) => void = () => {};
    const { url, server } = await open(
      {
        authenticate: () =>
          new Promise<HubUser>((resolve) => {
            letIn = resolve;
          }),
      },
      { maxPendingConnections: 1 },
    );
    const waiting = new RawClient(url);
    await until(() => server.metrics.pendingConnections === 1);
    expect(await refusedUpgrade(url)).toMatchObject({ status: 503 });
    expect((await negotiate(url)).response.headers.get('retry-after')).toBe('1');
    expect(server.metrics.breaches.pendingConnections).toBe(2);
    letIn({ userId: 'x' });
    await until(() => waiting.socket.readyState === waiting.socket.OPEN);
    // Until its handshake it counts as pending.
    expect(server.metrics.pendingConnections).toBe(1);
    waiting.send('{"protocol":"json","version":1}\x1e');
    await until(() => server.metrics.pendingConnections === 0);
  });

  it('forgets a client that went away while it was being let in', async () => {
    let letIn: (user: HubUser) => void = () => {};
    const { url, server } = await open({
      authenticate: () =>
        new Promise<HubUser>((resolve) => {
          letIn = resolve;
        }),
    });
    const waiting = new RawClient(url);
    await until(() => server.metrics.pendingConnections === 1);
    waiting.socket.terminate();
    await new Promise((resolve) => setTimeout(resolve, 30));
    letIn({ userId: 'x' });
    await until(() => server.metrics.pendingConnections === 0);
    expect(server.metrics.connections).toBe(0);
  });
});
