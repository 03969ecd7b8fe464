// A server for tests that answers this page's calls over real HTTP, each path by a function, and records every call. While
// it runs, it receives the calls to paths of the page's own origin.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

interface LocalAnswer {
  readonly status?: number;
  readonly json: unknown;
}

export interface LocalServer {
  /** `GET /path {body}`, in order. */
  readonly calls: string[];
  /** Answers a path from now on; a path without an answer is a 404. */
  answer(path: string, answer: (body: unknown) => LocalAnswer): void;
  close(): Promise<void>;
}

export async function startLocalServer(): Promise<LocalServer> {
  const calls: string[] = [];
  const answers = new Map<string, (body: unknown) => LocalAnswer>();
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (part) => {
      text += part;
    });
    request.on('end', () => {
      const { method = '', url = '' } = request;
      calls.push([method, url, text].filter(Boolean).join(' '));
      const answer = answers.get(url.split('?')[0] ?? '');
      const { status = 200, json } = answer?.(text === '' ? null : JSON.parse(text)) ?? {
        status: 404,
        json: { status: 404, message: 'There is no such thing.', code: 'notFound' },
      };
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(json));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const restore = redirectCalls(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  return {
    calls,
    answer: (path, answer) => void answers.set(path, answer),
    close: () => {
      restore();
      return closed(server);
    },
  };
}

/** Node has no page with an origin for `/api/…`: until the returned function is called, it is this one. */
function redirectCalls(origin: string): () => void {
  const outside = globalThis.fetch;
  globalThis.fetch = (input, init) =>
    outside(typeof input === 'string' && input.startsWith('/') ? `${origin}${input}` : input, init);
  return () => {
    globalThis.fetch = outside;
  };
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
