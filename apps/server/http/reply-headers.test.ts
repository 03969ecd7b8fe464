// Every kind of reply has the security headers and states whether it may be cached: calls, the hub, the browser's files, and requests that
// cannot be read. The calls come from the OpenAPI document.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { operatorPath } from '../operator/operator-routes.ts';
import { type ServerOnAPort, serverOnAPort } from '../testing/server-on-a-port.ts';
import { type Operation, operationsOf } from './testing/api-document.ts';

const csp = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self' 'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=' 'sha256-3pRED1tOXas1FXFoPb9TGCjmYe9XQsmO9OV23khV2nY=' 'sha256-ogtD+13Y48Vlp+zFZodjfFiJ+tKhbQBRuweW4WrVQVc='",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join(';');
/** The policy of calls and the hub, whose replies are not pages. */
const dataPolicy = "default-src 'none';frame-ancestors 'none'";
const wanted = {
  'cross-origin-opener-policy': ['same-origin'],
  'cross-origin-resource-policy': ['same-origin'],
  'origin-agent-cluster': ['?1'],
  'referrer-policy': ['no-referrer'],
  'x-content-type-options': ['nosniff'],
  'x-frame-options': ['SAMEORIGIN'],
};

let webFolder: string;
let server: ServerOnAPort;
let token: string;
let operations: readonly Operation[];
beforeAll(async () => {
  webFolder = await mkdtemp(join(tmpdir(), 'openpit-web-'));
  await mkdir(join(webFolder, 'assets'));
  await writeFile(join(webFolder, 'index.html'), '<!doctype html><title>Openpit</title>');
  await writeFile(join(webFolder, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  await writeFile(join(webFolder, 'assets', 'main-Bx81k2.js'), 'export {};');
  server = await serverOnAPort({ webFolder });
  token = await server.signIn('thandi');
  operations = operationsOf((await server.call('/api/docs/json')).body);
});
afterAll(async () => {
  await server.close();
  await rm(webFolder, { recursive: true });
});

interface RawReply {
  readonly status: number;
  readonly policy: typeof csp;
  /** All values of each header, by its name in lower case. */
  readonly headers: Readonly<Record<string, readonly string[]>>;
}

/** Sends bytes unchanged; resolves with the status line and the headers of the reply, and closes the connection. */
function send(bytes: string): Promise<RawReply> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(server.url);
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
      if (!text.includes('\r\n\r\n')) return;
      socket.destroy();
      const isData = /^[A-Z]+ \/(api\/(?!docs)|market\b)/.test(bytes);
      resolve({ ...readReply(text), policy: isData ? dataPolicy : csp });
    });
    socket.on('error', reject);
    socket.on('close', () => reject(new Error(`The connection was closed after ${JSON.stringify(text)}.`)));
  });
}

function readReply(text: string): Omit<RawReply, 'policy'> {
  const [status = '', ...lines] = (text.split('\r\n\r\n')[0] ?? '').split('\r\n');
  const headers: Record<string, string[]> = {};
  for (const line of lines) {
    const [, name = '', value = ''] = /^([^:]+): ?(.*)$/.exec(line) ?? [];
    headers[name.toLowerCase()] = [...(headers[name.toLowerCase()] ?? []), value];
  }
  return { status: Number(status.split(' ')[1]), headers };
}

interface RawRequest {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

const ask = (method: string, target: string, { headers = {}, body = '' }: RawRequest = {}) => {
  const all = {
    Host: new URL(server.url).host,
    'Content-Length': String(Buffer.byteLength(body)),
    ...headers,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return send(`${method} ${target} HTTP/1.1\r\n${lines.join('')}\r\n${body}`);
};
const json = { 'Content-Type': 'application/json' };
const bearer = () => ({ Authorization: `Bearer ${token}` });

/** Asserts the headers that every reply has. `cached`: the Cache-Control of the reply. */
function expectHeaders({ headers, status, policy }: RawReply, cached: string | RegExp, what: string): void {
  expect(headers, `${what}: ${status}`).toMatchObject({ ...wanted, 'content-security-policy': [policy] });
  for (const unwanted of ['x-powered-by', 'strict-transport-security'])
    expect(headers, `${what}: ${status}`).not.toHaveProperty(unwanted);
  const [cacheControl, ...others] = headers['cache-control'] ?? [];
  expect(others, `${what}: ${status}`).toEqual([]);
  if (typeof cached === 'string') expect(cacheControl, `${what}: ${status}`).toBe(cached);
  else expect(cacheControl, `${what}: ${status}`).toMatch(cached);
}

describe('every reply of a call has the security headers and is not kept', () => {
  it('holds without a sign-in, with bad input, with a sign-in, and with other methods', async () => {
    const statuses = new Set<number>();
    for (const { method, path } of operations) {
      const replies = [
        ask(method, path),
        ask(method, path, { headers: { ...bearer(), ...json }, body: method === 'POST' ? '{}' : '' }),
        ask(method, path, { headers: { ...bearer(), ...json }, body: '{' }),
        ask(method, `${path}?x=1`, { headers: { ...json, Authorization: 'Bearer wrong' }, body: 'null' }),
        ...['HEAD', 'OPTIONS', 'PUT', 'DELETE', 'TRACE'].map((other) => ask(other, path)),
      ];
      for (const reply of await Promise.all(replies)) {
        statuses.add(reply.status);
        expectHeaders(reply, 'no-store', `${method} ${path}`);
      }
      // Signing out is one of the calls.
      if (path.endsWith('/logout')) token = await server.signIn('thandi');
    }
    expect([...statuses].sort()).toEqual([200, 400, 401, 405]);
  });

  it.each([
    ['a call that does not exist', 404, () => ask('GET', '/api/nothing')],
    [
      'a call of the operator without the key',
      404,
      () => ask('POST', operatorPath, { headers: json, body: '{}' }),
    ],
    [
      'a call of the operator',
      200,
      () =>
        ask('POST', '/operator/history', {
          headers: { ...json, Authorization: `Bearer ${server.operatorToken}` },
          body: '{"action":"status"}',
        }),
    ],
    ['the metrics', 200, () => ask('GET', '/metrics')],
    ['the description of the calls', 200, () => ask('GET', '/api/docs/')],
    ['its document', 200, () => ask('GET', '/api/docs/json')],
    ['its style sheet', 200, () => ask('GET', '/api/docs/static/swagger-ui.css')],
    ['its missing file', 404, () => ask('GET', '/api/docs/static/nothing.css')],
    [
      'a body that is too large',
      413,
      () =>
        ask('POST', '/api/Orders/InsertOrder', {
          headers: { ...bearer(), ...json, 'Content-Length': '999999' },
        }),
    ],
    [
      'a body that is not JSON',
      415,
      () =>
        ask('POST', '/api/Orders/InsertOrder', {
          headers: { ...bearer(), 'Content-Type': 'text/csv' },
          body: 'a',
        }),
    ],
  ])('%s', async (what, status, request) => {
    const reply = await request();
    expect(reply.status).toBe(status);
    expectHeaders(reply, 'no-store', what);
  });
});

describe('every reply of the hub has the security headers and is not kept', () => {
  const upgrade = {
    Connection: 'Upgrade',
    Upgrade: 'websocket',
    'Sec-WebSocket-Version': '13',
    'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==',
  };

  it.each([
    ['negotiate without a sign-in', 401, () => ask('POST', '/market/negotiate')],
    ['negotiate', 200, () => ask('POST', '/market/negotiate?negotiateVersion=1', { headers: bearer() })],
    ['negotiate with GET', 405, () => ask('GET', '/market/negotiate')],
    ['a preflight request', 204, () => ask('OPTIONS', '/market', { headers: { Origin: server.url } })],
    [
      'a page of another origin',
      403,
      () => ask('POST', '/market/negotiate', { headers: { Origin: 'http://x.example' } }),
    ],
    ['a poll without an id', 400, () => ask('GET', '/market', { headers: bearer() })],
    ['a poll with a wrong id', 404, () => ask('GET', '/market?id=x', { headers: bearer() })],
    ['another method', 405, () => ask('PUT', '/market')],
    ['an upgrade', 101, () => ask('GET', '/market', { headers: { ...upgrade, ...bearer() } })],
    ['an upgrade without a sign-in', 401, () => ask('GET', '/market', { headers: upgrade })],
    [
      'an upgrade by a page of another origin',
      403,
      () => ask('GET', '/market', { headers: { ...upgrade, ...bearer(), Origin: 'http://x.example' } }),
    ],
    [
      'an upgrade that is not one',
      400,
      () => ask('GET', '/market', { headers: { ...upgrade, ...bearer(), 'Sec-WebSocket-Key': 'short' } }),
    ],
    ['an upgrade where there is no hub', 404, () => ask('GET', '/elsewhere', { headers: upgrade })],
    [
      'an offer of another protocol, which is ignored',
      401,
      () => ask('GET', '/api/MarketData/GetPhases', { headers: { Connection: 'Upgrade', Upgrade: 'h2c' } }),
    ],
  ])('%s', async (what, status, request) => {
    const reply = await request();
    expect(reply.status).toBe(status);
    expectHeaders(reply, /\bno-store\b/, what);
  });

  it('holds for event streams and polls', async () => {
    const negotiated = async () => {
      const reply = await server.call('/market/negotiate?negotiateVersion=1', { body: {}, token });
      return (reply.body as { connectionToken: string }).connectionToken;
    };
    const id = await negotiated();
    const stream = ask('GET', `/market?id=${await negotiated()}`, {
      headers: { ...bearer(), Accept: 'text/event-stream' },
    });
    const replies = [await ask('GET', `/market?id=${id}`, { headers: bearer() }), await stream];
    for (const reply of replies) {
      expect(reply.status).toBe(200);
      expectHeaders(reply, /\bno-store\b/, 'a transport');
    }
  });
});

describe('the files of the browser', () => {
  it.each([
    [
      'an asset whose name has a hash',
      'GET',
      '/assets/main-Bx81k2.js',
      200,
      'public, max-age=31536000, immutable',
    ],
    [
      'an asset, without its content',
      'HEAD',
      '/assets/main-Bx81k2.js',
      200,
      'public, max-age=31536000, immutable',
    ],
    ['an asset that is missing', 'GET', '/assets/old-Bx81k2.js', 404, 'no-store'],
    ['the start page', 'GET', '/', 200, 'no-cache'],
    ['the start page by its name', 'GET', '/index.html', 200, 'no-cache'],
    ['a page of the application', 'GET', '/trading/layout', 200, 'no-cache'],
    ['a file without a hash', 'GET', '/favicon.svg', 200, 'no-cache'],
    ['a path that leaves the folder', 'GET', '/assets/../../server.ts', 404, 'no-store'],
    ['a path that leaves the folder, escaped', 'GET', '/assets/%2e%2e%2f%2e%2e%2fserver.ts', 404, 'no-store'],
  ])('%s', async (what, method, target, status, cached) => {
    const isPage = target === '/trading/layout';
    const reply = await ask(method, target, { headers: isPage ? { Accept: 'text/html' } : {} });
    expect(reply.status).toBe(status);
    expectHeaders(reply, cached, what);
  });

  it('have the security headers when the browser already has the file', async () => {
    const { headers } = await ask('GET', '/favicon.svg');
    const reply = await ask('GET', '/favicon.svg', {
      headers: { 'If-None-Match': String(headers.etag?.[0]) },
    });
    expect(reply.status).toBe(304);
    expectHeaders(reply, 'no-cache', 'not modified');
  });
});

describe('a request that cannot be read', () => {
  it.each([
    ['whose address is badly escaped', 400, 'GET /api/%zz HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['whose address is only a percent sign', 400, 'GET /% HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['for an asset whose address is badly escaped', 400, 'GET /assets/%c0%af HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['that is not HTTP', 400, 'nonsense\r\n\r\n'],
    ['with an unknown method', 400, 'GRAB / HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['with two lengths', 400, 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n'],
    [
      'with a length and chunks',
      400,
      'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n',
    ],
    ['without a Host', 400, 'GET /api/StaticData/GetClientSettings HTTP/1.1\r\n\r\n'],
    [
      'with headers that are too long',
      431,
      `GET / HTTP/1.1\r\nHost: x\r\nCookie: ${'x'.repeat(20_000)}\r\n\r\n`,
    ],
    [
      'with an expectation that nobody knows',
      404,
      'GET /api/nothing HTTP/1.1\r\nHost: x\r\nExpect: tea\r\n\r\n',
    ],
  ])('%s has the security headers and is not kept', async (what, status, bytes) => {
    const reply = await send(bytes);
    expect(reply.status).toBe(status);
    expect(reply.headers['content-type']).toEqual(['application/json; charset=utf-8']);
    expectHeaders(reply, 'no-store', what);
  });
});
