// How many connections watch the depth of each contract: a depth view exists only while somebody watches it.

export class DepthWatch {
  readonly #watchers = new Map<string, number>();

  /** True when this is the contract's first watcher. */
  add(contract: string): boolean {
    const count = this.#watchers.get(contract) ?? 0;
    this.#watchers.set(contract, count + 1);
    return count === 0;
  }

  /** True when this was the contract's last watcher. */
  remove(contract: string): boolean {
    const count = this.#watchers.get(contract) ?? 0;
    if (count > 1) this.#watchers.set(contract, count - 1);
    else this.#watchers.delete(contract);
    return count === 1;
  }
}
