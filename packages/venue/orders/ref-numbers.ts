// Ref numbers (domain §1): text that a dealer gives each order, counted on by the client. One that the dealer has used today
// becomes the next free number, which the answer tells; an order without one keeps none.

/** Refs that a dealer has used today, with the highest number by what stands before it. */
export class RefNumbers {
  #used = new Map<string, Set<string>>();
  #highest = new Map<string, number>();

  /** The ref that the order gets, which is now used. */
  take(dealer: string, ref: string): string {
    if (ref === '') return '';
    const used = this.#used.get(dealer) ?? new Set();
    this.#used.set(dealer, used);
    const free = used.has(ref) ? this.#nextFree(dealer, ref, used) : ref;
    used.add(free);
    this.#count(dealer, free);
    return free;
  }

  endDay(): void {
    this.#used = new Map();
    this.#highest = new Map();
  }

  snapshot(): readonly (readonly [string, readonly string[]])[] {
    return [...this.#used].map(([dealer, refs]) => [dealer, [...refs]]);
  }

  static from(snapshot: readonly (readonly [string, readonly string[]])[]): RefNumbers {
    const refs = new RefNumbers();
    for (const [dealer, used] of snapshot) for (const ref of used) refs.take(dealer, ref);
    return refs;
  }

  #nextFree(dealer: string, ref: string, used: ReadonlySet<string>): string {
    const { stem, digits } = split(ref);
    let number =
      Math.max(this.#highest.get(`${dealer} ${stem}`) ?? 0, digits === '' ? 1 : Number(digits)) + 1;
    while (used.has(stem + padded(number, digits))) number += 1;
    return stem + padded(number, digits);
  }

  #count(dealer: string, ref: string): void {
    const { stem, digits } = split(ref);
    if (digits === '') return;
    const key = `${dealer} ${stem}`;
    this.#highest.set(key, Math.max(this.#highest.get(key) ?? 0, Number(digits)));
  }
}

/** At most nine digits are counted on; more are part of the stem. */
function split(ref: string): { stem: string; digits: string } {
  const digits = /\d{1,9}$/.exec(ref)?.[0] ?? '';
  return { stem: ref.slice(0, ref.length - digits.length), digits };
}

const padded = (number: number, like: string): string => String(number).padStart(like.length, '0');
