// Long polling as a Transport: the client always has one GET open, which is answered as soon as there is something; POSTs
// carry what the client sends, a DELETE ends the line. The first poll is answered at once and empty: it opens the line.
import type { ServerResponse } from 'node:http';
import type { TransportListener } from '../hub/transport.ts';
import type { Answer } from './answer.ts';
import { answerExchange, type Exchange, type HttpLine, type HttpLineParts } from './http-line.ts';
import { PostedBytes } from './posted-bytes.ts';

const dataHeaders = {
  'Content-Type': 'application/octet-stream',
  'Cache-Control': 'no-cache, no-store',
  Pragma: 'no-cache',
} as const;

const nothingYet: Answer = { status: 200, headers: dataHeaders };
const lineIsOver: Answer = { status: 204, headers: { 'Cache-Control': 'no-cache, no-store' } };
const deleted: Answer = { status: 202, headers: { 'Content-Type': 'text/plain; charset=utf-8' } };

export class LongPollingTransport implements HttpLine {
  readonly name = 'LongPolling';
  readonly carriesBinary = true;
  readonly keepsItselfAlive = true;
  readonly #parts: HttpLineParts;
  readonly #posts: PostedBytes;
  #first: Exchange | null;
  #listener: TransportListener | null = null;
  #state: 'open' | 'closing' | 'over' = 'open';
  /** Frames that no poll has taken. */
  #waiting: Buffer[] = [];
  #waitingBytes = 0;
  #isDeliveryDue = false;
  /** Answers on their way, with their sizes. */
  readonly #underWay = new Map<ServerResponse, number>();
  #underWayBytes = 0;
  #poll: Exchange | null = null;
  /** Since when there has been a poll, or none. */
  #sinceMs: number;

  constructor(first: Exchange, parts: HttpLineParts) {
    this.#parts = parts;
    this.#first = first;
    this.#sinceMs = parts.clock.monotonicMs();
    this.#posts = new PostedBytes({
      maxBytes: parts.settings.maxFrameBytes,
      counters: parts.counters,
      onBody: (body) => this.#listener?.received(body),
      onTooLong: () => this.#refuseBody(),
    });
  }

  get bufferedBytes(): number {
    return this.#waitingBytes + this.#underWayBytes;
  }

  /** Frames wait for the next poll. */
  get hasTakenAll(): boolean {
    return false;
  }

  /** Answers the first poll, so that the client knows that the line is open. */
  listen(listener: TransportListener): void {
    this.#listener = listener;
    if (this.#first !== null) answerExchange(this.#first, nothingYet);
    this.#first = null;
  }

  /** Takes a poll; one that is still open ends by it. */
  poll(exchange: Exchange): void {
    this.#answerPoll(lineIsOver);
    // The client may have gone while its token was checked.
    if (exchange.response.destroyed) return;
    this.#poll = exchange;
    this.#sinceMs = this.#parts.clock.monotonicMs();
    exchange.response.once('close', () => {
      if (this.#poll === exchange) this.#leavePoll();
    });
    this.#deliver();
  }

  post(exchange: Exchange): void {
    this.#posts.add(exchange);
  }

  /** The client ends the line. */
  delete(exchange: Exchange): void {
    answerExchange(exchange, deleted);
    this.#end(null);
  }

  tick(nowMs: number): void {
    const { pollTimeoutMs, idleTimeoutMs } = this.#parts.settings;
    const passedMs = nowMs - this.#sinceMs;
    if (this.#poll !== null) {
      if (passedMs >= pollTimeoutMs) this.#answerPoll(nothingYet);
    } else if (passedMs >= idleTimeoutMs && this.#underWay.size === 0) {
      this.#end(new Error(`The client did not poll for ${idleTimeoutMs / 1000} seconds.`));
    }
  }

  /** The answer goes out at the end of this turn, with all that is sent until then. */
  send(frame: Buffer): void {
    if (this.#state !== 'open') return;
    this.#waiting.push(frame);
    this.#waitingBytes += frame.length;
    if (this.#isDeliveryDue) return;
    this.#isDeliveryDue = true;
    queueMicrotask(() => {
      this.#isDeliveryDue = false;
      this.#deliver();
    });
  }

  pause(): void {
    this.#posts.pause();
  }

  resume(): void {
    this.#posts.resume();
  }

  /** What was sent goes with one more poll; the poll after it ends with 204. */
  close(): void {
    if (this.#state !== 'open') return;
    this.#state = 'closing';
    this.#posts.stop();
    this.#deliver();
  }

  destroy(): void {
    for (const response of this.#underWay.keys()) response.destroy();
    this.#end(null);
  }

  #deliver(): void {
    if (this.#poll === null) return;
    if (this.#waitingBytes > 0) this.#answerPoll('whatWaits');
    else if (this.#state === 'closing') this.#end(null);
  }

  #answerPoll(answer: Answer | 'whatWaits'): void {
    const exchange = this.#poll;
    if (exchange === null) return;
    this.#leavePoll();
    if (answer === 'whatWaits') this.#sendWaiting(exchange);
    else answerExchange(exchange, answer);
  }

  #leavePoll(): void {
    this.#poll = null;
    this.#sinceMs = this.#parts.clock.monotonicMs();
  }

  #sendWaiting({ response, headers }: Exchange): void {
    const body =
      this.#waiting.length === 1 && this.#waiting[0] ? this.#waiting[0] : Buffer.concat(this.#waiting);
    this.#waiting = [];
    this.#waitingBytes = 0;
    this.#underWay.set(response, body.length);
    this.#underWayBytes += body.length;
    const { socket } = response;
    let isFinished = false;
    response.once('finish', () => {
      isFinished = true;
    });
    // A response finishes also when its socket breaks.
    response.once('close', () => this.#arrive(response, isFinished && socket?.errored === null));
    response.writeHead(200, { ...dataHeaders, ...headers, 'Content-Length': String(body.length) });
    response.end(body);
  }

  #arrive(response: ServerResponse, isSent: boolean): void {
    this.#underWayBytes -= this.#underWay.get(response) ?? 0;
    this.#underWay.delete(response);
    if (this.#poll === null) this.#sinceMs = this.#parts.clock.monotonicMs();
    // A hole in what was sent cannot be mended: the client must start anew.
    if (!isSent) this.#end(new Error('The client left a poll before it had its answer.'));
    else if (this.#state !== 'over') this.#listener?.drained();
  }

  #refuseBody(): void {
    this.#listener?.frameTooLong();
    this.#end(new Error('The client sent a request that was too long.'));
  }

  #end(error: Error | null): void {
    if (this.#state === 'over') return;
    this.#state = 'over';
    this.#posts.stop();
    this.#answerPoll(lineIsOver);
    this.#waiting = [];
    this.#waitingBytes = 0;
    this.#parts.onOver();
    this.#listener?.closed(error);
  }
}
