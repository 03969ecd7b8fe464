// A reverse proxy in front of a product that can serve the files of another version of the web application, and can be cut off. It
// passes on the calls and the hub.
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, request as requestTo, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { extname, join } from 'node:path';
import { marketHubPath } from '@openpit/wire';
import { tunnel, upstreamOf } from './upstream.ts';

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.webmanifest': 'application/manifest+json',
};

export class ReleaseProxy {
  readonly #server = createServer((request, response) => void this.#answer(request, response));
  readonly #target: URL;
  readonly #sockets = new Set<Socket>();
  #folder: string | null = null;
  #isCut = false;

  private constructor(target: string) {
    this.#target = new URL(target);
    this.#server.on('connection', (socket: Socket) => {
      if (this.#isCut) socket.destroy();
      this.#sockets.add(socket);
      socket.once('close', () => this.#sockets.delete(socket));
    });
    this.#server.on('upgrade', (request, socket: Socket, head) => this.#upgrade(request, socket, head));
  }

  static async start(target: string): Promise<ReleaseProxy> {
    const proxy = new ReleaseProxy(target);
    await new Promise<void>((resolve) => proxy.#server.listen(0, '127.0.0.1', resolve));
    return proxy;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** From now on only the files of this folder are served as the web application. */
  release(folder: string): void {
    this.#folder = folder;
  }

  /** Ends all connections, and rejects new ones until `restore`. */
  cut(): void {
    this.#isCut = true;
    for (const socket of this.#sockets) socket.destroy();
  }

  restore(): void {
    this.#isCut = false;
  }

  async close(): Promise<void> {
    this.cut();
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? '', 'http://localhost');
    if (this.#folder === null || pathname.startsWith('/api') || pathname.startsWith(marketHubPath)) {
      this.#forward(request, response);
      return;
    }
    const isPage = request.headers.accept?.includes('text/html') === true;
    try {
      const contents = await readFile(join(this.#folder, isPage ? 'index.html' : pathname));
      response.writeHead(200, {
        'content-type': types[isPage ? '.html' : extname(pathname)] ?? 'application/octet-stream',
        'cache-control': pathname.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
      });
      response.end(contents);
    } catch {
      response.writeHead(404).end();
    }
  }

  #forward(request: IncomingMessage, response: ServerResponse): void {
    const upstream = requestTo(upstreamOf(this.#target, request), (reply) => {
      response.writeHead(reply.statusCode ?? 502, reply.headers);
      reply.pipe(response);
    });
    upstream.on('error', () => response.destroy());
    response.once('close', () => upstream.destroy());
    request.pipe(upstream);
  }

  #upgrade(request: IncomingMessage, socket: Socket, head: Buffer): void {
    socket.on('error', () => socket.destroy());
    tunnel(this.#target, request, socket, head);
  }
}
