// A stream that a client sends to a method. Unread items are buffered; while the buffer is full, nothing is
// read from the client.
import type { StandardSchema } from '../standard-schema.ts';
import { InvalidArgumentsError } from './error-texts.ts';
import { validateValue } from './validation.ts';

interface UploadStreamOptions {
  /** The index among the upload streams of the invocation, from 0. */
  readonly index: number;
  readonly schema: StandardSchema;
  /** The size of the buffer, in items. */
  readonly capacity: number;
  readonly onFull: () => void;
  /** The buffer was full and has space again. */
  readonly onSpace: () => void;
}

export class UploadStream implements AsyncIterable<unknown> {
  readonly #options: UploadStreamOptions;
  #items: unknown[] = [];
  #isEnded = false;
  #error: Error | null = null;
  #isFull = false;
  #wake: (() => void) | null = null;

  constructor(options: UploadStreamOptions) {
    this.#options = options;
  }

  /** Buffers an item. Items after the end are ignored. */
  push(item: unknown): void {
    if (this.#isEnded) return;
    this.#items.push(item);
    if (!this.#isFull && this.#items.length >= this.#options.capacity) {
      this.#isFull = true;
      this.#options.onFull();
    }
    this.#wake?.();
  }

  /** Ends the stream, with an error or without. Buffered items can still be read. */
  end(error: Error | null = null): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    this.#error = error;
    this.#wake?.();
  }

  /** Ends the stream and drops the buffered items. */
  close(): void {
    this.end();
    this.#items = [];
    this.#reportSpace();
  }

  /**
   * For one reader. Throws the error of `end`, or an InvalidArgumentsError for an item that fails validation.
   */
  async *[Symbol.asyncIterator](): AsyncGenerator<unknown> {
    try {
      for (;;) {
        while (this.#items.length > 0) {
          const item = this.#items.shift();
          if (this.#items.length < this.#options.capacity) this.#reportSpace();
          yield await this.#validate(item);
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

  #validate(item: unknown): unknown {
    return validateValue(this.#options.schema, item, {
      name: `An item of upload stream ${this.#options.index + 1}`,
      makeError: (message) => new InvalidArgumentsError(message),
    });
  }

  #reportSpace(): void {
    if (!this.#isFull) return;
    this.#isFull = false;
    this.#options.onSpace();
  }
}
