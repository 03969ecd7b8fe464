// The server-sent events transport: the endless response to a GET carries the server's messages, POSTs carry
// the client's messages. Text only. The end of the stream is the end of the connection.
import type { TransportListener } from '../transport.ts';
import { eventStreamStart, serverSentEvent } from './event-stream.ts';
import type { HttpExchange, HttpTransport, HttpTransportOptions } from './http-transport.ts';
import { PostQueue } from './post-queue.ts';

/** No proxy may cache or buffer the stream. */
const streamHeaders = {
  'Content-Type': 'text/event-stream',
  'Cache-Control': 'no-cache, no-store, no-transform',
  Pragma: 'no-cache',
  'X-Accel-Buffering': 'no',
} as const;

export class ServerSentEventsTransport implements HttpTransport {
  readonly name = 'ServerSentEvents';
  readonly carriesBinary = false;
  readonly hasInherentKeepAlive = false;
  readonly #options: HttpTransportOptions;
  readonly #exchange: HttpExchange;
  readonly #posts: PostQueue;
  #listener: TransportListener | null = null;
  #isClosed = false;
  #error: Error | null = null;

  constructor(exchange: HttpExchange, options: HttpTransportOptions) {
    this.#options = options;
    this.#exchange = exchange;
    this.#posts = new PostQueue({
      maxBytes: options.settings.maxFrameBytes,
      counters: options.counters,
      onBody: (body) => this.receive(body),
      onTooLong: () => this.#rejectBody(),
    });
  }

  get bufferedBytes(): number {
    return this.#exchange.response.writableLength;
  }

  /** An event is a copy of its frame. */
  get canReuseFrames(): boolean {
    return true;
  }

  /** Answers the GET, which opens the connection on the client's side. */
  listen(listener: TransportListener): void {
    this.#listener = listener;
    const { response, headers } = this.#exchange;
    response.on('drain', () => listener.drained());
    response.on('close', () => this.#end());
    // If the client disconnected before, `close` was already emitted.
    if (response.destroyed) setImmediate(() => this.#end());
    response.writeHead(200, { ...streamHeaders, ...headers });
    response.write(eventStreamStart);
  }

  post(exchange: HttpExchange): void {
    this.#posts.add(exchange);
  }

  receive(body: Buffer): void {
    this.#listener?.received(body);
  }

  tick(): void {
    // The transport has no time-outs itself: clients send pings, as over WebSockets.
  }

  send(frame: Buffer): void {
    if (!this.#isClosed && !this.#exchange.response.writableEnded)
      this.#exchange.response.write(serverSentEvent(frame));
  }

  /** HTTP has no pings: its requests are activity. */
  probe(): boolean {
    return false;
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

  #rejectBody(): void {
    this.#error = new Error('The client sent a request that was too long.');
    this.#listener?.frameTooLong();
    this.close();
  }

  #end(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#posts.stop();
    this.#options.onClosed();
    this.#listener?.closed(this.#error);
  }
}
