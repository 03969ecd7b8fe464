// Reproducible random choices: the sequencer draws a seed when it stamps a command, and the venue derives everything else from
// it. The generator is mulberry32, which uses only 32-bit integers and is therefore identical on every machine.

/** 2³². */
const range = 0x1_0000_0000;

export class SeededRandom {
  #state: number;

  constructor(seed: number) {
    this.#state = seed | 0;
  }

  /**
   * Returns a whole number from 0 to `count` − 1, each equally likely. `count` is from 1 to 2³².
   */
  below(count: number): number {
    // The last, incomplete multiple of `count` would favour small numbers.
    const limit = range - (range % count);
    let value = this.#next();
    while (value >= limit) value = this.#next();
    return value % count;
  }

  #next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  }
}
