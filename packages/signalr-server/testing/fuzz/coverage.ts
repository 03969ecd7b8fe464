// The coverage of a fuzz run, counted by kind. Without it, a fuzz test could pass without fuzzing anything.

export class FuzzCoverage {
  readonly #counts = new Map<string, Map<string, number>>();
  /** Mutated frames and requests that were sent. */
  sent = 0;

  count(kind: string, name: string | number): void {
    const counts = this.#counts.get(kind) ?? new Map<string, number>();
    this.#counts.set(kind, counts);
    counts.set(String(name), (counts.get(String(name)) ?? 0) + 1);
  }

  /** The names of a kind that were counted less often than `minimum`, each with its count. */
  below(kind: string, names: readonly string[], minimum: number): readonly string[] {
    const counts = this.#counts.get(kind);
    return names
      .filter((name) => (counts?.get(name) ?? 0) < minimum)
      .map((name) => `${name}: ${counts?.get(name) ?? 0}`);
  }

  describe(): string {
    const lines = [...this.#counts].map(([kind, counts]) => {
      const sorted = [...counts].sort(([a], [b]) => a.localeCompare(b));
      return `${kind}: ${JSON.stringify(Object.fromEntries(sorted))}`;
    });
    return [`sent: ${this.sent}`, ...lines].join('\n');
  }
}
