// Texts that are stored as numbers, because the same few texts occur in very many records.

/** Texts with a number each, in the order of their first use. */
export class Interned {
  readonly #numbers = new Map<string, number>();
  readonly #texts: string[] = [];
  #last: string | null = null;
  #lastNumber = 0;

  constructor(texts: readonly string[] = []) {
    for (const text of texts) this.numberOf(text);
  }

  get all(): readonly string[] {
    return [...this.#texts];
  }

  get size(): number {
    return this.#texts.length;
  }

  has(value: string): boolean {
    return this.#numbers.has(value);
  }

  numberOf(value: string): number {
    // Many fields repeat the same text.
    if (value === this.#last) return this.#lastNumber;
    let number = this.#numbers.get(value);
    if (number === undefined) {
      number = this.#texts.push(value) - 1;
      this.#numbers.set(value, number);
    }
    this.#last = value;
    this.#lastNumber = number;
    return number;
  }

  at(number: number): string {
    const value = this.#texts[number];
    if (value === undefined) throw new RangeError(`There is no text ${number}.`);
    return value;
  }

  clear(): void {
    this.#numbers.clear();
    this.#texts.length = 0;
    this.#last = null;
  }
}
