// Runs tasks with the same key one after another, and tasks with different keys concurrently.
export class KeyedQueue {
  /** The last task of each key. */
  readonly #last = new Map<string, Promise<unknown>>();

  run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const run = (this.#last.get(key) ?? Promise.resolve()).then(work);
    const settled = run.catch(() => undefined);
    this.#last.set(key, settled);
    void settled.then(() => {
      if (this.#last.get(key) === settled) this.#last.delete(key);
    });
    return run;
  }
}
