// What a run has reached, counted by kind: a fuzz that does not say so may have fuzzed nothing.

export class Tally {
  readonly #counts = new Map<string, Map<string, number>>();
  /** Mutated frames and requests that were sent. */
  sent = 0;

  count(kind: string, name: string | number): void {
    const counts = this.#counts.get(kind) ?? new Map<string, number>();
    this.#counts.set(kind, counts);
    counts.set(String(name), (counts.get(String(name)) ?? 0) + 1);
  }

  of(kind: string): Readonly<Record<string, number>> {
    return Object.fromEntries([...(this.#counts.get(kind) ?? [])].sort(([a], [b]) => a.localeCompare(b)));
  }

  /** Names of a kind that were reached less often than `least`. */
  missing(kind: string, names: readonly string[], least: number): readonly string[] {
    const counts = this.of(kind);
    return names.filter((name) => (counts[name] ?? 0) < least).map((name) => `${name}: ${counts[name] ?? 0}`);
  }

  describe(): string {
    const lines = [...this.#counts.keys()].map((kind) => `${kind}: ${JSON.stringify(this.of(kind))}`);
    return [`sent: ${this.sent}`, ...lines].join('\n');
  }
}
