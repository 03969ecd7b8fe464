// A bitmap of the price levels that hold orders: one bit per level, and above that one bit per word of 32 levels. The next best
// price is found by counting leading zeros instead of walking empty levels.

export class Occupancy {
  #words: Int32Array;
  #summary: Int32Array;

  /** `levels` is a power of two, at least 32. */
  constructor(levels: number) {
    const words = levels >>> 5;
    this.#words = new Int32Array(words);
    this.#summary = new Int32Array((words + 31) >>> 5);
  }

  set(level: number): void {
    const word = level >>> 5;
    this.#words[word]! |= 1 << (level & 31);
    this.#summary[word >>> 5]! |= 1 << (word & 31);
  }

  clear(level: number): void {
    const word = level >>> 5;
    const left = this.#words[word]! & ~(1 << (level & 31));
    this.#words[word] = left;
    if (left === 0) this.#summary[word >>> 5]! &= ~(1 << (word & 31));
  }

  /** The highest level in use at or below this one, or -1. */
  atOrBelow(level: number): number {
    if (level < 0) return -1;
    const words = this.#words;
    const word = level >>> 5;
    const shift = 31 - (level & 31);
    const here = (words[word]! << shift) >>> shift;
    if (here !== 0) return (word << 5) + 31 - Math.clz32(here);
    const summary = this.#summary;
    let group = word >>> 5;
    let bits = summary[group]! & ((1 << (word & 31)) - 1);
    while (bits === 0) {
      group -= 1;
      if (group < 0) return -1;
      bits = summary[group]!;
    }
    const nonEmpty = (group << 5) + 31 - Math.clz32(bits);
    return (nonEmpty << 5) + 31 - Math.clz32(words[nonEmpty]!);
  }

  /** The lowest level in use at or above this one, or -1. */
  atOrAbove(level: number): number {
    const words = this.#words;
    const word = level >>> 5;
    if (word >= words.length) return -1;
    const here = words[word]! & (-1 << (level & 31));
    if (here !== 0) return (word << 5) + lowestBit(here);
    const summary = this.#summary;
    let group = word >>> 5;
    // Shifting by 32 is shifting by 0 in JavaScript, hence the two steps.
    let bits = summary[group]! & ((-1 << (word & 31)) << 1);
    while (bits === 0) {
      group += 1;
      if (group >= summary.length) return -1;
      bits = summary[group]!;
    }
    const nonEmpty = (group << 5) + lowestBit(bits);
    return (nonEmpty << 5) + lowestBit(words[nonEmpty]!);
  }
}

function lowestBit(bits: number): number {
  return 31 - Math.clz32(bits & -bits);
}
