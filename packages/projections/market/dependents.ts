// Which rows follow a future's: pairs at once, because their implied prices are its bid and offer; options in turn, some of them
// each time, because there are very many and a change of the future moves them all.
import type { ContractListing } from '@openpit/venue';

/** Options whose figures are computed anew in one turn at most: some 3 ms of work, a hundred times a second. */
const optionsATurn = 60;

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

  /** It has expired, and nothing moves it any more. */
  drop({ contract, underlying, legs }: ContractListing): void {
    if (underlying !== undefined) take(this.#options, underlying, contract);
    if (legs === undefined) return;
    take(this.#pairs, legs.plus, contract);
    take(this.#pairs, legs.minus, contract);
  }

  pairsOf(future: string): readonly string[] {
    return this.#pairs.get(future) ?? [];
  }

  /** The future stands elsewhere: its options are to be computed anew, each in its turn, but for those that are behind anyway. */
  moved(future: string, behind: ReadonlySet<string>): void {
    for (const option of this.#options.get(future) ?? []) if (!behind.has(option)) this.#stale.add(option);
  }

  /** An option is to be computed anew in its turn; false when the contract is none. */
  mark({ contract, underlying }: ContractListing): boolean {
    if (underlying !== undefined) this.#stale.add(contract);
    return underlying !== undefined;
  }

  /** Options whose turn has come; those that are not wanted lose theirs. */
  takeTurn(isWanted: (option: string) => boolean): string[] {
    const turn: string[] = [];
    for (const option of this.#stale) {
      if (turn.length === optionsATurn) break;
      this.#stale.delete(option);
      if (isWanted(option)) turn.push(option);
    }
    return turn;
  }
}

function put(lists: Map<string, string[]>, key: string, contract: string): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [contract]);
  else list.push(contract);
}

function take(lists: Map<string, string[]>, key: string, contract: string): void {
  const left = (lists.get(key) ?? []).filter((one) => one !== contract);
  if (left.length === 0) lists.delete(key);
  else lists.set(key, left);
}
