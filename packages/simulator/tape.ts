// The newest quote on each side of a contract, and the direction of its deals, as everyone can see them.
import type { Outcome, Price, Side } from '@openpit/venue';

/** Share by which a deal moves the average price that momentum is relative to. */
const averaging = 0.15;

interface ContractTape {
  quotes: Partial<Record<Side, Price>>;
  last: Price | null;
  average: number | null;
}

export class Tape {
  readonly #tapes = new Map<string, ContractTape>();
  readonly #known: ReadonlySet<string>;

  /** Follows these contracts only. */
  constructor(known: Iterable<string>) {
    this.#known = new Set(known);
  }

  apply({ events }: Outcome): void {
    for (const event of events) {
      if ('contract' in event && typeof event.contract === 'string' && !this.#known.has(event.contract))
        continue;
      if (event.kind === 'orderRested') this.#of(event.contract).quotes[event.side] = event.price;
      else if (event.kind === 'dealMade') {
        const tape = this.#of(event.contract);
        tape.last = event.price;
        tape.average =
          tape.average === null ? event.price : tape.average + (event.price - tape.average) * averaging;
      } else if (event.kind === 'dayEnded') this.#tapes.clear();
    }
  }

  /** The newest quote on this side, undefined when none was seen. */
  quote(contract: string, side: Side): Price | undefined {
    return this.#tapes.get(contract)?.quotes[side];
  }

  /** Cents by which the last deal is above the average of the deals before it; 0 without deals. */
  momentum(contract: string): number {
    const { last = null, average = null } = this.#tapes.get(contract) ?? {};
    return last === null || average === null ? 0 : last - average;
  }

  contracts(): string[] {
    return [...this.#tapes.keys()];
  }

  #of(contract: string): ContractTape {
    let tape = this.#tapes.get(contract);
    if (tape === undefined) {
      tape = { quotes: {}, last: null, average: null };
      this.#tapes.set(contract, tape);
    }
    return tape;
  }
}
