// A short HTTP answer, written either to a response or, for a refused upgrade, straight to the socket.
import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';

export interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Clients show the text to their users. */
export function textAnswer(
  status: number,
  body: string,
  headers: Readonly<Record<string, string>> = {},
): Answer {
  return { status, body, headers: { 'Content-Type': 'text/plain; charset=utf-8', ...headers } };
}

export function jsonAnswer(value: object): Answer {
  return {
    status: 200,
    body: JSON.stringify(value),
    headers: { 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'no-cache, no-store' },
  };
}

/** Empty, so that the client's error is built from the reason phrase alone. */
export const unauthorized: Answer = { status: 401 };

export function writeAnswer(
  response: ServerResponse,
  answer: Answer,
  extra: Readonly<Record<string, string>>,
): void {
  if (response.headersSent || response.destroyed) return;
  const body = Buffer.from(answer.body ?? '');
  response.writeHead(answer.status, STATUS_CODES[answer.status] ?? 'Unknown', {
    ...answer.headers,
    ...extra,
    ...(answer.status === 204 ? null : { 'Content-Length': String(body.length) }),
  });
  response.end(body);
}

export function writeAnswerToSocket(socket: Duplex, answer: Answer): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const body = answer.body ?? '';
  const headers = {
    Connection: 'close',
    ...answer.headers,
    'Content-Length': String(Buffer.byteLength(body)),
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.once('finish', () => socket.destroy());
  socket.end(
    `HTTP/1.1 ${answer.status} ${STATUS_CODES[answer.status] ?? 'Unknown'}\r\n${lines.join('')}\r\n${body}`,
  );
}
