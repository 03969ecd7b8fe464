// The rows that depend on a future's row. Pairs are computed immediately, because their implied prices are its bid and offer. Options are
// computed in batches, because there are very many and a change of the future changes them all.
import type { ContractListing } from '@openpit/venue';

/** The maximum number of options computed in one batch: about 3 ms of work, a hundred times a second. */
const optionsPerBatch = 60;

export class Dependents {
  readonly #pairs = new Map<string, string[]>();
  readonly #options = new Map<string, string[]>();
  readonly #stale = new Set<string>();

  list({ contract, underlying, legs }: ContractListing): void {
    if (underlying !== undefined) put(this.#options, underlying, contract);
    if (legs === undefined) return;
    put(this.#pairs, legs.plus, contract);
    put(this.#pairs, legs.minus, contract);
  }

  /** Removes a contract that has expired and therefore no longer changes. */
  drop({ contract, underlying, legs }: ContractListing): void {
    if (underlying !== undefined) take(this.#options, underlying, contract);
    if (legs === undefined) return;
    take(this.#pairs, legs.plus, contract);
    take(this.#pairs, legs.minus, contract);
  }

  pairsOf(future: string): readonly string[] {
    return this.#pairs.get(future) ?? [];
  }

  /** The price of the future has changed: its options must be recomputed, one after another, except options that are already due. */
  moved(future: string, behind: ReadonlySet<string>): void {
    for (const option of this.#options.get(future) ?? []) if (!behind.has(option)) this.#stale.add(option);
  }

  /** Marks an option to be computed again; false for every other contract. */
  mark({ contract, underlying }: ContractListing): boolean {
    if (underlying !== undefined) this.#stale.add(contract);
    return underlying !== undefined;
  }

  /** The next options to compute; unwatched options are removed from the queue. */
  takeBatch(isWanted: (option: string) => boolean): string[] {
    const batch: string[] = [];
    for (const option of this.#stale) {
      if (batch.length === optionsPerBatch) break;
      this.#stale.delete(option);
      if (isWanted(option)) batch.push(option);
    }
    return batch;
  }
}

function put(lists: Map<string, string[]>, key: string, contract: string): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [contract]);
  else list.push(contract);
}

function take(lists: Map<string, string[]>, key: string, contract: string): void {
  const left = (lists.get(key) ?? []).filter((name) => name !== contract);
  if (left.length === 0) lists.delete(key);
  else lists.set(key, left);
}
