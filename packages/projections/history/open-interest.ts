// Open interest by contract: what was open when the contract was listed, plus all long positions since.
import type { VenueEvent } from '@openpit/venue';

export interface SavedOpenInterest {
  readonly contracts: readonly (readonly [string, number])[];
  readonly longs: readonly (readonly [number, number])[];
}

export class OpenInterest {
  readonly #contracts = new Map<string, number>();
  /** Long lots by position; short and closed positions are not kept. */
  readonly #longs = new Map<number, number>();

  apply(event: VenueEvent): void {
    if (event.kind === 'marketOpened')
      for (const { contract, openInterest } of event.contracts) this.#contracts.set(contract, openInterest);
    if (event.kind !== 'positionChanged') return;
    const { positionSeq, contract, net } = event;
    const before = this.#longs.get(positionSeq) ?? 0;
    const long = Math.max(net, 0);
    if (long === before) return;
    if (long === 0) this.#longs.delete(positionSeq);
    else this.#longs.set(positionSeq, long);
    this.#contracts.set(contract, this.of(contract) + long - before);
  }

  readonly of = (contract: string): number => this.#contracts.get(contract) ?? 0;

  save(): SavedOpenInterest {
    return { contracts: [...this.#contracts], longs: [...this.#longs] };
  }

  load({ contracts, longs }: SavedOpenInterest): void {
    this.#contracts.clear();
    this.#longs.clear();
    for (const [contract, openInterest] of contracts) this.#contracts.set(contract, openInterest);
    for (const [positionSeq, long] of longs) this.#longs.set(positionSeq, long);
  }
}
