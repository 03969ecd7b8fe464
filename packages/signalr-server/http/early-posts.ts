// POSTs that arrive before the poll or the event stream that opens their connection: some clients send their handshake
// first. As in ASP.NET Core they are accepted, and the transport receives them when it opens.
import type { Counters } from '../metrics.ts';
import type { HttpExchange } from '../transports/http-transport.ts';
import { PostQueue } from '../transports/post-queue.ts';

interface EarlyPostsOptions {
  /** The limit for one body, and for all bodies that are kept. A POST beyond it is answered after the transport has opened. */
  readonly maxBytes: number;
  readonly counters: Counters;
  /** When the connection's token expires (milliseconds since 1970). */
  readonly expiresAtMs: number;
}

export class EarlyPosts {
  readonly expiresAtMs: number;
  readonly #queue: PostQueue;
  readonly #bodies: Buffer[] = [];
  #bytes = 0;
  #receive: ((body: Buffer) => void) | null = null;

  constructor({ maxBytes, counters, expiresAtMs }: EarlyPostsOptions) {
    this.expiresAtMs = expiresAtMs;
    this.#queue = new PostQueue({
      maxBytes,
      counters,
      onBody: (body) => {
        if (this.#receive !== null) {
          this.#receive(body);
          return;
        }
        this.#bodies.push(body);
        this.#bytes += body.length;
        if (this.#bytes >= maxBytes) this.#queue.pause();
      },
      onTooLong: () => {
        counters.limitsExceeded.frameBytes++;
      },
    });
  }

  add(exchange: HttpExchange): void {
    this.#queue.add(exchange);
  }

  /** Passes on all bodies in order, including those that are still being read. */
  passTo(receive: (body: Buffer) => void): void {
    this.#receive = receive;
    for (const body of this.#bodies.splice(0)) receive(body);
    this.#queue.resume();
  }

  /** The connection was not opened in time: POSTs that wait are answered with 404. */
  stop(): void {
    this.#queue.stop();
  }
}
