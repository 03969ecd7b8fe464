// Joins the messages of one client into one frame. A single message is sent as it is. A joined frame is
// remembered until the next one is built, because clients of the same groups often have the same messages.
import type { ProtocolName } from '../protocol/hub-protocol.ts';
import { FrameSlab } from './frame-slab.ts';

export class FrameAssembler {
  readonly protocol: ProtocolName;
  #parts: Buffer[] = [];
  #count = 0;
  #size = 0;
  #lastParts: Buffer[] = [];
  #lastCount = 0;
  #lastFrame: Buffer | null = null;
  readonly #slab = new FrameSlab();

  constructor(protocol: ProtocolName) {
    this.protocol = protocol;
  }

  /** Messages in the frame so far. */
  get count(): number {
    return this.#count;
  }

  /** Bytes in the frame so far. */
  get size(): number {
    return this.#size;
  }

  begin(): void {
    this.#count = 0;
    this.#size = 0;
  }

  add(message: Buffer): void {
    this.#parts[this.#count++] = message;
    this.#size += message.length;
  }

  /**
   * The last joined frame, if it consists of exactly `messages[from]` to `messages[until - 1]`; otherwise null. Compares
   * identities only, because this is the fast path of a broadcast for all clients but the first.
   */
  lastFrameOf(messages: readonly unknown[], from: number, until: number): Buffer | null {
    const count = until - from;
    if (count !== this.#lastCount) return null;
    for (let i = 0; i < count; i++) {
      if (messages[from + i] !== this.#lastParts[i]) return null;
    }
    this.#count = count;
    return this.#lastFrame;
  }

  /** The frame; null if nothing was added. The next frame may overwrite it unless `keep` is called. */
  finish(): Buffer | null {
    if (this.#count === 0) return null;
    if (this.#count === 1) return this.#parts[0] ?? null;
    if (this.#lastFrame !== null && this.#isSameAsLast()) return this.#lastFrame;
    const frame = this.#slab.allocate(this.#size);
    let at = 0;
    for (let i = 0; i < this.#count; i++) {
      const part = this.#parts[i];
      if (part === undefined) break;
      frame.set(part, at);
      at += part.length;
    }
    const parts = this.#lastParts;
    this.#lastParts = this.#parts;
    this.#lastCount = this.#count;
    this.#parts = parts;
    this.#lastFrame = frame;
    return frame;
  }

  /** Keeps the bytes of a frame that a transport has not sent yet. */
  keep(frame: Buffer): void {
    if (frame === this.#lastFrame) this.#slab.keepLast();
  }

  /** Releases the remembered frame and messages. */
  release(): void {
    this.#parts = [];
    this.#lastParts = [];
    this.#lastCount = 0;
    this.#lastFrame = null;
  }

  #isSameAsLast(): boolean {
    if (this.#count !== this.#lastCount) return false;
    for (let i = 0; i < this.#count; i++) {
      if (this.#parts[i] !== this.#lastParts[i]) return false;
    }
    return true;
  }
}
