// The long polling transport: the client keeps one GET open, which is answered as soon as there is data.
// POSTs carry the client's messages, a DELETE ends the connection. The first poll is answered immediately and
// empty: it opens the connection.
import type { ServerResponse } from 'node:http';
import type { TransportListener } from '../transport.ts';
import type { HttpResponse } from './http-response.ts';
import {
  type HttpExchange,
  type HttpTransport,
  type HttpTransportOptions,
  respond,
} from './http-transport.ts';
import { PostQueue } from './post-queue.ts';

const dataHeaders = {
  'Content-Type': 'application/octet-stream',
  'Cache-Control': 'no-cache, no-store',
  Pragma: 'no-cache',
} as const;

const noData: HttpResponse = { status: 200, headers: dataHeaders };
const connectionEnded: HttpResponse = { status: 204, headers: { 'Cache-Control': 'no-cache, no-store' } };
const deleted: HttpResponse = { status: 202, headers: { 'Content-Type': 'text/plain; charset=utf-8' } };

export class LongPollingTransport implements HttpTransport {
  readonly name = 'LongPolling';
  readonly carriesBinary = true;
  readonly hasInherentKeepAlive = true;
  readonly #options: HttpTransportOptions;
  readonly #posts: PostQueue;
  #firstPoll: HttpExchange | null;
  #listener: TransportListener | null = null;
  #state: 'open' | 'closing' | 'closed' = 'open';
  /** Frames for the next poll. */
  #queued: Buffer[] = [];
  #queuedBytes = 0;
  #isDeliveryScheduled = false;
  /** Responses that are being sent, with their sizes. */
  readonly #inFlight = new Map<ServerResponse, number>();
  #inFlightBytes = 0;
  #poll: HttpExchange | null = null;
  /** Since when the poll is open. */
  #polledMs = 0;
  /**
   * The first tick at which the client had neither a poll nor a response to read. The time-out counts from it: a server that was busy reads
   * its sockets after it has ticked.
   */
  #idleSinceMs: number | null = null;

  constructor(firstPoll: HttpExchange, options: HttpTransportOptions) {
    this.#options = options;
    this.#firstPoll = firstPoll;
    this.#posts = new PostQueue({
      maxBytes: options.settings.maxFrameBytes,
      counters: options.counters,
      onBody: (body) => this.receive(body),
      onTooLong: () => this.#rejectBody(),
    });
  }

  get bufferedBytes(): number {
    return this.#queuedBytes + this.#inFlightBytes;
  }

  /** Frames are queued for the next poll. */
  get canReuseFrames(): boolean {
    return false;
  }

  /** Answers the first poll, which opens the connection on the client's side. */
  listen(listener: TransportListener): void {
    this.#listener = listener;
    if (this.#firstPoll !== null) respond(this.#firstPoll, noData);
    this.#firstPoll = null;
  }

  /** Takes a poll. It ends a poll that is still open. */
  poll(exchange: HttpExchange): void {
    this.#answerPoll(connectionEnded);
    // The client may have disconnected while it was authenticated.
    if (exchange.response.destroyed) return;
    this.#poll = exchange;
    this.#polledMs = this.#options.clock.monotonicMs();
    exchange.response.once('close', () => {
      if (this.#poll === exchange) this.#clearPoll();
    });
    this.#deliver();
  }

  post(exchange: HttpExchange): void {
    this.#posts.add(exchange);
  }

  receive(body: Buffer): void {
    this.#listener?.received(body);
  }

  /** The client ends the connection. */
  delete(exchange: HttpExchange): void {
    respond(exchange, deleted);
    this.#end(null);
  }

  tick(nowMs: number): void {
    const { pollTimeoutMs, idleTimeoutMs } = this.#options.settings;
    if (this.#poll !== null) {
      if (nowMs - this.#polledMs >= pollTimeoutMs) this.#answerPoll(noData);
    } else if (this.#inFlight.size === 0) {
      this.#idleSinceMs ??= nowMs;
      if (nowMs - this.#idleSinceMs >= idleTimeoutMs)
        this.#end(new Error(`The client did not poll for ${idleTimeoutMs / 1000} seconds.`));
    }
  }

  /** The open poll is answered at the end of this turn, with everything sent until then. */
  send(frame: Buffer): void {
    if (this.#state !== 'open') return;
    this.#queued.push(frame);
    this.#queuedBytes += frame.length;
    if (this.#isDeliveryScheduled) return;
    this.#isDeliveryScheduled = true;
    queueMicrotask(() => {
      this.#isDeliveryScheduled = false;
      this.#deliver();
    });
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

  /** Queued frames are delivered with one more poll. The poll after it gets 204. */
  close(): void {
    if (this.#state !== 'open') return;
    this.#state = 'closing';
    this.#posts.stop();
    this.#deliver();
  }

  destroy(): void {
    for (const response of this.#inFlight.keys()) response.destroy();
    this.#end(null);
  }

  #deliver(): void {
    if (this.#poll === null) return;
    if (this.#queuedBytes > 0) this.#answerPoll('queued');
    else if (this.#state === 'closing') this.#end(null);
  }

  #answerPoll(content: HttpResponse | 'queued'): void {
    const exchange = this.#poll;
    if (exchange === null) return;
    this.#clearPoll();
    if (content === 'queued') this.#sendQueued(exchange);
    else respond(exchange, content);
  }

  #clearPoll(): void {
    this.#poll = null;
    this.#idleSinceMs = null;
  }

  #sendQueued({ response, headers }: HttpExchange): void {
    const body = this.#queued.length === 1 && this.#queued[0] ? this.#queued[0] : Buffer.concat(this.#queued);
    this.#queued = [];
    this.#queuedBytes = 0;
    this.#inFlight.set(response, body.length);
    this.#inFlightBytes += body.length;
    const { socket } = response;
    let isFinished = false;
    response.once('finish', () => {
      isFinished = true;
    });
    // A response also finishes when its socket breaks.
    response.once('close', () => this.#responseClosed(response, isFinished && socket?.errored === null));
    response.writeHead(200, { ...dataHeaders, ...headers, 'Content-Length': String(body.length) });
    response.end(body);
  }

  #responseClosed(response: ServerResponse, isSent: boolean): void {
    this.#inFlightBytes -= this.#inFlight.get(response) ?? 0;
    this.#inFlight.delete(response);
    this.#idleSinceMs = null;
    // The lost messages cannot be sent again: the client must reconnect.
    if (!isSent) this.#end(new Error('The client closed a poll before it received the response.'));
    else if (this.#state !== 'closed') this.#listener?.drained();
  }

  #rejectBody(): void {
    this.#listener?.frameTooLong();
    this.#end(new Error('The client sent a request that was too long.'));
  }

  #end(error: Error | null): void {
    if (this.#state === 'closed') return;
    this.#state = 'closed';
    this.#posts.stop();
    this.#answerPoll(connectionEnded);
    this.#queued = [];
    this.#queuedBytes = 0;
    this.#options.onClosed();
    this.#listener?.closed(error);
  }
}
