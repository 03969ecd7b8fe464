// The invocation queue of one client: one non-streaming invocation runs at a time, the others wait in order.

interface InvocationQueueOptions<Item> {
  readonly maxWaiting: number;
  readonly run: (item: Item) => void;
  /** `maxWaiting` items are waiting. */
  readonly onFull: () => void;
  /** Fewer than `maxWaiting` items are waiting again. */
  readonly onSpace: () => void;
}

export class InvocationQueue<Item> {
  readonly #options: InvocationQueueOptions<Item>;
  #running: Item | null = null;
  #waiting: Item[] = [];
  #isFull = false;

  constructor(options: InvocationQueueOptions<Item>) {
    this.#options = options;
  }

  get isRunning(): boolean {
    return this.#running !== null;
  }

  /** Runs `item` after all items before it. */
  enqueue(item: Item): void {
    if (this.#running === null) {
      this.#start(item);
      return;
    }
    this.#waiting.push(item);
    if (!this.#isFull && this.#waiting.length >= this.#options.maxWaiting) {
      this.#isFull = true;
      this.#options.onFull();
    }
  }

  /** Starts the next item, if `item` is the running one. */
  release(item: Item): void {
    if (this.#running !== item) return;
    this.#running = null;
    const next = this.#waiting.shift();
    if (next !== undefined) this.#start(next);
    this.#reportSpace();
  }

  /** Removes a waiting item; false if `item` is not waiting. */
  remove(item: Item): boolean {
    const at = this.#waiting.indexOf(item);
    if (at < 0) return false;
    this.#waiting.splice(at, 1);
    this.#reportSpace();
    return true;
  }

  /** Removes all waiting items. */
  stop(): void {
    this.#waiting = [];
  }

  #start(item: Item): void {
    this.#running = item;
    this.#options.run(item);
  }

  #reportSpace(): void {
    if (!this.#isFull || this.#waiting.length >= this.#options.maxWaiting) return;
    this.#isFull = false;
    this.#options.onSpace();
  }
}
