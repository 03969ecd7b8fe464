// A short HTTP response. It is written to a ServerResponse or, for a rejected upgrade, to the socket.
import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';

export interface HttpResponse {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Clients show the body to their users. */
export function textResponse(
  status: number,
  body: string,
  headers: Readonly<Record<string, string>> = {},
): HttpResponse {
  return { status, body, headers: { 'Content-Type': 'text/plain; charset=utf-8', ...headers } };
}

export function jsonResponse(value: object): HttpResponse {
  return {
    status: 200,
    body: JSON.stringify(value),
    headers: { 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'no-cache, no-store' },
  };
}

/** The text of .NET servers. */
export const connectionNotFound = textResponse(404, 'No Connection with that ID');

/** `extra`: headers added to the headers of `content`. Does nothing when the response was already sent. */
export function writeResponse(
  response: ServerResponse,
  content: HttpResponse,
  extra: Readonly<Record<string, string>>,
): void {
  if (response.headersSent || response.destroyed) return;
  const body = Buffer.from(content.body ?? '');
  response.writeHead(content.status, STATUS_CODES[content.status] ?? 'Unknown', {
    ...content.headers,
    ...extra,
    ...(content.status === 204 ? null : { 'Content-Length': String(body.length) }),
  });
  response.end(body);
}

/** Writes the response and closes the socket. `extra`: headers that `content` has no value for. */
export function writeResponseToSocket(
  socket: Duplex,
  content: HttpResponse,
  extra: Readonly<Record<string, string>>,
): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const body = content.body ?? '';
  const headers = new Headers(extra);
  for (const [name, value] of Object.entries(content.headers ?? {})) headers.set(name, value);
  headers.set('Connection', 'close');
  headers.set('Content-Length', String(Buffer.byteLength(body)));
  const lines = [...headers].map(([name, value]) => `${name}: ${value}\r\n`);
  socket.once('finish', () => socket.destroy());
  socket.end(
    `HTTP/1.1 ${content.status} ${STATUS_CODES[content.status] ?? 'Unknown'}\r\n${lines.join('')}\r\n${body}`,
  );
}
