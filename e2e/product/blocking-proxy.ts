// A reverse proxy in front of a product that lets no WebSocket through, as some networks do. It counts the requests of the
// hub that wait for messages, and can keep back the replies of those requests.
import { createServer, type IncomingMessage, request as requestTo, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { marketHubPath } from '@openpit/wire';
import { tunnel, upstreamOf } from './upstream.ts';

interface WaitingRequest {
  /** The `component` of its hub connection; null for none. */
  readonly component: string | null;
  readonly kind: 'poll' | 'event stream';
}

export class BlockingProxy {
  readonly #server = createServer((request, response) => this.#forward(request, response));
  readonly #target: URL;
  readonly #waiting = new Set<WaitingRequest>();
  readonly #webSockets = new Set<Socket>();
  #maxWaiting = 0;
  #blockedUpgrades = 0;
  #isBlocking: boolean;
  #keptBack: (() => void)[] | null = null;

  private constructor(target: string, isBlocking: boolean) {
    this.#target = new URL(target);
    this.#isBlocking = isBlocking;
    this.#server.on('upgrade', (request, socket: Socket, head) => this.#upgrade(request, socket, head));
  }

  static async start(target: string, { isBlocking = true } = {}): Promise<BlockingProxy> {
    const proxy = new BlockingProxy(target, isBlocking);
    await new Promise<void>((resolve) => proxy.#server.listen(0, '127.0.0.1', resolve));
    return proxy;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** The requests that wait for messages now. */
  get waiting(): readonly WaitingRequest[] {
    return [...this.#waiting];
  }

  /** The largest number of requests that have waited for messages at the same time. */
  get maxWaiting(): number {
    return this.#maxWaiting;
  }

  /** The number of blocked WebSockets. */
  get blockedUpgrades(): number {
    return this.#blockedUpgrades;
  }

  get openWebSockets(): number {
    return this.#webSockets.size;
  }

  /** From now on no WebSocket is let through; those that are open are cut off. */
  block(): void {
    this.#isBlocking = true;
    for (const socket of this.#webSockets) socket.destroy();
  }

  /** Keeps back the replies to all polls until `release`. */
  keepPollsBack(): void {
    this.#keptBack ??= [];
  }

  release(): void {
    const replies = this.#keptBack ?? [];
    this.#keptBack = null;
    for (const reply of replies) reply();
  }

  async close(): Promise<void> {
    this.block();
    await new Promise<void>((resolve) => {
      this.#server.close(() => resolve());
      this.#server.closeAllConnections();
    });
  }

  #forward(request: IncomingMessage, response: ServerResponse): void {
    const waiting = waitingRequest(request);
    if (waiting !== null) {
      this.#waiting.add(waiting);
      this.#maxWaiting = Math.max(this.#maxWaiting, this.#waiting.size);
      response.once('close', () => this.#waiting.delete(waiting));
    }
    const upstream = requestTo(upstreamOf(this.#target, request), (reply) => {
      const answer = () => {
        response.writeHead(reply.statusCode ?? 502, reply.headers);
        reply.pipe(response);
      };
      if (waiting?.kind === 'poll' && this.#keptBack !== null) this.#keptBack.push(answer);
      else answer();
    });
    upstream.on('error', () => response.destroy());
    response.once('close', () => upstream.destroy());
    request.pipe(upstream);
  }

  #upgrade(request: IncomingMessage, socket: Socket, head: Buffer): void {
    socket.on('error', () => socket.destroy());
    if (this.#isBlocking) {
      this.#blockedUpgrades += 1;
      socket.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
      return;
    }
    this.#webSockets.add(socket);
    socket.once('close', () => this.#webSockets.delete(socket));
    tunnel(this.#target, request, socket, head);
  }
}

/** Null for a request that is answered immediately. The first poll of a connection is one, but counts: it uses a connection too. */
function waitingRequest({ method, url = '', headers }: IncomingMessage): WaitingRequest | null {
  const { pathname, searchParams } = new URL(url, 'http://localhost');
  if (method !== 'GET' || pathname !== marketHubPath) return null;
  const kind = headers.accept?.includes('text/event-stream') ? 'event stream' : 'poll';
  return { component: searchParams.get('component'), kind };
}
