// Requests as clients and proxies other than browsers send them: offers of other protocols, ports in X-Forwarded-For, and any Accept.

import { readdirSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { connect as connectTls } from 'node:tls';
import { demoPassword } from '@openpit/market';
import { marketHubPath, paths } from '@openpit/wire';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditFolderIn } from '../audit/audit-files.ts';
import { type ServerOnAPort, serverOnAPort } from '../testing/server-on-a-port.ts';

let webFolder: string;
let server: ServerOnAPort;
beforeAll(async () => {
  webFolder = await mkdtemp(join(tmpdir(), 'openpit-web-'));
  await writeFile(join(webFolder, 'index.html'), '<!doctype html><title>Openpit</title>');
  server = await serverOnAPort({ webFolder, options: ['--trusted-proxy', '127.0.0.1'] });
});
afterAll(async () => {
  await server.close();
  await rm(webFolder, { recursive: true });
});

/** The server's answer to these bytes before it closes the connection. */
function replyTo(bytes: string, { url }: Pick<ServerOnAPort, 'url'> = server): Promise<string> {
  const { hostname, port, protocol } = new URL(url);
  const socket =
    protocol === 'https:'
      ? connectTls({ host: hostname, port: Number(port), rejectUnauthorized: false })
      : connect(Number(port), hostname);
  socket.write(bytes);
  return text(socket);
}
const lines = (...all: readonly string[]) => `${all.join('\r\n')}\r\n\r\n`;
const statuses = (reply: string) => reply.match(/HTTP\/1\.1 \d+/g) ?? [];
const h2c = [
  'Connection: Upgrade, HTTP2-Settings',
  'Upgrade: h2c',
  'HTTP2-Settings: AAEAAEAAAAIAAAABAAMAAABkAAQBAAAAAAUAAEAA',
];

describe('a request that offers another protocol', () => {
  const body = JSON.stringify({ email: 'thandi@kand.example', password: demoPassword });
  const get = (path: string, ...more: string[]) => lines(`GET ${path} HTTP/1.1`, 'Host: x', ...more);
  const post = (...more: string[]) =>
    `${lines(`POST ${paths.login} HTTP/1.1`, 'Host: x', 'Content-Type: application/json', `Content-Length: ${body.length}`, ...more)}${body}`;
  const close = 'Connection: close';

  it('is answered as if there were no offer, and the connection stays open', async () => {
    const reply = await replyTo(get(paths.getClientSettings, ...h2c) + get('/health/live', close));
    expect(statuses(reply)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 200']);
    expect(reply).toContain('marketName');
  });

  it('is read with its body', async () => {
    const reply = await replyTo(post(...h2c) + post(...h2c) + get('/health/live', close));
    expect(statuses(reply)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 200', 'HTTP/1.1 200']);
    expect(reply.match(/"token"/g)).toHaveLength(2);
  });

  it('is read with a body that arrives later', async () => {
    const { hostname, port } = new URL(server.url);
    const socket = connect(Number(port), hostname);
    const [head = '', rest = ''] = post(...h2c, close).split(body.slice(10));
    socket.write(head);
    await server.call('/health/live');
    socket.write(body.slice(10) + rest);
    expect(statuses(await text(socket))).toEqual(['HTTP/1.1 200']);
  });

  it('is ignored for any other name and at the hub as well, and kept when it ends the connection', async () => {
    const negotiate = lines(
      `POST ${marketHubPath}/negotiate HTTP/1.1`,
      'Host: x',
      'Content-Length: 0',
      ...h2c,
    );
    const other = get('/health/live', 'Connection: close, upgrade', 'Upgrade: TLS/1.0, telnet');
    expect(statuses(await replyTo(negotiate + other))).toEqual(['HTTP/1.1 401', 'HTTP/1.1 200']);
  });

  it('keeps the counts of connections right', async () => {
    await replyTo(
      get('/health/live', ...h2c) +
        get('/health/live', ...h2c, close).replace('Upgrade, HTTP2-Settings', 'close, Upgrade'),
    );
    const open = async () =>
      /^openpit_connections_anonymous (\d+)$/m.exec(String((await server.call('/metrics')).body))?.[1];
    const before = Number(await open());
    for (let at = 0; at < 5; at += 1) await replyTo(get('/health/live', ...h2c) + get('/health/live', close));
    expect(Number(await open())).toBeLessThanOrEqual(before);
  });

  it('is also answered over TLS', async () => {
    const folder = join(import.meta.dirname, '..', 'testing', 'tls');
    const files = ['--tls-cert', join(folder, 'certificate.pem'), '--tls-key', join(folder, 'key.pem')];
    const secure = await serverOnAPort({ options: files });
    const reply = await replyTo(
      get('/health/live', ...h2c) + post(...h2c) + get('/health/live', close),
      secure,
    );
    expect(statuses(reply)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 200', 'HTTP/1.1 200']);
    await secure.close();
  });
});

describe('a port in X-Forwarded-For', () => {
  const login = (forwarded: string) =>
    fetch(server.url + paths.login, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': forwarded },
      body: JSON.stringify({ email: 'nobody@else.example', password: 'x' }),
    });

  it.each([
    ['IPv4', '203.0.113.11', (port: number) => `203.0.113.11:${port}`],
    ['IPv6', '2001:db9::11', (port: number) => `[2001:db9::11]:${port}`],
  ])(
    'does not lift the limit of an address, and is in no audit log, over HTTP and at the hub: %s',
    async (_what, address, hop) => {
      const all = await Promise.all(Array.from({ length: 125 }, (_, at) => login(hop(40_000 + at))));
      expect(all.filter(({ status }) => status === 429).length).toBeGreaterThanOrEqual(5);
      expect((await login(address)).status).toBe(429);
      const negotiate = await fetch(`${server.url}${marketHubPath}/negotiate`, {
        method: 'POST',
        headers: { authorization: 'Bearer forged', 'x-forwarded-for': hop(41_000) },
      });
      expect(negotiate.status).toBe(401);
      const folder = auditFolderIn(server.dataFolder);
      const read = async () => {
        const files = readdirSync(folder).filter((name) => /^\d{4}-/.test(name));
        const texts = await Promise.all(files.map((name) => readFile(join(folder, name), 'utf8')));
        const entries = texts
          .join('')
          .trimEnd()
          .split('\n')
          .map((line) => JSON.parse(line) as { what?: string; from?: string });
        return entries.filter(({ from }) => from?.includes(address));
      };
      await expect.poll(async () => (await read()).some(({ what }) => what === marketHubPath)).toBe(true);
      const entries = await read();
      expect(entries.some(({ what }) => what === 'password')).toBe(true);
      expect(new Set(entries.map(({ from }) => from))).toEqual(new Set([address]));
    },
  );
});

describe('a page of the application', () => {
  const ask = (path: string, accept?: string) =>
    replyTo(
      lines(
        `GET ${path} HTTP/1.1`,
        'Host: x',
        'Connection: close',
        ...(accept === undefined ? [] : [`Accept: ${accept}`]),
      ),
    );
  const isPage = (reply: string) =>
    reply.startsWith('HTTP/1.1 200') && reply.includes('<title>Openpit</title>');

  it.each([undefined, '*/*', 'text/*', 'text/html,application/xhtml+xml', 'application/json, */*;q=0.5'])(
    'is served to Accept: %s',
    async (accept) => {
      for (const path of ['/authentication/login', '/app/trading', '/app/trading?panel=Clock', '/app'])
        expect(isPage(await ask(path, accept)), path).toBe(true);
    },
  );

  it('is served neither to a client that wants JSON only nor in the place of a missing script or picture', async () => {
    expect(await ask('/app/trading', 'application/json')).toMatch(/^HTTP\/1\.1 404[\s\S]*"noSuchCall"/);
    for (const path of [
      '/assets/gone.js',
      '/icons/gone.png',
      '/nothing',
      '/apple',
      '/api/nothing',
      '/operator/nothing',
    ])
      expect(await ask(path, '*/*'), path).toMatch(/^HTTP\/1\.1 404/);
  });
});
