// Cuts the bytes of one client into messages, in order, and stops when it is told to: what was read by then waits here,
// what was not waits in the network.
import type { HubProtocol, MessageSpan } from '../protocol/hub-protocol.ts';
import type { ProtocolMessage } from '../protocol/messages.ts';
import { ProtocolError } from '../protocol/protocol-error.ts';
import type { Transport } from './transport.ts';

/** Honest clients send whole messages; a message in more pieces than this is an attack on our copying. */
const maxPieces = 100;

/** What reads before the protocol is known: returns how many bytes it took, 0 when it needs more. */
export type Preamble = (bytes: Buffer) => number;

export class IncomingReader {
  readonly #transport: Transport;
  readonly #onMessage: (message: ProtocolMessage) => void;
  #preamble: Preamble | null;
  #protocol: HubProtocol | null = null;
  readonly #span: MessageSpan = { bodyStart: 0, bodyEnd: 0, next: 0 };
  #rest: Buffer | null = null;
  /** Chunks that came while nothing was read; joined once, however many there are. */
  readonly #late: Buffer[] = [];
  #pieces = 0;
  #isPaused = false;
  #isStopped = false;
  #isReading = false;

  constructor(
    transport: Transport,
    handlers: { preamble: Preamble; onMessage: (message: ProtocolMessage) => void },
  ) {
    this.#transport = transport;
    this.#preamble = handlers.preamble;
    this.#onMessage = handlers.onMessage;
  }

  /** What comes after the preamble is in this protocol. */
  use(protocol: HubProtocol): void {
    this.#protocol = protocol;
    this.#preamble = null;
  }

  /** Takes a chunk. Throws ProtocolError. */
  push(chunk: Buffer): void {
    if (this.#isStopped) return;
    this.#late.push(chunk);
    this.#pieces++;
    if (!this.#isReading && !this.#isPaused) this.#read();
  }

  pause(): void {
    if (this.#isPaused) return;
    this.#isPaused = true;
    this.#transport.pause();
  }

  /** Goes on with what waits. Throws ProtocolError. */
  resume(): void {
    if (!this.#isPaused || this.#isStopped) return;
    this.#isPaused = false;
    this.#transport.resume();
    if (!this.#isReading) this.#read();
  }

  /** Reads nothing more. */
  stop(): void {
    this.#isStopped = true;
    this.#rest = null;
    this.#late.length = 0;
  }

  #read(): void {
    this.#isReading = true;
    try {
      do {
        this.#join();
        this.#readAll();
      } while (this.#late.length > 0 && !this.#isPaused);
    } finally {
      this.#isReading = false;
    }
  }

  #join(): void {
    const chunks = this.#rest === null ? this.#late : [this.#rest, ...this.#late];
    this.#rest = chunks.length > 1 ? Buffer.concat(chunks) : (chunks[0] ?? null);
    this.#late.length = 0;
  }

  #readAll(): void {
    let offset = 0;
    for (;;) {
      const bytes = this.#rest;
      if (bytes === null || offset >= bytes.length || this.#isPaused) break;
      const next = this.#readOne(bytes, offset);
      // Whoever handled the message may have stopped the reading.
      if (this.#isStopped) return;
      if (next === offset) break;
      offset = next;
      this.#pieces = 0;
    }
    if (this.#rest === null) return;
    this.#rest = offset >= this.#rest.length ? null : this.#rest.subarray(offset);
    if (!this.#isPaused && this.#rest !== null && this.#pieces > maxPieces) {
      throw new ProtocolError(`A message came in more than ${maxPieces} pieces.`);
    }
  }

  /** The offset after the message at `offset`; `offset` itself when it is not whole yet. */
  #readOne(bytes: Buffer, offset: number): number {
    if (this.#preamble !== null)
      return offset + this.#preamble(offset === 0 ? bytes : bytes.subarray(offset));
    const protocol = this.#protocol;
    const span = this.#span;
    if (protocol === null || !protocol.nextMessage(bytes, offset, span)) return offset;
    const { next } = span;
    const message = protocol.decode(bytes.subarray(span.bodyStart, span.bodyEnd));
    if (message !== null) this.#onMessage(message);
    return next;
  }
}
