// The direction of the deals in each contract, as everyone can see them.
import type { Outcome } from '@openpit/venue';

/** How much a deal moves the average price that momentum is relative to, as a share. */
const averaging = 0.15;

interface ContractTape {
  readonly last: number;
  readonly average: number;
}

export class Tape {
  readonly #tapes = new Map<string, ContractTape>();
  readonly #known: ReadonlySet<string>;

  /** Follows these contracts only. */
  constructor(contracts: Iterable<string>) {
    this.#known = new Set(contracts);
  }

  apply({ events }: Outcome): void {
    for (const event of events) {
      if (event.kind === 'dealMade' && this.#known.has(event.contract)) {
        const { average = event.price } = this.#tapes.get(event.contract) ?? {};
        this.#tapes.set(event.contract, {
          last: event.price,
          average: average + (event.price - average) * averaging,
        });
      } else if (event.kind === 'dayEnded') this.#tapes.clear();
    }
  }

  /** How many cents the last deal is above the average of the deals before it; 0 without deals. */
  momentum(contract: string): number {
    const { last = 0, average = 0 } = this.#tapes.get(contract) ?? {};
    return last - average;
  }
}
