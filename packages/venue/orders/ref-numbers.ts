// Ref numbers (market.md, Ref numbers): text that a dealer gives each order and that the client counts up. A ref that the dealer has used
// today is replaced by the next free number, which the answer contains. An order without a ref stays without.

export type SavedRefNumbers = readonly (readonly [string, readonly string[]])[];

/** The refs that each dealer has used today, with the highest number for each text before the number. */
export class RefNumbers {
  #used = new Map<string, Set<string>>();
  #highest = new Map<string, number>();

  /** The ref that the order gets, which is used from now on. */
  take(owner: { readonly member: string; readonly dealer: string }, ref: string): string {
    return ref === '' ? '' : this.#take(`${owner.member}/${owner.dealer}`, ref);
  }

  clear(): void {
    this.#used = new Map();
    this.#highest = new Map();
  }

  save(): SavedRefNumbers {
    return [...this.#used].map(([dealer, refs]) => [dealer, [...refs]]);
  }

  static load(saved: SavedRefNumbers): RefNumbers {
    const refs = new RefNumbers();
    for (const [dealer, used] of saved) for (const ref of used) refs.#take(dealer, ref);
    return refs;
  }

  #take(dealer: string, ref: string): string {
    const used = this.#used.get(dealer) ?? new Set();
    this.#used.set(dealer, used);
    const free = used.has(ref) ? this.#nextFree(dealer, ref, used) : ref;
    used.add(free);
    this.#count(dealer, free);
    return free;
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

/** At most nine digits are a number; more belong to the stem. */
function split(ref: string): { stem: string; digits: string } {
  const digits = /\d{1,9}$/.exec(ref)?.[0] ?? '';
  return { stem: ref.slice(0, ref.length - digits.length), digits };
}

const padded = (number: number, like: string): string => String(number).padStart(like.length, '0');
