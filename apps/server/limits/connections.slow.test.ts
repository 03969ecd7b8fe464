// Real sockets to a real server with small limits.
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer, request, Server as TlsServer } from 'node:https';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import { until } from '../testing/screen.ts';
import { type ServerOnAPort, serverOnAPort } from '../testing/server-on-a-port.ts';
import { Connections } from './connections.ts';
import { defaultLimits, type ServerLimits } from './limits.ts';

let server: ServerOnAPort | undefined;
let sockets: Client[] = [];
afterEach(async () => {
  for (const { socket } of sockets) socket.destroy();
  sockets = [];
  await server?.close();
  server = undefined;
});

async function serve(limits: string): Promise<ServerOnAPort> {
  server = await serverOnAPort({ options: ['--limits', limits] });
  return server;
}

interface Client {
  readonly socket: Socket;
  isClosed: boolean;
  received: string;
}

async function open({ url }: Pick<ServerOnAPort, 'url'>): Promise<Client> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  const client: Client = { socket, isClosed: false, received: '' };
  sockets.push(client);
  socket.setEncoding('utf8').on('data', (text: string) => {
    client.received += text;
  });
  socket.on('error', () => undefined);
  socket.once('close', () => {
    client.isClosed = true;
  });
  await new Promise<void>((resolve) => {
    socket.once('connect', resolve);
    socket.once('close', () => resolve());
  });
  return client;
}

/** Resolves with the address of the server, which listens until the test ends. */
async function listening(server: Server | TlsServer): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(
    () => new Promise<void>((resolve) => void server.close(() => resolve()).closeAllConnections()),
  );
  const { port } = server.address() as AddressInfo;
  return `${server instanceof TlsServer ? 'https' : 'http'}://127.0.0.1:${port}`;
}

const openMany = (count: number, at: Pick<ServerOnAPort, 'url'>) =>
  Promise.all(Array.from({ length: count }, () => open(at)));

/** Sends a GET and resolves with the status of its reply; null if the connection was closed instead. */
async function get(client: Client, path: string, token?: string): Promise<number | null> {
  client.received = '';
  const authorization = token === undefined ? '' : `Authorization: Bearer ${token}\r\n`;
  client.socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n${authorization}\r\n`);
  await until(() => client.isClosed || client.received.includes('\r\n\r\n'));
  const status = /^HTTP\/1\.1 (\d+)/.exec(client.received)?.[1];
  return status === undefined ? null : Number(status);
}

const settings = '/api/StaticData/GetClientSettings';
const members = '/api/StaticData/GetAllMembers';

async function metric({ call }: ServerOnAPort, name: string): Promise<number> {
  const { body } = await call('/metrics');
  return Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(String(body))?.[1]);
}

describe('a connection', () => {
  it('is closed after the time for headers when it sends nothing, or a request without its end', async () => {
    const at = await serve('headersMs=300,requestMs=600');
    const silent = await open(at);
    const slow = await open(at);
    slow.socket.write('GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ');
    const unfinished = await open(at);
    unfinished.socket.write(
      'POST /api/authenticate/login HTTP/1.1\r\nHost: x\r\nContent-Length: 99\r\n\r\n{',
    );
    await until(() => silent.isClosed && slow.isClosed && unfinished.isClosed);
  });

  it('is not closed by these times when it belongs to a screen', async () => {
    const at = await serve('headersMs=300,requestMs=600');
    const screen = await at.openScreen('thandi');
    const silent = await open(at);
    await until(() => silent.isClosed);
    await screen.settle();
    expect(screen.isClosed).toBe(false);
  });

  it('is closed to make room for a new connection when too many have no user, beginning with the oldest idle one', async () => {
    const at = await serve('anonymousConnections=5');
    const [first, second, ...others] = await openMany(5, at);
    if (first === undefined || second === undefined) throw new Error('no connections');
    // The first is no longer the one with the oldest activity.
    expect(await get(first, settings)).toBe(200);
    const sixth = await open(at);
    await until(() => second.isClosed);
    expect(await get(sixth, settings)).toBe(200);
    expect([first, sixth, ...others].map(({ isClosed }) => isClosed)).toEqual([
      false,
      false,
      false,
      false,
      false,
    ]);
  });

  it('is closed for a new one while its TLS handshake is incomplete, the oldest first', async () => {
    const folder = join(import.meta.dirname, '..', 'testing', 'tls');
    const [cert, key] = ['certificate.pem', 'key.pem'].map((name) => readFileSync(join(folder, name)));
    const https = createTlsServer({ cert, key }, (_request, response) => response.end());
    const connections = new Connections({ ...defaultLimits, anonymousConnections: 5 });
    connections.watch(https);
    const url = await listening(https);
    const first = await openMany(5, { url });
    const later = await openMany(5, { url });
    await until(() => first.every(({ isClosed }) => isClosed));
    const asked = request(url, { ca: cert, servername: 'floor.example' }).end();
    const [response] = (await once(asked, 'response')) as [IncomingMessage];
    expect(response.statusCode).toBe(200);
    expect(later.filter(({ isClosed }) => isClosed)).toEqual([later[0]]);
    expect(connections.counts).toEqual({ anonymous: 1, signedIn: 0, closed: 6 });
  });

  it('stays open for a signed-in user while others open thousands, and the user opens more', async () => {
    const at = await serve('connections=30,anonymousConnections=10');
    const thandi = await at.signIn('thandi');
    const own = await open(at);
    expect(await get(own, members, thandi)).toBe(200);
    for (let round = 0; round < 10; round += 1) await openMany(30, at);
    expect(await get(own, members, thandi)).toBe(200);
    const further = await open(at);
    expect(await get(further, members, thandi)).toBe(200);
    const screen = await at.connect(thandi);
    await screen.settle();
    expect(await metric(at, 'openpit_connections_signed_in')).toBeGreaterThanOrEqual(3);
    expect(await metric(at, 'openpit_connections_anonymous')).toBeLessThanOrEqual(10);
    expect(await metric(at, 'openpit_connections_closed_total')).toBeGreaterThanOrEqual(290);
  });

  it('closes only the oldest idle one of its user when the user has too many', async () => {
    const at = await serve('connectionsPerUser=3');
    const [thandi, pieter] = [await at.signIn('thandi'), await at.signIn('pieter')];
    const others = await open(at);
    expect(await get(others, members, pieter)).toBe(200);
    const own = await openMany(5, at);
    for (const client of own) expect(await get(client, members, thandi)).toBe(200);
    await until(() => own.filter(({ isClosed }) => isClosed).length === 2);
    expect(own.map(({ isClosed }) => isClosed)).toEqual([true, true, false, false, false]);
    expect(await get(others, members, pieter)).toBe(200);
  });

  it('is closed when it would have more unread bytes than its user may', async () => {
    const at = await serve('unreadBytes=100');
    const thandi = await at.signIn('thandi');
    expect(await get(await open(at), members, thandi)).toBeNull();
    expect(await get(await open(at), members)).toBe(401);
  });
});

describe('a reply that is not read', () => {
  const megabytes = (count: number) => Buffer.alloc(count * 1_000_000, ' ');

  /** A server of replies of 20 MB to one user, by the number of the connection. */
  async function serveLarge(limits: Partial<ServerLimits> = {}) {
    const connections = new Connections({ ...defaultLimits, ...limits });
    const opened: Duplex[] = [];
    const waiting: ServerResponse[] = [];
    const http = createServer(({ socket, url }, response) => {
      connections.signedIn(socket, 'thandi');
      if (url === '/later') waiting.push(response);
      else {
        const reply = megabytes(20);
        connections.replies(socket, response, reply.length);
        response.end(reply);
      }
    });
    connections.watch(http);
    http.on('connection', (socket) => opened.push(socket));
    return { opened, waiting, url: await listening(http) };
  }
  const isClosed = (socket: Duplex | undefined) => socket?.destroyed === true;

  it('closes the connection of the user that has the most, when there are too many bytes', async () => {
    const { opened, url } = await serveLarge();
    const [reading, idle] = [await open({ url }), await open({ url })];
    idle.socket.pause();
    for (let reply = 1; reply <= 3; reply += 1) {
      expect(await get(reading, '/')).toBe(200);
      await until(() => reading.received.length > 20_000_000);
    }
    idle.socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\nGET / HTTP/1.1\r\nHost: x\r\n\r\n');
    await until(() => isClosed(opened[1]));
    expect(isClosed(opened[0])).toBe(false);
  });

  it('closes its connection after a time, but no connection that reads or waits for its reply', async () => {
    const { opened, waiting, url } = await serveLarge({ unreadMs: 400, headersMs: 400 });
    const [idle, later] = [await open({ url }), await open({ url })];
    idle.socket.pause();
    idle.socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    const late = get(later, '/later');
    await until(() => isClosed(opened[0]));
    waiting[0]?.end();
    expect(await late).toBe(200);
  });
});

describe('requests that are sent without waiting for replies', () => {
  const requestOf = (path: string, token?: string) =>
    `GET ${path} HTTP/1.1\r\nHost: x\r\n${token === undefined ? '' : `Authorization: Bearer ${token}\r\n`}\r\n`;
  const repliesOf = ({ received }: Client) => received.match(/HTTP\/1\.1 \d+/g) ?? [];

  it('are all answered, in their order, with and without a user', async () => {
    const at = await serve('');
    const token = await at.signIn('thandi');
    const client = await open(at);
    client.socket.write(
      [requestOf(settings), requestOf('/none'), requestOf(members, token), requestOf('/none')]
        .join('')
        .repeat(50),
    );
    await until(() => repliesOf(client).length === 200);
    expect(repliesOf(client).slice(0, 4)).toEqual(
      ['200', '404', '200', '404'].map((code) => `HTTP/1.1 ${code}`),
    );
  });

  /** A server that leaves the replies to the test. */
  async function held() {
    const connections = new Connections(defaultLimits);
    const handled: { readonly path: string; readonly response: ServerResponse }[] = [];
    const opened: Duplex[] = [];
    const http = createServer((request, response) =>
      connections.inTurn(
        request.socket,
        () => request.headers.authorization !== undefined,
        () => void handled.push({ path: request.url ?? '', response }),
      ),
    );
    connections.watch(http);
    http.on('connection', (socket) => opened.push(socket));
    return { connections, handled, opened, url: await listening(http) };
  }

  it('are handled one after another, apart from requests of a user', async () => {
    const { connections, handled, opened, url } = await held();
    const client = await open({ url });
    const [one, two, three] = ['/1', '/2', '/3'].map((path) => requestOf(path));
    client.socket.write(`${one}${two}${three}${requestOf('/of-user', 'token')}`);
    const paths = () => handled.map(({ path }) => path);
    await until(() => handled.length === 2);
    // The user of the connection does not matter: the limits of users do not apply to the pages of the application.
    for (const socket of opened) connections.signedIn(socket, 'thandi');
    expect(paths()).toEqual(['/1', '/of-user']);
    handled[0]?.response.end();
    await until(() => handled.length > 2);
    expect(paths()).toEqual(['/1', '/of-user', '/2']);
  });

  it('close their connection when too many of all connections wait, and requests on later connections are handled', async () => {
    const { handled, url } = await held();
    const [flood, second] = [await open({ url }), await open({ url })];
    flood.socket.write(requestOf('/flood').repeat(9_000));
    second.socket.write(requestOf('/flood').repeat(9_000));
    await until(() => flood.isClosed || second.isClosed);
    const left = flood.isClosed ? second : flood;
    expect(handled).toHaveLength(2);
    const other = await open({ url });
    other.socket.write(requestOf('/1') + requestOf('/2'));
    await until(() => handled.length === 3);
    handled[2]?.response.end();
    await until(() => handled.length === 4);
    expect(left.isClosed).toBe(false);
  });
});
