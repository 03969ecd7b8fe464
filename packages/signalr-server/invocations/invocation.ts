// One invocation of a hub method by a client, from the reading of its message to its completion.
import type { StandardSchema } from '../standard-schema.ts';
import type { UploadStream } from './upload-stream.ts';

/** A hub method, bound to the code that implements it. */
export interface HubMethod<Caller> {
  readonly name: string;
  readonly args: readonly StandardSchema[];
  readonly uploads: readonly StandardSchema[];
  /** True if the method returns a stream of items instead of one result. */
  readonly isStream: boolean;
  /** `args` are validated. */
  run(invocation: Invocation<Caller>, args: readonly unknown[]): unknown;
}

/** Takes the place of a result when the invocation was aborted first. */
export const aborted = Symbol('aborted');

interface InvocationOptions<Caller> {
  readonly caller: Caller;
  readonly method: HubMethod<Caller>;
  readonly target: string;
  readonly rawArgs: readonly unknown[];
  readonly invocationId: string | null;
  readonly uploads: ReadonlyMap<string, UploadStream>;
  readonly releaseQueue: (invocation: Invocation<Caller>) => void;
}

export class Invocation<Caller> {
  readonly caller: Caller;
  readonly method: HubMethod<Caller>;
  /** The name of the method as the client wrote it. */
  readonly target: string;
  /** The arguments as received, not validated. */
  readonly rawArgs: readonly unknown[];
  /** Null if the client expects no completion. */
  readonly invocationId: string | null;
  readonly uploads: ReadonlyMap<string, UploadStream>;
  /** Lets the next invocation of the client start before this one is completed. */
  readonly releaseQueue: () => void;
  #controller: AbortController | null = null;
  #isAborted = false;
  #onAbort: (() => void) | null = null;

  constructor(options: InvocationOptions<Caller>) {
    this.caller = options.caller;
    this.method = options.method;
    this.target = options.target;
    this.rawArgs = options.rawArgs;
    this.invocationId = options.invocationId;
    this.uploads = options.uploads;
    this.releaseQueue = () => options.releaseQueue(this);
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

  /** Called when the client cancels the invocation and when the connection ends. */
  abort(): void {
    if (this.#isAborted) return;
    this.#isAborted = true;
    this.#controller?.abort();
    for (const upload of this.uploads.values()) {
      upload.end(new DOMException('The invocation was aborted.', 'AbortError'));
    }
    this.#onAbort?.();
  }

  /** Resolves with the result of `work`, or with `aborted` as soon as the invocation is aborted. */
  untilAborted<T>(work: Promise<T>): Promise<T | typeof aborted> {
    return new Promise((resolve, reject) => {
      // Promise.race would leak memory for each item of an endless stream.
      this.#onAbort = () => resolve(aborted);
      work.then(resolve, reject);
      if (this.#isAborted) resolve(aborted);
    });
  }
}
