// The calls that answer only this machine, and how a call from this machine is recognized.
import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ServerInAFolder, serverInAFolder } from '../testing/server-in-a-folder.ts';
import { type ServerOnAPort, serverOnAPort } from '../testing/server-on-a-port.ts';

const places = ['/metrics', '/api/docs', '/api/docs/', '/api/docs/json', '/api/docs/static/swagger-ui.css'];

let server: ServerOnAPort;
let exposed: ServerOnAPort;
let inFolder: ServerInAFolder;
beforeAll(async () => {
  server = await serverOnAPort();
  exposed = await serverOnAPort({ options: ['--expose', 'metrics'] });
  inFolder = await serverInAFolder();
});
afterAll(() => Promise.all([server.close(), exposed.close(), inFolder.close()]));

/** The status of a GET over a socket of the loopback. */
function statusOf(
  path: string,
  headers: Record<string, string> | readonly string[],
  of = server,
  target = path,
): Promise<number> {
  return new Promise((resolve, reject) => {
    request(new URL(path, of.url), { headers, setHost: false, path: target }, (reply) => {
      reply.resume().on('end', () => resolve(reply.statusCode ?? 0));
    })
      .on('error', reject)
      .end();
  });
}
const port = (of = server) => new URL(of.url).port;

describe.each(places)('%s', (path) => {
  it.each(['localhost', '127.0.0.1', '[::1]', 'LOCALHOST', '127.8.9.10'])(
    'answers a socket of the loopback that asks for the host %s',
    async (host) => {
      expect(await statusOf(path, { host: `${host}:${port()}` })).toBe(200);
      expect(await statusOf(path, { host })).toBe(200);
    },
  );

  it.each([
    'attacker.example',
    'localhost.attacker.example',
    '192.168.1.5',
    '127.0.0.1.attacker.example',
    'a b',
  ])('does not exist for a page that DNS rebinding lets in, whose host is %s', async (host) => {
    expect(await statusOf(path, { host: `${host}:${port()}` })).toBe(404);
    const forwarded = { 'x-forwarded-host': 'localhost', forwarded: 'host=localhost;for=127.0.0.1' };
    expect(await statusOf(path, { host, ...forwarded })).toBe(404);
  });

  it('does not exist for a request that names another host beside this machine', async () => {
    const first = await statusOf(path, ['Host', 'localhost', 'Host', 'attacker.example']);
    const last = await statusOf(path, ['Host', 'attacker.example', 'Host', 'localhost']);
    const inFirstLine = await statusOf(path, { host: 'localhost' }, server, `http://attacker.example${path}`);
    expect([first, last, inFirstLine]).toEqual([404, 404, 404]);
  });

  it('does not exist for another machine, regardless of its headers', async () => {
    const headers = {
      host: 'localhost',
      'x-forwarded-for': '127.0.0.1',
      'x-real-ip': '127.0.0.1',
      forwarded: 'for=127.0.0.1',
    };
    for (const remoteAddress of ['192.168.1.5', '::ffff:10.0.0.1', 'fe80::1'])
      expect((await inFolder.call({ url: path, headers, remoteAddress })).status).toBe(404);
  });
});

it('a call that only this machine may make is answered like a call that does not exist', async () => {
  const replies = await Promise.all(
    ['/api/docs/json', '/api/no-such-call'].map((url) => inFolder.call({ url, remoteAddress: '10.0.0.1' })),
  );
  const [rejected, unknown] = replies.map(({ status, body }) => [status, JSON.stringify(body)]);
  expect(rejected).toEqual([404, String(unknown?.[1]).replace('/api/no-such-call', '/api/docs/json')]);
});

it('a call that --expose names answers other machines and other hosts, and no other call does', async () => {
  const host = 'market.example';
  expect(await statusOf('/metrics', { host }, exposed)).toBe(200);
  expect(await statusOf('/api/docs/json', { host }, exposed)).toBe(404);
});
