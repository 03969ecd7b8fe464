// Clients of server-sent events and long polling in bare HTTP, for requests that no official client would send, or not at
// that moment.
import { request as httpRequest, type IncomingMessage } from 'node:http';

export interface HttpAnswer {
  readonly status: number;
  readonly reason: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

export interface HttpOptions {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

/** A request under way; `abort` hangs up. */
export interface HttpCall {
  readonly answer: Promise<HttpAnswer>;
  abort(): void;
}

/** Each request has a connection of its own, so that nothing waits for anything else. */
export function call(method: string, url: string, { headers = {}, body }: HttpOptions = {}): HttpCall {
  const request = httpRequest(url, { method, headers, agent: false });
  const answer = new Promise<HttpAnswer>((resolve, reject) => {
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
  // A test that hangs up does not want to hear of it.
  answer.catch(() => {});
  request.end(body);
  return { answer, abort: () => request.destroy() };
}

export async function ask(method: string, url: string, options?: HttpOptions): Promise<HttpAnswer> {
  return call(method, url, options).answer;
}

/** The address of a connection that was negotiated, with its token; `more` is added to the query. */
export async function negotiated(
  url: string,
  more = '',
  headers: Record<string, string> = {},
): Promise<string> {
  const answer = await ask('POST', `${url}/negotiate?negotiateVersion=1${more}`, { headers });
  const { connectionToken } = JSON.parse(answer.body.toString()) as { connectionToken: string };
  return `${url}?id=${connectionToken}${more}`;
}

const handshakes = {
  json: '{"protocol":"json","version":1}\x1e',
  messagepack: '{"protocol":"messagepack","version":1}\x1e',
} as const;

/** A polling client that is through its handshake; it polls when the test says so. */
export class Poller {
  readonly address: string;

  constructor(address: string) {
    this.address = address;
  }

  static async shaken(url: string, protocol: 'json' | 'messagepack' = 'json', more = ''): Promise<Poller> {
    const poller = new Poller(await negotiated(url, more));
    await ask('GET', poller.address);
    await poller.send(handshakes[protocol]);
    await poller.poll();
    return poller;
  }

  poll(): Promise<HttpAnswer> {
    return ask('GET', this.address);
  }

  send(body: string | Buffer): Promise<HttpAnswer> {
    return ask('POST', this.address, { body });
  }

  /** Ends the line. */
  delete(): Promise<HttpAnswer> {
    return ask('DELETE', this.address);
  }
}

/** A client of server-sent events that keeps what it gets. */
export class EventClient {
  readonly #request: ReturnType<typeof httpRequest>;
  readonly address: string;
  response: IncomingMessage | null = null;
  received = '';
  isEnded = false;

  constructor(address: string, headers: Readonly<Record<string, string>> = {}) {
    this.address = address;
    this.#request = httpRequest(address, {
      headers: { Accept: 'text/event-stream', ...headers },
      agent: false,
    });
    this.#request.on('error', () => {
      this.isEnded = true;
    });
    this.#request.on('response', (response) => {
      this.response = response;
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => {
        this.received += chunk;
      });
      response.on('error', () => {
        this.isEnded = true;
      });
      response.on('end', () => {
        this.isEnded = true;
      });
    });
    this.#request.end();
  }

  /** The payloads of the events that have come. */
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

  send(body: string): Promise<HttpAnswer> {
    return ask('POST', this.address, { body });
  }

  hangUp(): void {
    this.#request.destroy();
  }
}

export const jsonHandshake = handshakes.json;
export const messagePackHandshake = handshakes.messagepack;
