// What everyone can see of the market: the newest quote on each side of a contract, and where its deals have been going.
import type { Cents, Outcome, Side } from '@openpit/venue';

/** Share with which a deal moves the average that momentum is measured against. */
const averaging = 0.15;

interface Seen {
  quotes: Partial<Record<Side, Cents>>;
  last: Cents | null;
  average: number | null;
}

export class Tape {
  readonly #seen = new Map<string, Seen>();
  readonly #known: ReadonlySet<string>;

  /** Notes these contracts and no others. */
  constructor(known: Iterable<string>) {
    this.#known = new Set(known);
  }

  apply({ events }: Outcome): void {
    for (const event of events) {
      if ('contract' in event && typeof event.contract === 'string' && !this.#known.has(event.contract))
        continue;
      if (event.kind === 'orderRested') this.#of(event.contract).quotes[event.side] = event.price;
      else if (event.kind === 'dealMade') {
        const seen = this.#of(event.contract);
        seen.last = event.price;
        seen.average =
          seen.average === null ? event.price : seen.average + (event.price - seen.average) * averaging;
      } else if (event.kind === 'dayEnded') this.#seen.clear();
    }
  }

  /** The newest quote on this side, undefined when none was seen. */
  quote(contract: string, side: Side): Cents | undefined {
    return this.#seen.get(contract)?.quotes[side];
  }

  last(contract: string): Cents | null {
    return this.#seen.get(contract)?.last ?? null;
  }

  /** Cents by which the last deal stands above the average of the deals before it; 0 when there was none. */
  momentum(contract: string): number {
    const seen = this.#seen.get(contract);
    return seen === undefined || seen.last === null || seen.average === null ? 0 : seen.last - seen.average;
  }

  contracts(): string[] {
    return [...this.#seen.keys()];
  }

  #of(contract: string): Seen {
    let seen = this.#seen.get(contract);
    if (seen === undefined) {
      seen = { quotes: {}, last: null, average: null };
      this.#seen.set(contract, seen);
    }
    return seen;
  }
}
