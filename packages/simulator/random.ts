// Seeded random numbers (xoshiro128**): the same seed gives the same market on every machine. Not for security.

export class Random {
  readonly #state: Int32Array;

  constructor(seed: number) {
    this.#state = Int32Array.of(
      seed ^ 0x9e3779b9,
      (seed + 0x243f6a88) | 0,
      0xb7e15162 | 0,
      Math.imul(seed, 69_069) + 1,
    );
    for (let step = 0; step < 32; step += 1) this.#next();
  }

  /** From 0 up to but not including 1. */
  share(): number {
    return this.#next() / 4_294_967_296;
  }

  /** A whole number from `low` to `high`, both included. */
  between(low: number, high: number): number {
    return low + Math.floor(this.share() * (high - low + 1));
  }

  /** True with this probability. */
  chance(share: number): boolean {
    return this.share() < share;
  }

  /** About normal with mean 0 and standard deviation 1: the sum of twelve shares. */
  normal(): number {
    let sum = -6;
    for (let step = 0; step < 12; step += 1) sum += this.share();
    return sum;
  }

  /** An exponential waiting time with this mean, as between independent arrivals; at most ten times the mean. */
  waiting(mean: number): number {
    return Math.min(-Math.log(1 - this.share()), 10) * mean;
  }

  pick<T>(items: readonly T[]): T | undefined {
    return items[Math.floor(this.share() * items.length)];
  }

  #next(): number {
    const s = this.#state;
    const [a = 0, b = 0, c = 0, d = 0] = s;
    const scrambled = Math.imul(rotate(Math.imul(b, 5), 7), 9) >>> 0;
    const third = c ^ a;
    const fourth = d ^ b;
    s[1] = b ^ third;
    s[0] = a ^ fourth;
    s[2] = third ^ (b << 9);
    s[3] = rotate(fourth, 11);
    return scrambled;
  }
}

function rotate(value: number, by: number): number {
  return (value << by) | (value >>> (32 - by));
}
