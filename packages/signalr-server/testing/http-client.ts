// HTTP clients for server-sent events and long polling, for requests that the official client would not send,
// or not at that time.
import { request as httpRequest, type IncomingMessage } from 'node:http';
import type { ProtocolName } from '../protocol/hub-protocol.ts';
import { connectionClosed, requestReceived } from './serve.ts';

interface HttpReply {
  readonly status: number;
  readonly reason: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

interface HttpOptions {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

/** A request that was sent. */
interface PendingRequest {
  readonly reply: Promise<HttpReply>;
  /** Resolves when the server has received its headers. */
  received(): Promise<void>;
  /** Closes its connection; resolves when the server has seen that. */
  abort(): Promise<void>;
}

/** Each request has its own connection, so that requests never wait for each other. */
export function startRequest(
  method: string,
  url: string,
  { headers = {}, body }: HttpOptions = {},
): PendingRequest {
  const request = httpRequest(url, { method, headers, agent: false });
  const reply = new Promise<HttpReply>((resolve, reject) => {
    request.on('error', reject);
    request.on('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          reason: response.statusMessage ?? '',
          headers: response.headers,
          body: Buffer.concat(chunks),
        }),
      );
    });
  });
  // A test that aborts a request does not await its reply.
  reply.catch(() => {});
  request.end(body);
  return {
    reply,
    received: () => requestReceived(() => request.socket),
    abort: () => {
      const port = request.socket?.localPort;
      request.destroy();
      return connectionClosed(port);
    },
  };
}

export async function sendRequest(method: string, url: string, options?: HttpOptions): Promise<HttpReply> {
  return startRequest(method, url, options).reply;
}

/** Negotiates and returns the URL of the connection with its token; `query` is added to both requests. */
export async function negotiatedUrl(
  url: string,
  query = '',
  headers: Record<string, string> = {},
): Promise<string> {
  const reply = await sendRequest('POST', `${url}/negotiate?negotiateVersion=1${query}`, { headers });
  const { connectionToken } = JSON.parse(reply.body.toString()) as { connectionToken: string };
  return `${url}?id=${connectionToken}${query}`;
}

/** A handshake request. */
export const handshakes = {
  json: '{"protocol":"json","version":1}\x1e',
  messagepack: '{"protocol":"messagepack","version":1}\x1e',
} as const;

/** A long polling client that polls only when the test calls `poll`. */
export class Poller {
  readonly url: string;

  constructor(url: string) {
    this.url = url;
  }

  /** Negotiates, opens the connection and completes the handshake. */
  static async connect(url: string, protocol: ProtocolName = 'json', query = ''): Promise<Poller> {
    const poller = new Poller(await negotiatedUrl(url, query));
    await sendRequest('GET', poller.url);
    await poller.send(handshakes[protocol]);
    await poller.poll();
    return poller;
  }

  poll(): Promise<HttpReply> {
    return sendRequest('GET', this.url);
  }

  send(body: string | Buffer): Promise<HttpReply> {
    return sendRequest('POST', this.url, { body });
  }

  /** Ends the connection. */
  delete(): Promise<HttpReply> {
    return sendRequest('DELETE', this.url);
  }
}

/** A client of server-sent events that keeps everything it receives. */
export class EventStreamClient {
  readonly #request: ReturnType<typeof httpRequest>;
  readonly url: string;
  response: IncomingMessage | null = null;
  received = '';
  isEnded = false;

  /** `url`: negotiated. */
  constructor(url: string) {
    this.url = url;
    const end = () => {
      this.isEnded = true;
    };
    this.#request = httpRequest(url, { headers: { Accept: 'text/event-stream' }, agent: false });
    this.#request.on('error', end);
    this.#request.on('response', (response) => {
      this.response = response;
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => {
        this.received += chunk;
      });
      response.on('error', end);
      response.on('end', end);
    });
    this.#request.end();
  }

  /** The payloads of the received events. */
  get events(): string[] {
    return this.received
      .split('\r\n\r\n')
      .slice(0, -1)
      .map((event) =>
        event
          .split('\r\n')
          .filter((line) => line.startsWith('data: '))
          .map((line) => line.slice('data: '.length))
          .join('\n'),
      );
  }

  send(body: string): Promise<HttpReply> {
    return sendRequest('POST', this.url, { body });
  }

  disconnect(): void {
    this.#request.destroy();
  }
}
