// Open interest by contract: the lots that were open when the contract was listed, plus all long positions since.
import type { VenueEvent } from '@openpit/venue';
import { LongLots, type SavedLongLots } from '../kernel/long-lots.ts';

export interface SavedOpenInterest {
  readonly contracts: readonly (readonly [string, number])[];
  readonly longs: SavedLongLots;
}

export class OpenInterest {
  readonly #contracts = new Map<string, number>();
  readonly #longs = new LongLots();

  /** @returns the contract whose open interest changed, or null */
  apply(event: VenueEvent): string | null {
    if (event.kind === 'marketOpened' || event.kind === 'contractsListed' || event.kind === 'strikeAdded')
      for (const { contract, openInterest } of event.contracts) this.#contracts.set(contract, openInterest);
    if (event.kind !== 'positionChanged') return null;
    const change = this.#longs.change(event);
    if (change === 0) return null;
    this.#contracts.set(event.contract, this.of(event.contract) + change);
    return event.contract;
  }

  readonly of = (contract: string): number => this.#contracts.get(contract) ?? 0;

  save(): SavedOpenInterest {
    return { contracts: [...this.#contracts], longs: this.#longs.save() };
  }

  load({ contracts, longs }: SavedOpenInterest): void {
    this.#contracts.clear();
    for (const [contract, openInterest] of contracts) this.#contracts.set(contract, openInterest);
    this.#longs.load(longs);
  }
}
