// Real servers and real clients for the tests: hubs on a port of their own, the official client, and bare WebSockets
// for frames that no client would send.
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import type { HubConnection, IHttpConnectionOptions } from '@microsoft/signalr';
import { WebSocket } from 'ws';
import type { HubServer } from '../hub-server.ts';

// The client loads its WebSocket by `require`.
const require = createRequire(import.meta.url);
const signalR = require('@microsoft/signalr') as typeof import('@microsoft/signalr');
const messagePack =
  require('@microsoft/signalr-protocol-msgpack') as typeof import('@microsoft/signalr-protocol-msgpack');

export const { HttpTransportType } = signalR;
export type ProtocolName = 'json' | 'messagepack';

const cleanUps: (() => unknown)[] = [];

/** Ends everything that a test has opened; for `afterEach`. */
export async function closeAll(): Promise<void> {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
}

/** Listens for `server` on a free port and returns its address. */
export async function serve(server: HubServer): Promise<string> {
  const http = createServer((request, response) => {
    if (!server.handleRequest(request, response)) response.writeHead(404).end('not a hub');
  });
  http.on('upgrade', (request, socket, head) => {
    if (!server.handleUpgrade(request, socket, head)) socket.destroy();
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  cleanUps.push(async () => {
    http.closeAllConnections();
    await new Promise((resolve) => http.close(resolve));
  });
  return `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
}

/** The official client, not started. */
export function client(
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

export async function started(url: string, options?: Parameters<typeof client>[1]): Promise<HubConnection> {
  const connection = client(url, options);
  await connection.start();
  return connection;
}

/** A bare WebSocket that keeps what it gets. */
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
      // A refused upgrade; what matters is asked of `refusal`.
    });
    cleanUps.push(() => this.socket.terminate());
  }

  static async open(url: string, headers?: Record<string, string>): Promise<RawClient> {
    const raw = new RawClient(url, headers);
    await new Promise((resolve, reject) => {
      raw.socket.once('open', resolve);
      raw.socket.once('error', reject);
    });
    return raw;
  }

  /** Opens the socket, does the handshake and forgets the reply. */
  static async shaken(url: string, protocol: ProtocolName = 'json'): Promise<RawClient> {
    const raw = await RawClient.open(url);
    raw.send(`{"protocol":"${protocol}","version":1}\x1e`);
    await until(() => raw.frames.length > 0);
    raw.frames.shift();
    return raw;
  }

  send(data: string | Buffer): void {
    this.socket.send(data);
  }

  /** All that has come, as text. */
  get text(): string {
    return Buffer.concat(this.frames).toString('utf8');
  }

  /** All JSON messages that have come. */
  get messages(): Record<string, unknown>[] {
    return this.text
      .split('\x1e')
      .filter((part) => part !== '')
      .map((part) => JSON.parse(part) as Record<string, unknown>);
  }

  async closed(): Promise<number> {
    await until(() => this.closeCode !== null);
    return this.closeCode ?? 0;
  }
}

/** The status and body with which an upgrade is refused. */
export function refusedUpgrade(
  url: string,
  headers: Record<string, string> = {},
): Promise<{ status: number; reason: string; body: string }> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(url.replace(/^http/, 'ws'), { headers });
    socket.on('open', () => {
      socket.terminate();
      reject(new Error('The upgrade was not refused.'));
    });
    socket.on('error', () => {
      // Follows the refusal.
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

/** Waits for a condition; fails after `withinMs`. */
export async function until(condition: () => boolean, withinMs = 4000): Promise<void> {
  const endMs = performance.now() + withinMs;
  while (!condition()) {
    if (performance.now() > endMs) throw new Error(`Not within ${withinMs} ms: ${condition}`);
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
}

/** The message of what `promise` rejects with. */
export async function failureOf(promise: Promise<unknown>): Promise<string> {
  try {
    await promise;
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error('It did not fail.');
}

/** Lets everything run that is due in this turn of the event loop and the next. */
export async function turns(count = 3): Promise<void> {
  for (let i = 0; i < count; i++) await new Promise((resolve) => setImmediate(resolve));
}
