// The POSTs of a client of server-sent events or long polling. Their bodies are read one after the other. A
// POST is answered only when the hub is ready to read on. Clients wait for the response before they send
// more, so this is back-pressure.
import type { Counters } from '../metrics.ts';
import { connectionNotFound, textResponse } from './http-response.ts';
import { type HttpExchange, respond } from './http-transport.ts';

/** The number of POSTs per connection that may wait. The official clients never send several at the same time. */
const maxWaiting = 16;

const accepted = { status: 200, headers: { 'Content-Type': 'text/plain; charset=utf-8' } } as const;
const tooMany = textResponse(429, 'Too many requests of this connection are waiting.', {
  'Retry-After': '1',
});

interface PostQueueOptions {
  readonly maxBytes: number;
  readonly counters: Counters;
  /** A complete, non-empty body. */
  readonly onBody: (body: Buffer) => void;
  /** A body has more than `maxBytes`. It was answered with 413. */
  readonly onTooLong: () => void;
}

export class PostQueue {
  readonly #options: PostQueueOptions;
  readonly #waiting: HttpExchange[] = [];
  #isReading = false;
  #isPaused = false;
  #isStopped = false;
  #unanswered: HttpExchange | null = null;

  constructor(options: PostQueueOptions) {
    this.#options = options;
  }

  add(exchange: HttpExchange): void {
    if (this.#isStopped) {
      respond(exchange, connectionNotFound);
    } else if (this.#waiting.length >= maxWaiting) {
      this.#options.counters.limitsExceeded.waitingRequests++;
      respond(exchange, tooMany);
    } else {
      this.#waiting.push(exchange);
      this.#readNext();
    }
  }

  /** Answers and reads no more POSTs until `resume`. */
  pause(): void {
    this.#isPaused = true;
  }

  resume(): void {
    this.#isPaused = false;
    this.#answer();
    this.#readNext();
  }

  /** Accepts no more POSTs. The waiting ones are answered with 404. */
  stop(): void {
    this.#isStopped = true;
    this.#isPaused = false;
    this.#answer();
    for (const exchange of this.#waiting.splice(0)) respond(exchange, connectionNotFound);
  }

  #readNext(): void {
    if (this.#isReading || this.#unanswered !== null || this.#isPaused) return;
    const exchange = this.#waiting.shift();
    if (exchange === undefined) return;
    this.#isReading = true;
    readBody(exchange, this.#options.maxBytes, (body) => {
      this.#isReading = false;
      this.#finish(exchange, body);
      this.#readNext();
    });
  }

  #finish(exchange: HttpExchange, body: Buffer | 'tooLong' | 'aborted'): void {
    if (body === 'aborted') return;
    if (this.#isStopped) {
      respond(exchange, connectionNotFound);
    } else if (body === 'tooLong') {
      const text = `A request body must not be longer than ${this.#options.maxBytes} bytes.`;
      respond(exchange, textResponse(413, text, { Connection: 'close' }));
      this.#options.onTooLong();
    } else {
      this.#unanswered = exchange;
      if (body.length > 0) this.#options.onBody(body);
      // Handling the body may have paused the queue.
      if (!this.#isPaused) this.#answer();
    }
  }

  #answer(): void {
    const exchange = this.#unanswered;
    this.#unanswered = null;
    if (exchange !== null) respond(exchange, accepted);
  }
}

/** `aborted`: the client disconnected before the end of the body. */
function readBody(
  { request, response }: HttpExchange,
  maxBytes: number,
  done: (body: Buffer | 'tooLong' | 'aborted') => void,
): void {
  const chunks: Buffer[] = [];
  let size = 0;
  let isDone = false;
  const finish = (body: Buffer | 'tooLong' | 'aborted') => {
    if (isDone) return;
    isDone = true;
    request.off('data', onData);
    response.off('close', onAborted);
    // Discards the rest of a body that is too long.
    request.resume();
    done(body);
  };
  const onData = (chunk: Buffer) => {
    size += chunk.length;
    if (size > maxBytes) finish('tooLong');
    else chunks.push(chunk);
  };
  const onAborted = () => finish('aborted');
  if (response.destroyed || request.destroyed) {
    finish('aborted');
    return;
  }
  request.on('data', onData);
  request.once('end', () => finish(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)));
  request.once('error', onAborted);
  response.once('close', onAborted);
}
