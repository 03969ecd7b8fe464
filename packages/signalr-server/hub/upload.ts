// A stream that a client sends to a method: items wait here, a few at most, until the method reads them. While it is
// full nothing more is read from the client.
import type { StandardSchema } from '../standard-schema.ts';
import { parseValue } from './arguments.ts';
import { BadArgumentsError } from './error-texts.ts';

export interface UploadParts {
  /** The place among the call's uploads, from 0. */
  readonly index: number;
  readonly schema: StandardSchema;
  readonly capacity: number;
  readonly onFull: () => void;
  /** It was full and is not any more. */
  readonly onRoom: () => void;
}

export class Upload implements AsyncIterable<unknown> {
  readonly #parts: UploadParts;
  #items: unknown[] = [];
  #isEnded = false;
  #error: Error | null = null;
  #isFull = false;
  #wake: (() => void) | null = null;

  constructor(parts: UploadParts) {
    this.#parts = parts;
  }

  /** Takes an item of the client; one that comes after the end is ignored. */
  push(item: unknown): void {
    if (this.#isEnded) return;
    this.#items.push(item);
    if (!this.#isFull && this.#items.length >= this.#parts.capacity) {
      this.#isFull = true;
      this.#parts.onFull();
    }
    this.#wake?.();
  }

  /** The client has sent everything, or (with an error) failed to; what waits is still read. */
  end(error: Error | null = null): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    this.#error = error;
    this.#wake?.();
  }

  /** Nobody reads it any more. */
  close(): void {
    this.end();
    this.#items = [];
    this.#makeRoom();
  }

  /** For one reader. Throws what the client ended it with, or a BadArgumentsError for an item that does not fit. */
  async *[Symbol.asyncIterator](): AsyncGenerator<unknown> {
    try {
      for (;;) {
        while (this.#items.length > 0) {
          const item = this.#items.shift();
          if (this.#items.length < this.#parts.capacity) this.#makeRoom();
          yield await this.#parse(item);
        }
        if (this.#error !== null) throw this.#error;
        if (this.#isEnded) return;
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
      }
    } finally {
      this.close();
    }
  }

  #parse(item: unknown): unknown {
    return parseValue(this.#parts.schema, item, {
      name: `An item of upload ${this.#parts.index + 1}`,
      makeError: (message) => new BadArgumentsError(message),
    });
  }

  #makeRoom(): void {
    if (!this.#isFull) return;
    this.#isFull = false;
    this.#parts.onRoom();
  }
}
