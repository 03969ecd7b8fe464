// Splits the bytes of one client into messages. While it is paused, bytes that already arrived are kept here,
// and the transport stops reading.
import type { HubProtocol, MessageSpan } from '../protocol/hub-protocol.ts';
import type { ProtocolMessage } from '../protocol/messages.ts';
import { ProtocolError } from '../protocol/protocol-error.ts';
import type { Transport } from '../transport.ts';

/** Clients send complete messages. A message in more chunks than this would make copying them too expensive. */
const maxChunksPerMessage = 100;

/** Reads the handshake. Returns the number of bytes used; 0 if the handshake is incomplete. */
type HandshakeReader = (bytes: Buffer) => number;

interface MessageReaderOptions {
  readonly readHandshake: HandshakeReader;
  readonly onMessage: (message: ProtocolMessage) => void;
}

export class MessageReader {
  readonly #transport: Transport;
  readonly #onMessage: (message: ProtocolMessage) => void;
  #readHandshake: HandshakeReader | null;
  #protocol: HubProtocol | null = null;
  readonly #span: MessageSpan = { bodyStart: 0, bodyEnd: 0, next: 0 };
  #rest: Buffer | null = null;
  /** Chunks that arrived while nothing was read. They are joined once, however many there are. */
  readonly #unread: Buffer[] = [];
  /** Chunks since the last whole message. */
  #chunks = 0;
  #isPaused = false;
  #isStopped = false;
  #isReading = false;

  constructor(transport: Transport, { readHandshake, onMessage }: MessageReaderOptions) {
    this.#transport = transport;
    this.#readHandshake = readHandshake;
    this.#onMessage = onMessage;
  }

  /** Called by the handshake reader: everything after the handshake is in this protocol. */
  use(protocol: HubProtocol): void {
    this.#protocol = protocol;
    this.#readHandshake = null;
  }

  /** Reads a chunk. Throws ProtocolError. */
  push(chunk: Buffer): void {
    if (this.#isStopped) return;
    this.#unread.push(chunk);
    this.#chunks++;
    if (!this.#isReading && !this.#isPaused) this.#read();
  }

  pause(): void {
    if (this.#isPaused) return;
    this.#isPaused = true;
    this.#transport.pause();
  }

  /** Continues with the unread bytes. Throws ProtocolError. */
  resume(): void {
    if (!this.#isPaused || this.#isStopped) return;
    this.#isPaused = false;
    this.#transport.resume();
    if (!this.#isReading) this.#read();
  }

  /** Drops the unread bytes and reads no more. */
  stop(): void {
    this.#isStopped = true;
    this.#rest = null;
    this.#unread.length = 0;
  }

  #read(): void {
    this.#isReading = true;
    try {
      do {
        this.#join();
        this.#readMessages();
      } while (this.#unread.length > 0 && !this.#isPaused);
    } finally {
      this.#isReading = false;
    }
  }

  #join(): void {
    const chunks = this.#rest === null ? this.#unread : [this.#rest, ...this.#unread];
    this.#rest = chunks.length > 1 ? Buffer.concat(chunks) : (chunks[0] ?? null);
    this.#unread.length = 0;
  }

  #readMessages(): void {
    let offset = 0;
    for (;;) {
      const bytes = this.#rest;
      if (bytes === null || offset >= bytes.length || this.#isPaused) break;
      const next = this.#readOne(bytes, offset);
      // The handler of the message may have stopped the reader.
      if (this.#isStopped) return;
      if (next === offset) break;
      offset = next;
      this.#chunks = 0;
    }
    if (this.#rest === null) return;
    this.#rest = offset >= this.#rest.length ? null : this.#rest.subarray(offset);
    if (!this.#isPaused && this.#rest !== null && this.#chunks > maxChunksPerMessage) {
      throw new ProtocolError(`A message arrived in more than ${maxChunksPerMessage} chunks.`);
    }
  }

  /** The offset after the message at `offset`; `offset` itself when it is incomplete. */
  #readOne(bytes: Buffer, offset: number): number {
    if (this.#readHandshake !== null) {
      return offset + this.#readHandshake(offset === 0 ? bytes : bytes.subarray(offset));
    }
    const protocol = this.#protocol;
    const span = this.#span;
    if (protocol === null || !protocol.nextMessage(bytes, offset, span)) return offset;
    const { next } = span;
    const message = protocol.decode(bytes.subarray(span.bodyStart, span.bodyEnd));
    if (message !== null) this.#onMessage(message);
    return next;
  }
}
