// The HTTP server below Fastify. It adds the headers to every reply, including replies that the hub or Node sends before Fastify sees the
// request.
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { Duplex } from 'node:stream';
import { TLSSocket } from 'node:tls';
import { badInput } from '@openpit/market';
import type { HubServer } from '@openpit/signalr-server';
import { clientProtocol, createClientOf } from '../audit/client-address.ts';
import type { Connections } from '../limits/connections.ts';
import type { TlsFiles } from '../tls-files.ts';
import { noSuchCall } from './error-replies.ts';
import { dataHeaders, isData } from './reply-headers.ts';
import { needsTransportSecurity, transportSecurity } from './transport-security.ts';

/** Longer than proxies and browsers keep an idle connection, so that they close it first. */
const keepAliveMs = 72_000;

/** The time limit for a client's TLS handshake. */
const handshakeMs = 10_000;

/** How long a connection may send no request before it is closed. */
const checkEveryMs = 2_000;

export interface HttpServerParts {
  /** Added to every reply, unless the reply sets the field itself. */
  readonly headers: Readonly<Record<string, string>>;
  /** Handles the requests and upgrades of the hubs with the headers of data. */
  readonly hubServer: Pick<HubServer, 'handleRequest' | 'handleUpgrade'>;
  /** Addresses and networks of proxies whose X-Forwarded-For is trusted. */
  readonly trustedProxies: readonly string[];
  readonly connections: Pick<Connections, 'inTurn'>;
  /** Whether the token of a request is known to belong to an open session. */
  readonly isOfUser: (request: IncomingMessage) => boolean;
  /** `null` for a server that speaks plain HTTP. */
  readonly tls: Pick<TlsFiles, 'cert' | 'key'> | null;
}

/** `handle` receives every request that is not for a hub and that `sheds` has not answered. */
export function createHttpServer(
  { headers, hubServer, trustedProxies, connections, isOfUser, tls }: HttpServerParts,
  handle: RequestListener,
  sheds: (request: IncomingMessage, response: ServerResponse) => boolean,
): Server {
  const lines = Object.entries(headers);
  const linesOfData = Object.entries(dataHeaders(headers));
  const clientOf = createClientOf(trustedProxies);
  /** So that calls, hub and audit log read the same address and protocol. */
  const resolveClient = ({ headers: requestHeaders, socket }: IncomingMessage): void => {
    if (trustedProxies.length === 0) return;
    const { 'x-forwarded-for': addresses, 'x-forwarded-proto': protocols } = requestHeaders;
    if (addresses === undefined && protocols === undefined) return;
    const client = clientOf(socket.remoteAddress ?? '', addresses);
    if (addresses !== undefined) requestHeaders['x-forwarded-for'] = client.address;
    if (protocols !== undefined) requestHeaders['x-forwarded-proto'] = clientProtocol(protocols, client);
  };
  /** The latest response of each connection. */
  const latest = new WeakMap<Duplex, ServerResponse>();
  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    latest.set(request.socket, response);
    connections.inTurn(
      request.socket,
      () => isData(request.url) && isOfUser(request),
      () => answerNow(request, response),
    );
  };
  const answerNow = (request: IncomingMessage, response: ServerResponse): void => {
    resolveClient(request);
    const isTls = request.socket instanceof TLSSocket;
    if (needsTransportSecurity({ isTls, host: request.headers.host }))
      response.setHeader(transportSecurity.name, transportSecurity.value);
    const hasHost = request.headers.host !== undefined || request.httpVersion !== '1.1';
    if (hasHost && (hubServer.handleRequest(request, response) || sheds(request, response))) return;
    for (const [name, value] of isData(request.url) ? linesOfData : lines) response.setHeader(name, value);
    if (hasHost) handle(request, response);
    else response.writeHead(400, { 'content-type': jsonType }).end(JSON.stringify(unreadable));
  };
  // Node's own replies, to a request without Host and to an unknown Expect, would lack the headers.
  const settings = { requireHostHeader: false, connectionsCheckingInterval: checkEveryMs };
  const server =
    tls === null
      ? createServer(settings, answer)
      : createTlsServer(
          { ...settings, ...tls, handshakeTimeout: handshakeMs, minVersion: 'TLSv1.2' },
          answer,
        );
  server.on('checkExpectation', answer);
  server.on('upgrade', (request, socket, head) => {
    if (!isWebSocket(request)) {
      const readAgain = () => {
        socket.unshift(Buffer.concat([withoutUpgrade(request), head]));
        server.emit(tls === null ? 'connection' : 'secureConnection', socket);
      };
      const before = latest.get(socket);
      // Responses to earlier requests on the connection come first.
      if (before === undefined || before.closed) readAgain();
      else before.once('close', readAgain);
      return;
    }
    resolveClient(request);
    if (hubServer.handleUpgrade(request, socket, head)) return;
    socket.on('error', () => socket.destroy());
    reply(socket, headers, noSuchCall(request));
  });
  // Under Node's default of 5 s, an order on an idle connection could arrive while the server closes it.
  server.keepAliveTimeout = keepAliveMs;
  return server;
}

const isWebSocket = ({ headers }: IncomingMessage): boolean =>
  headers.upgrade
    ?.toLowerCase()
    .split(/[\s,]+/)
    .includes('websocket') === true;

/**
 * Removes the offer of another protocol from a request's head, such as HTTP/2 (h2c), which Java's client sends with each first
 * request. A server may ignore the offer (RFC 9110, 7.8), but Node would hand over the connection instead of the request.
 */
function withoutUpgrade({ method, url, httpVersion, rawHeaders }: IncomingMessage): Buffer {
  const lines = [`${method} ${url} HTTP/${httpVersion}`];
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    const [name = '', value = ''] = rawHeaders.slice(at, at + 2);
    const lower = name.toLowerCase();
    if (lower === 'upgrade' || lower === 'http2-settings') continue;
    const protocols = value
      .split(',')
      .filter((protocol) => !/^\s*(?:upgrade|http2-settings)\s*$/i.test(protocol));
    if (lower !== 'connection') lines.push(`${name}: ${value}`);
    else if (protocols.length > 0) lines.push(`${name}: ${protocols.join(',')}`);
  }
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1');
}

/** Answers what Node cannot parse, and ends the connection. */
export function rejectUnparsed(headers: HttpServerParts['headers']) {
  return (error: NodeJS.ErrnoException, socket: Duplex): void => {
    if (error.code === 'ECONNRESET' || !socket.writable) socket.destroy();
    else reply(socket, headers, bodyOf(error.code));
  };
}

const jsonType = 'application/json; charset=utf-8';
const unreadable = badInput({ request: ['This is not a request of HTTP/1.1.'] });

function bodyOf(code: string | undefined) {
  if (code === 'HPE_HEADER_OVERFLOW')
    return { status: 431, code: 'rejected', message: 'The headers of the request are too long.' };
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return { status: 408, code: 'rejected', message: 'The request did not arrive in time.' };
  return unreadable;
}

/** Writes a reply without a request, and ends the connection. */
function reply(socket: Duplex, headers: HttpServerParts['headers'], body: { readonly status: number }): void {
  const text = JSON.stringify(body);
  const all = {
    ...headers,
    'content-type': jsonType,
    'content-length': Buffer.byteLength(text),
    connection: 'close',
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.once('finish', () => socket.destroy());
  socket.end(`HTTP/1.1 ${body.status} ${STATUS_CODES[body.status]}\r\n${lines.join('')}\r\n${text}`);
}
