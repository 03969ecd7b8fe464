// One call of a client, from the moment its message is read: which method, who cancelled it, and which of the client's
// streams belong to it.
import type { StandardSchema } from '../standard-schema.ts';
import type { Upload } from './upload.ts';

/** A method of a hub, ready to be called for one client. */
export interface HubMethod<Caller> {
  readonly name: string;
  readonly args: readonly StandardSchema[];
  readonly uploads: readonly StandardSchema[];
  /** Whether it gives a stream of items instead of one result. */
  readonly isStream: boolean;
  /** `args` are validated. */
  run(call: Call<Caller>, args: readonly unknown[]): unknown;
}

/** In place of a result: the call was aborted before there was one. */
export const aborted = Symbol('aborted');

export class Call<Caller> {
  readonly caller: Caller;
  readonly method: HubMethod<Caller>;
  /** The method's name as the client writes it. */
  readonly target: string;
  readonly given: readonly unknown[];
  /** Null: the client wants no answer. */
  readonly invocationId: string | null;
  /** Its uploads, by the ids that the client gave them. */
  readonly uploads: ReadonlyMap<string, Upload>;
  /** Lets the client's next call run before this one has ended. */
  readonly passTurn: () => void;
  #controller: AbortController | null = null;
  #isAborted = false;
  #onAbort: (() => void) | null = null;

  constructor(parts: {
    caller: Caller;
    method: HubMethod<Caller>;
    target: string;
    given: readonly unknown[];
    invocationId: string | null;
    uploads: ReadonlyMap<string, Upload>;
    passTurn: (call: Call<Caller>) => void;
  }) {
    this.caller = parts.caller;
    this.method = parts.method;
    this.target = parts.target;
    this.given = parts.given;
    this.invocationId = parts.invocationId;
    this.uploads = parts.uploads;
    this.passTurn = () => parts.passTurn(this);
  }

  get isAborted(): boolean {
    return this.#isAborted;
  }

  get signal(): AbortSignal {
    if (this.#controller === null) {
      this.#controller = new AbortController();
      if (this.#isAborted) this.#controller.abort();
    }
    return this.#controller.signal;
  }

  /** The client cancelled it, or is gone. */
  abort(): void {
    if (this.#isAborted) return;
    this.#isAborted = true;
    this.#controller?.abort();
    for (const upload of this.uploads.values()) {
      upload.end(new DOMException('The call was aborted.', 'AbortError'));
    }
    this.#onAbort?.();
  }

  /** What `work` gives, or `aborted` as soon as the call is aborted; then `work` goes on unheard. One at a time. */
  untilAborted<T>(work: Promise<T>): Promise<T | typeof aborted> {
    return new Promise((resolve, reject) => {
      // Not Promise.race, which would keep something for each item of an endless stream.
      this.#onAbort = () => resolve(aborted);
      work.then(resolve, reject);
      if (this.#isAborted) resolve(aborted);
    });
  }
}
