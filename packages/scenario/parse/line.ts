// One line of a scenario, read word by word. An unexpected word is a LineFault at its column.

/** A fault in a line. `column` counts from 0. */
export class LineFault extends Error {
  readonly column: number;
  constructor(message: string, column: number) {
    super(message);
    this.column = column;
  }
}

export class Line {
  readonly #words: readonly RegExpExecArray[];
  #at = 0;

  constructor(text: string) {
    this.#words = [...text.matchAll(/".*"|,|[^\s,]+|$/g)];
  }

  /** The next word; empty at the end of the line. */
  get next(): string {
    return this.#words[this.#at]?.[0] ?? '';
  }

  /** Moves past the phrase if it is next. */
  skip(phrase: string): boolean {
    const words = phrase.split(' ');
    const isNext = words.every((word, ahead) => this.#words[this.#at + ahead]?.[0] === word);
    if (isNext) this.#at += words.length;
    return isNext;
  }

  /** The value that `read` returns for the next word; null is a fault. */
  read<T>(expected: string, read: (word: string) => T | null): T {
    const value = this.next === '' ? null : read(this.next);
    if (value === null) throw this.fault(expected);
    this.#at += 1;
    return value;
  }

  /** Any word except a comma or a text in quotation marks. */
  word(expected: string): string {
    return this.read(expected, (word) => (/^[,"]/.test(word) ? null : word));
  }

  oneOf<T extends string>(choices: readonly T[]): T {
    return this.read(choices.join(', '), (word) => choices.find((choice) => choice === word) ?? null);
  }

  /** Two values, `5/6`; one value, `5`, counts for both. */
  both<T>(expected: string, half: (word: string) => T | null): readonly [T, T] {
    return this.read(expected, (word) => {
      const [first = null, second = first, ...more] = word.split('/').map(half);
      return first === null || second === null || more.length > 0 ? null : [first, second];
    });
  }

  /** At least one word, up to the first that matches `stop`. */
  wordsUntil(stop: RegExp, expected: string): string {
    const words = [this.word(expected)];
    while (this.next !== '' && !stop.test(this.next)) words.push(this.word(expected));
    return words.join(' ');
  }

  /** At least one item, with commas between them. */
  list<T>(read: () => T): T[] {
    const values = [read()];
    while (this.skip(',')) values.push(read());
    return values;
  }

  /** True if the next word begins one of the grammar's phrases. */
  startsOneOf(grammar: Readonly<Record<string, string>>): boolean {
    return Object.keys(grammar).some((phrase) => phrase.split(' ')[0] === this.next);
  }

  /** The fault at the current word. */
  fault(expected: string): LineFault {
    const actual = this.next === '' ? 'the end of the line' : this.next.replace(/^[^"].*$/, '"$&"');
    return new LineFault(`expected ${expected}, found ${actual}`, this.#words[this.#at]?.index ?? 0);
  }
}
