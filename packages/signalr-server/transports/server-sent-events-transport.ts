// Server-sent events as a Transport: one endless answer to a GET carries what the server sends, POSTs carry what the
// client sends. Text only. The end of the stream is the end of the line.

import type { TransportListener } from '../hub/transport.ts';
import { eventStreamStart, wholeEvent } from './event-stream.ts';
import type { Exchange, HttpLine, HttpLineParts } from './http-line.ts';
import { PostedBytes } from './posted-bytes.ts';

/** Nothing on the way may keep or collect what is sent. */
const headers = {
  'Content-Type': 'text/event-stream',
  'Cache-Control': 'no-cache, no-store, no-transform',
  Pragma: 'no-cache',
  'X-Accel-Buffering': 'no',
} as const;

export class ServerSentEventsTransport implements HttpLine {
  readonly name = 'ServerSentEvents';
  readonly carriesBinary = false;
  readonly keepsItselfAlive = false;
  readonly #parts: HttpLineParts;
  readonly #exchange: Exchange;
  readonly #posts: PostedBytes;
  #listener: TransportListener | null = null;
  #isOver = false;
  #failure: Error | null = null;

  constructor(exchange: Exchange, parts: HttpLineParts) {
    this.#parts = parts;
    this.#exchange = exchange;
    this.#posts = new PostedBytes({
      maxBytes: parts.settings.maxFrameBytes,
      counters: parts.counters,
      onBody: (body) => this.#listener?.received(body),
      onTooLong: () => this.#refuseBody(),
    });
  }

  get bufferedBytes(): number {
    return this.#exchange.response.writableLength;
  }

  /** An event is a copy of its frame. */
  get hasTakenAll(): boolean {
    return true;
  }

  /** Answers the GET, so that the client knows that the line is open. */
  listen(listener: TransportListener): void {
    this.#listener = listener;
    const { response, headers: more } = this.#exchange;
    response.on('drain', () => listener.drained());
    response.on('close', () => this.#end());
    // A stream whose client went before it was opened has had its `close` already.
    if (response.destroyed) setImmediate(() => this.#end());
    response.writeHead(200, { ...headers, ...more });
    response.write(eventStreamStart);
  }

  post(exchange: Exchange): void {
    this.#posts.add(exchange);
  }

  tick(): void {
    // Whether the client is still there is seen from its pings, as with WebSockets.
  }

  send(frame: Buffer): void {
    if (!this.#isOver && !this.#exchange.response.writableEnded)
      this.#exchange.response.write(wholeEvent(frame));
  }

  pause(): void {
    this.#posts.pause();
  }

  resume(): void {
    this.#posts.resume();
  }

  close(): void {
    this.#posts.stop();
    this.#exchange.response.end();
  }

  destroy(): void {
    this.#exchange.response.destroy();
  }

  #refuseBody(): void {
    this.#failure = new Error('The client sent a request that was too long.');
    this.#listener?.frameTooLong();
    this.close();
  }

  #end(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#posts.stop();
    this.#parts.onOver();
    this.#listener?.closed(this.#failure);
  }
}
