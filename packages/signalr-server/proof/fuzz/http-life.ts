// One mutated HTTP request to the path of a hub, on a bare TCP socket: with a token that is missing, wrong, fresh, in use
// or used up. Any status will do that says what is wrong; a 500 is a find.
import { connect } from 'node:net';
import { ask, negotiated } from '../../testing/http-client.ts';
import { callMessage } from './hostile-message.ts';
import { userToken } from './hub-under-fire.ts';
import { mutate } from './mutate.ts';
import type { Random } from './random.ts';
import type { Tally } from './tally.ts';

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

export const tokenKinds = ['none', 'garbage', 'fresh', 'changed', 'live', 'used'] as const;
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

export async function httpLife(random: Random, port: number, tally: Tally): Promise<void> {
  const base = `http://127.0.0.1:${port}`;
  const isMember = random.chance(0.4);
  const hub = isMember ? '/members' : '/fuzz';
  const tokenKind = random.weighted<TokenKind>({
    none: 2,
    garbage: 2,
    fresh: 1,
    changed: 1,
    live: 1,
    used: 0.5,
  });
  const access = isMember ? `&access_token=${encodeURIComponent(userToken)}` : '';
  const id = await tokenOf(random, tokenKind, { url: base + hub, access });
  // Several to the same token, so that a line meets requests that do not fit it.
  for (let i = random.int(4); i >= 0; i--) {
    const kind = random.pick(requestKinds);
    const whole = requestText(random, kind, { hub, id, access: random.chance(0.8) ? access : '' });
    const isDamaged = random.chance(0.5);
    tally.sent++;
    tally.count('request', kind);
    tally.count('token', tokenKind);
    tally.count('status', await statusOf(port, isDamaged ? mutate(random, whole) : whole));
  }
  if (tokenKind === 'live') await ask('DELETE', `${base}${hub}?id=${id}${access}`).catch(() => null);
}

async function tokenOf(
  random: Random,
  kind: TokenKind,
  { url, access }: { url: string; access: string },
): Promise<string> {
  if (kind === 'none') return '';
  if (kind === 'garbage') return random.pick(['x', 'a.b.c.d.e', '....', 'n0.x.0.0.x', '%ff%00', 'é']);
  const address = await negotiated(url, access);
  if (kind === 'live' || kind === 'used') await ask('GET', address);
  if (kind === 'used') await ask('DELETE', address);
  const token = new URL(address).searchParams.get('id') ?? '';
  return kind === 'changed'
    ? encodeURIComponent(mutate(random, Buffer.from(token)).toString('latin1'))
    : token;
}

function requestText(
  random: Random,
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
      ? callMessage('json', { target: 'Echo', id: '1', args: [1] })
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
  const address = kind === 'negotiate' ? `${path}/negotiate${query}` : `${path}${query}`;
  return Buffer.concat([
    Buffer.from(`${method} ${address} HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n`),
    body,
  ]);
}

/** The status of the answer; `none` when the server hung up, or waits for the rest of the request. */
function statusOf(port: number, request: Buffer): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    let head = '';
    const finish = () => {
      socket.destroy();
      const status = /^HTTP\/1\.1 (\d{3}) /.exec(head)?.[1] ?? 'none';
      if (status === '500')
        reject(new Error(`A request was answered with 500: ${request.toString('latin1')}`));
      else resolve(status);
    };
    socket.on('data', (chunk) => {
      head += chunk.toString('latin1');
      if (head.length >= 12) finish();
    });
    socket.on('error', finish);
    socket.on('close', finish);
    socket.write(request, () => {
      // A poll, or a request whose end was lost, waits: half-closing ends it.
      setTimeout(() => socket.end(), 3).unref();
    });
  });
}
