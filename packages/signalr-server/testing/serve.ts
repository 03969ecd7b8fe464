// Real servers and real clients for tests: a server on a free port, the official client, and raw WebSockets
// for frames that no official client would send.
import { createServer, type IncomingMessage } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo, Socket } from 'node:net';
import type { HubConnection, IHttpConnectionOptions } from '@microsoft/signalr';
import { WebSocket } from 'ws';
import type { ManualClock } from '../clock.ts';
import type { HubServer } from '../hub-server.ts';
import type { ProtocolName } from '../protocol/hub-protocol.ts';

// The official client loads its WebSocket with `require`.
const require = createRequire(import.meta.url);
const signalR = require('@microsoft/signalr') as typeof import('@microsoft/signalr');
const messagePack =
  require('@microsoft/signalr-protocol-msgpack') as typeof import('@microsoft/signalr-protocol-msgpack');

export const { HttpTransportType } = signalR;

const cleanUps: (() => unknown)[] = [];

/** Closes all servers and clients that a test has opened. For `afterEach`. */
export async function closeAll(): Promise<void> {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
}

/** The connections of the servers of this process, by the port of their client. */
const accepted = { requested: new Set<number>(), closed: new Set<number>() };

/** Resolves when a server has received a request from this client socket, which may not be connected yet. */
export function requestReceived(client: () => Socket | null): Promise<void> {
  return until(() => accepted.requested.has(client()?.localPort ?? 0));
}

/** Resolves when a server has seen the end of the connection from this port. */
export function connectionClosed(clientPort: number | undefined): Promise<void> {
  return until(() => accepted.closed.has(clientPort ?? 0));
}

/** Starts a node:http server for `server` on a free port and returns its base URL. */
export async function serve(server: Pick<HubServer, 'handleRequest' | 'handleUpgrade'>): Promise<string> {
  const http = createServer((request, response) => {
    if (!server.handleRequest(request, response)) response.writeHead(404).end('not a hub');
  });
  http.on('upgrade', (request, socket, head) => {
    if (!server.handleUpgrade(request, socket, head)) socket.destroy();
  });
  const onRequest = ({ socket: { remotePort } }: IncomingMessage) => {
    if (remotePort !== undefined) accepted.requested.add(remotePort);
  };
  http.on('connection', (socket: Socket) => {
    const port = socket.remotePort;
    // The system uses ports again.
    if (port !== undefined) for (const ports of Object.values(accepted)) ports.delete(port);
    socket.once('close', () => port !== undefined && accepted.closed.add(port));
  });
  http.on('request', onRequest);
  http.on('upgrade', onRequest);
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  cleanUps.push(async () => {
    http.closeAllConnections();
    await new Promise((resolve) => http.close(resolve));
  });
  return `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
}

/** The official client, not started. */
export function createClient(
  url: string,
  {
    protocol = 'json',
    reconnects = false,
    ...options
  }: { protocol?: ProtocolName; reconnects?: boolean } & IHttpConnectionOptions = {},
): HubConnection {
  let builder = new signalR.HubConnectionBuilder()
    .withUrl(url, options)
    .configureLogging(signalR.LogLevel.None);
  if (protocol === 'messagepack') builder = builder.withHubProtocol(new messagePack.MessagePackHubProtocol());
  if (reconnects) builder = builder.withAutomaticReconnect([0, 0]);
  const connection = builder.build();
  cleanUps.push(() => connection.stop());
  return connection;
}

/** The official client, started. */
export async function startClient(
  url: string,
  options?: Parameters<typeof createClient>[1],
): Promise<HubConnection> {
  const connection = createClient(url, options);
  await connection.start();
  return connection;
}

/** A raw WebSocket that keeps all frames it receives. */
export class RawClient {
  readonly socket: WebSocket;
  readonly frames: Buffer[] = [];
  closeCode: number | null = null;

  constructor(url: string, headers: Record<string, string> = {}) {
    this.socket = new WebSocket(url.replace(/^http/, 'ws'), { headers, perMessageDeflate: false });
    this.socket.on('message', (data) => this.frames.push(data as Buffer));
    this.socket.on('close', (code) => {
      this.closeCode = code;
    });
    this.socket.on('error', () => {
      // The upgrade was rejected. Tests of that use `rejectedUpgrade`.
    });
    cleanUps.push(() => this.socket.terminate());
  }

  /** Opens the socket without a handshake. */
  static async open(url: string, headers?: Record<string, string>): Promise<RawClient> {
    const raw = new RawClient(url, headers);
    await new Promise((resolve, reject) => {
      raw.socket.once('open', resolve);
      raw.socket.once('error', reject);
    });
    return raw;
  }

  /** Opens the socket, completes the handshake and removes its response from `frames`. */
  static async connect(url: string, protocol: ProtocolName = 'json'): Promise<RawClient> {
    const raw = await RawClient.open(url);
    raw.send(`{"protocol":"${protocol}","version":1}\x1e`);
    await until(() => raw.frames.length > 0);
    raw.frames.shift();
    return raw;
  }

  send(data: string | Buffer): void {
    this.socket.send(data);
  }

  /** All received bytes as text. */
  get text(): string {
    return Buffer.concat(this.frames).toString('utf8');
  }

  /** All received JSON messages. */
  get messages(): Record<string, unknown>[] {
    return this.text
      .split('\x1e')
      .filter((part) => part !== '')
      .map((part) => JSON.parse(part) as Record<string, unknown>);
  }

  /** Waits for the close and returns its code. */
  async closed(): Promise<number> {
    await until(() => this.closeCode !== null);
    return this.closeCode ?? 0;
  }
}

/** The response that rejects an upgrade. Throws if the upgrade is accepted. */
export function rejectedUpgrade(
  url: string,
  headers: Record<string, string> = {},
): Promise<{ status: number; reason: string; body: string }> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(url.replace(/^http/, 'ws'), { headers });
    socket.on('open', () => {
      socket.terminate();
      reject(new Error('The upgrade was accepted.'));
    });
    socket.on('error', () => {
      // Follows `unexpected-response`.
    });
    socket.on('unexpected-response', (_request, response) => {
      let body = '';
      response.on('data', (chunk) => {
        body += chunk;
      });
      response.on('end', () => {
        resolve({ status: response.statusCode ?? 0, reason: response.statusMessage ?? '', body });
        socket.terminate();
      });
    });
  });
}

/** Guards against a test that hangs. No test may depend on it, because machines differ in speed. */
const hangingMs = 120_000;

/** Waits for a condition. Throws if it has not become true and probably never will. */
export async function until(condition: () => boolean): Promise<void> {
  const endMs = performance.now() + hangingMs;
  while (!condition()) {
    if (performance.now() > endMs) throw new Error(`Not true within ${hangingMs} ms: ${condition}`);
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
}

/** The message of the error that `promise` rejects with. Throws if it does not reject. */
export async function errorMessageOf(promise: Promise<unknown>): Promise<string> {
  try {
    await promise;
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error('The promise did not reject.');
}

export async function eventLoopTurns(count = 3): Promise<void> {
  for (let i = 0; i < count; i++) await new Promise((resolve) => setImmediate(resolve));
}

/** Advances the clock second by second, with event-loop turns for the network in between. */
export async function advanceSeconds(clock: ManualClock, seconds: number): Promise<void> {
  for (let i = 0; i < seconds; i++) {
    clock.advance(1000);
    await eventLoopTurns();
  }
}

/** A JSON invocation of `Echo`, encoded. */
export function echoInvocation(invocationId: string, value: unknown): string {
  return `${JSON.stringify({ type: 1, target: 'Echo', arguments: [value], invocationId })}\x1e`;
}
