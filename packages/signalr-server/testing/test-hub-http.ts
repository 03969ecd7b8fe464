// The plain HTTP endpoints around the test hubs: redirects, cookies, errors and client results. In the order
// in which they are matched.
import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { TestTokens } from './json-web-token.ts';
import type { TestHubs } from './test-hubs.ts';

const tokenLifetimeSeconds = 5;
const hourMs = 3_600_000;

export class TestHubHttp {
  readonly #hubs: TestHubs;
  readonly #tokens: TestTokens;
  #redirects = 0;

  constructor(hubs: TestHubs, tokens: TestTokens) {
    this.#hubs = hubs;
    this.#tokens = tokens;
  }

  handle(request: IncomingMessage, response: ServerResponse): void {
    setCorsHeaders(request, response);
    const url = new URL(request.url ?? '/', 'http://localhost');
    const path = url.pathname.toLowerCase();
    if (request.method === 'OPTIONS') respond(response, 204, '');
    else if (path.startsWith('/echoredirect')) this.#redirectEcho(request, response);
    else if (path.startsWith('/redirect')) this.#redirectNegotiate(url, response);
    else this.#handlePlain({ url, path }, request, response);
  }

  #handlePlain(
    { url, path }: { url: URL; path: string },
    request: IncomingMessage,
    response: ServerResponse,
  ): void {
    if (path.includes('/negotiate')) setCookies(request, response);
    if (path.startsWith('/bad-negotiate')) respond(response, 400, 'Some response from server');
    else if (path === '/generatejwttoken') {
      respond(response, 200, this.#tokens.issue('testuser', { lifetimeSeconds: tokenLifetimeSeconds }));
    } else if (path.startsWith('/clientresult/')) {
      void this.#invokeClient(decodeURIComponent(url.pathname.slice('/clientresult/'.length)), response);
    } else if (path.startsWith('/lib/')) {
      void serveClientFile(path, response);
    } else if (!this.#hubs.server.handleRequest(request, response)) {
      respond(response, 404, 'Nothing is served at this address.');
    }
  }

  #redirectEcho(request: IncomingMessage, response: ServerResponse): void {
    const target = (request.url ?? '').replace(/^\/echoredirect/i, '/echo');
    response.writeHead(307, { Location: target, 'Content-Length': '0' }).end();
  }

  #redirectNegotiate(url: URL, response: ServerResponse): void {
    this.#redirects++;
    const target = `${url.searchParams.get('baseUrl')}/testHub?numRedirects=${this.#redirects}`;
    respond(response, 200, JSON.stringify({ url: target }), 'application/json');
  }

  async #invokeClient(connectionId: string, response: ServerResponse): Promise<void> {
    try {
      respond(response, 200, String(await this.#hubs.hub.connection(connectionId).invoke('Result')));
    } catch (error) {
      respond(response, 200, (error as Error).message);
    }
  }
}

function respond(response: ServerResponse, status: number, body: string, type = 'text/plain'): void {
  response.writeHead(status, status === 204 ? {} : { 'Content-Type': `${type}; charset=utf-8` }).end(body);
}

function setCorsHeaders({ headers }: IncomingMessage, response: ServerResponse): void {
  if (headers.origin === undefined) return;
  response.setHeader('Access-Control-Allow-Origin', headers.origin);
  response.setHeader('Access-Control-Allow-Credentials', 'true');
  response.setHeader('Vary', 'Origin');
  const methods = headers['access-control-request-method'];
  if (methods !== undefined) response.setHeader('Access-Control-Allow-Methods', methods);
  const asked = headers['access-control-request-headers'];
  if (asked !== undefined) response.setHeader('Access-Control-Allow-Headers', asked);
}

function setCookies(request: IncomingMessage, response: ServerResponse): void {
  const isSecure = 'encrypted' in request.socket;
  const attributes = `; Path=/${isSecure ? '; SameSite=None; Secure; Partitioned' : ''}`;
  response.setHeader('Set-Cookie', [
    `testCookie=testValue${attributes}`,
    `testCookie2=testValue2${attributes}`,
    `expiredCookie=doesntmatter; Expires=${new Date(Date.now() - hourMs).toUTCString()}${attributes}`,
  ]);
}

/** The scripts of the official client, for tests in a browser. */
const clientFiles: Readonly<Record<string, [packageName: string, file: string]>> = {
  '/lib/signalr-webworker/signalr.js': ['@microsoft/signalr', 'dist/webworker/signalr.js'],
  '/lib/signalr/signalr.js': ['@microsoft/signalr', 'dist/browser/signalr.js'],
  '/lib/signalr/signalr-protocol-msgpack.js': [
    '@microsoft/signalr-protocol-msgpack',
    'dist/browser/signalr-protocol-msgpack.js',
  ],
};

async function serveClientFile(path: string, response: ServerResponse): Promise<void> {
  const known = clientFiles[path];
  if (known === undefined) {
    respond(response, 404, 'There is no such file.');
    return;
  }
  const [packageName, file] = known;
  const folder = dirname(createRequire(import.meta.url).resolve(`${packageName}/package.json`));
  respond(response, 200, await readFile(join(folder, file), 'utf8'), 'text/javascript');
}
