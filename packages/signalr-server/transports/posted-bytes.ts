// What a client of server-sent events or long polling sends: the bodies of its POSTs, one after the other. A body is
// read only when the one before it was taken, and answered only when the hub reads on, so that a client that waits for
// its answers, as honest ones do, is held back.
import type { Counters } from '../metrics.ts';
import { textAnswer } from './answer.ts';
import { answerExchange, type Exchange } from './http-line.ts';

/** POSTs of one client that may wait for the one before them; honest clients have none. */
const maxWaiting = 16;

const taken = { status: 200, headers: { 'Content-Type': 'text/plain; charset=utf-8' } } as const;
const tooMany = textAnswer(429, 'Too many requests of this connection are waiting.', { 'Retry-After': '1' });
const over = textAnswer(404, 'No Connection with that ID');

export interface PostedBytesParts {
  readonly maxBytes: number;
  readonly counters: Counters;
  /** A whole body; none is empty. */
  readonly onBody: (body: Buffer) => void;
  readonly onTooLong: () => void;
}

export class PostedBytes {
  readonly #parts: PostedBytesParts;
  readonly #waiting: Exchange[] = [];
  #isReading = false;
  #isPaused = false;
  #isStopped = false;
  #unanswered: Exchange | null = null;

  constructor(parts: PostedBytesParts) {
    this.#parts = parts;
  }

  add(exchange: Exchange): void {
    if (this.#isStopped) {
      answerExchange(exchange, over);
    } else if (this.#waiting.length >= maxWaiting) {
      this.#parts.counters.breaches.waitingRequests++;
      answerExchange(exchange, tooMany);
    } else {
      this.#waiting.push(exchange);
      this.#readNext();
    }
  }

  /** Answers no body from now on. */
  pause(): void {
    this.#isPaused = true;
  }

  resume(): void {
    this.#isPaused = false;
    this.#answer();
    this.#readNext();
  }

  /** Takes nothing more. */
  stop(): void {
    this.#isStopped = true;
    this.#isPaused = false;
    this.#answer();
    for (const exchange of this.#waiting.splice(0)) answerExchange(exchange, over);
  }

  #readNext(): void {
    if (this.#isReading || this.#unanswered !== null || this.#isPaused) return;
    const exchange = this.#waiting.shift();
    if (exchange === undefined) return;
    this.#isReading = true;
    readBody(exchange, this.#parts.maxBytes, (body) => {
      this.#isReading = false;
      this.#finish(exchange, body);
      this.#readNext();
    });
  }

  #finish(exchange: Exchange, body: Buffer | 'tooLong' | 'lost'): void {
    if (body === 'lost') return;
    if (this.#isStopped) {
      answerExchange(exchange, over);
    } else if (body === 'tooLong') {
      const limit = `A request may hold ${this.#parts.maxBytes} bytes.`;
      answerExchange(exchange, textAnswer(413, limit, { Connection: 'close' }));
      this.#parts.onTooLong();
    } else {
      this.#unanswered = exchange;
      if (body.length > 0) this.#parts.onBody(body);
      // Whoever took the body may hold the client back by it.
      if (!this.#isPaused) this.#answer();
    }
  }

  #answer(): void {
    const exchange = this.#unanswered;
    this.#unanswered = null;
    if (exchange !== null) answerExchange(exchange, taken);
  }
}

/** `lost`: the client went before its body was whole. */
function readBody(
  { request, response }: Exchange,
  maxBytes: number,
  done: (body: Buffer | 'tooLong' | 'lost') => void,
): void {
  const chunks: Buffer[] = [];
  let size = 0;
  let isDone = false;
  const finish = (body: Buffer | 'tooLong' | 'lost') => {
    if (isDone) return;
    isDone = true;
    request.off('data', take);
    response.off('close', lose);
    // What still comes of a body that is too long is thrown away.
    request.resume();
    done(body);
  };
  const take = (chunk: Buffer) => {
    size += chunk.length;
    if (size > maxBytes) finish('tooLong');
    else chunks.push(chunk);
  };
  const lose = () => finish('lost');
  if (response.destroyed || request.destroyed) {
    finish('lost');
    return;
  }
  request.on('data', take);
  request.once('end', () => finish(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)));
  request.once('error', lose);
  response.once('close', lose);
}
