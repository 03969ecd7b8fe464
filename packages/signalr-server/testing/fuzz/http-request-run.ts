// Mutated HTTP requests to the path of a hub, on bare TCP sockets, with a connection token that is missing,
// invalid, unused, in use or used. Any response is fine except status 500.
import { connect } from 'node:net';
import { negotiatedUrl, sendRequest } from '../http-client.ts';
import type { FuzzCoverage } from './coverage.ts';
import { userToken } from './fuzz-server.ts';
import { invocationMessage } from './hostile-message.ts';
import { mutate } from './mutate.ts';
import type { SeededRandom } from './seeded-random.ts';

export const requestKinds = [
  'negotiate',
  'preflight',
  'upgrade',
  'events',
  'poll',
  'send',
  'delete',
] as const;
type RequestKind = (typeof requestKinds)[number];

export const tokenKinds = ['none', 'garbage', 'unused', 'mutated', 'connected', 'used'] as const;
type TokenKind = (typeof tokenKinds)[number];

const methods: Readonly<Record<RequestKind, string>> = {
  negotiate: 'POST',
  preflight: 'OPTIONS',
  upgrade: 'GET',
  events: 'GET',
  poll: 'GET',
  send: 'POST',
  delete: 'DELETE',
};

/** One hostile client: up to four requests with the same token. */
export async function runHttpRequests(
  random: SeededRandom,
  port: number,
  coverage: FuzzCoverage,
): Promise<void> {
  const base = `http://127.0.0.1:${port}`;
  const needsSignIn = random.chance(0.4);
  const hub = needsSignIn ? '/members' : '/fuzz';
  const tokenKind = random.weighted<TokenKind>({
    none: 2,
    garbage: 2,
    unused: 1,
    mutated: 1,
    connected: 1,
    used: 0.5,
  });
  const access = needsSignIn ? `&access_token=${encodeURIComponent(userToken)}` : '';
  const id = await connectionToken(random, tokenKind, { url: base + hub, access });
  // Several requests with one token, so that a connection gets requests that do not match its transport.
  for (let i = random.int(4); i >= 0; i--) {
    const kind = random.pick(requestKinds);
    const valid = requestBytes(random, kind, { hub, id, access: random.chance(0.8) ? access : '' });
    const isMutated = random.chance(0.5);
    coverage.sent++;
    coverage.count('request', kind);
    coverage.count('token', tokenKind);
    coverage.count('status', await statusOf(port, isMutated ? mutate(random, valid) : valid));
  }
  if (tokenKind === 'connected') {
    await sendRequest('DELETE', `${base}${hub}?id=${id}${access}`).catch(() => null);
  }
}

async function connectionToken(
  random: SeededRandom,
  kind: TokenKind,
  { url, access }: { url: string; access: string },
): Promise<string> {
  if (kind === 'none') return '';
  if (kind === 'garbage') return random.pick(['x', 'a.b.c.d.e', '....', 'n0.x.0.0.x', '%ff%00', 'é']);
  const connectionUrl = await negotiatedUrl(url, access);
  if (kind === 'connected' || kind === 'used') await sendRequest('GET', connectionUrl);
  if (kind === 'used') await sendRequest('DELETE', connectionUrl);
  const token = new URL(connectionUrl).searchParams.get('id') ?? '';
  return kind === 'mutated'
    ? encodeURIComponent(mutate(random, Buffer.from(token)).toString('latin1'))
    : token;
}

function requestBytes(
  random: SeededRandom,
  kind: RequestKind,
  { hub, id, access }: { hub: string; id: string; access: string },
): Buffer {
  const path = random.chance(0.1) ? hub.toUpperCase() : hub;
  const query = random.pick([
    `?id=${id}${access}`,
    `?ID=${id}&negotiateVersion=${random.pick(['0', '1', '9', 'x', '-1', ''])}${access}`,
    `?id=${id}&id=other${access}`,
    `?${access.slice(1)}`,
    '',
    '?&&=&%zz=%',
  ]);
  const method = random.chance(0.1) ? random.pick(['PUT', 'HEAD', 'PATCH', 'GET', 'POST']) : methods[kind];
  const body =
    kind === 'send' || random.chance(0.1)
      ? invocationMessage('json', { target: 'Echo', id: '1', args: [1] })
      : Buffer.alloc(0);
  const headers = [
    'Host: 127.0.0.1',
    ...(random.chance(0.3)
      ? [`Origin: ${random.pick(['https://floor.example', 'null', 'http://evil', '::'])}`]
      : []),
    ...(random.chance(0.2)
      ? [`Authorization: ${random.pick(['Bearer', 'Bearer x', 'Basic eA==', `Bearer ${userToken}`])}`]
      : []),
    ...(kind === 'events' ? ['Accept: text/event-stream'] : []),
    ...(kind === 'upgrade'
      ? [
          'Connection: Upgrade',
          `Upgrade: ${random.pick(['websocket', 'websocket', 'h2c'])}`,
          'Sec-WebSocket-Version: 13',
          `Sec-WebSocket-Key: ${random.pick(['dGhlIHNhbXBsZSBub25jZQ==', 'short'])}`,
        ]
      : [`Content-Length: ${body.length}`]),
  ];
  const target = kind === 'negotiate' ? `${path}/negotiate${query}` : `${path}${query}`;
  return Buffer.concat([
    Buffer.from(`${method} ${target} HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n`),
    body,
  ]);
}

/**
 * The status of the response; `none` when the server closed the socket or waits for the rest of the request.
 */
function statusOf(port: number, request: Buffer): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    let head = '';
    const finish = () => {
      socket.destroy();
      const status = /^HTTP\/1\.1 (\d{3}) /.exec(head)?.[1] ?? 'none';
      if (status === '500') reject(new Error(`A request got status 500: ${request.toString('latin1')}`));
      else resolve(status);
    };
    socket.on('data', (chunk) => {
      head += chunk.toString('latin1');
      if (head.length >= 12) finish();
    });
    socket.on('error', finish);
    socket.on('close', finish);
    socket.write(request, () => {
      // Half-closes the socket, which ends a poll or an incomplete request.
      setTimeout(() => socket.end(), 3).unref();
    });
  });
}
