// Which rows follow a future's: pairs at once, because their implied prices are its bid and offer; options in turn, some of them
// each tick, because there are very many and a change of the future moves them all.
import type { ContractListing } from '@openpit/venue';

/** Options whose figures are computed anew in one tick at most. */
const optionsATick = 100;

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

  pairsOf(future: string): readonly string[] {
    return this.#pairs.get(future) ?? [];
  }

  /** The future stands elsewhere: its options are to be computed anew, each in its turn. */
  moved(future: string): void {
    for (const option of this.#options.get(future) ?? []) this.#stale.add(option);
  }

  /** An option is to be computed anew in its turn; false when the contract is none. */
  mark({ contract, underlying }: ContractListing): boolean {
    if (underlying !== undefined) this.#stale.add(contract);
    return underlying !== undefined;
  }

  /** Options whose turn has come. */
  takeTurn(): string[] {
    const turn: string[] = [];
    for (const option of this.#stale) {
      if (turn.length === optionsATick) break;
      turn.push(option);
    }
    for (const option of turn) this.#stale.delete(option);
    return turn;
  }
}

function put(lists: Map<string, string[]>, key: string, contract: string): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [contract]);
  else list.push(contract);
}
