// The result of each request id, so that a repeat does nothing and gets the first result. Today's results are kept whole; of
// earlier days only the ids, so that a late repeat is rejected and never done twice.
import { hashText } from '../kernel/state-hash.ts';

/** Earlier business days whose request ids are still recognised. */
export const rememberedDays = 5;

export interface FirstResult<Verdict> {
  readonly seq: number;
  readonly contents: string;
  readonly verdict: Verdict;
}

export type RequestSeen<Verdict> =
  | { readonly kind: 'new' }
  | { readonly kind: 'repeat'; readonly first: FirstResult<Verdict> }
  /** The id was used today for another command. */
  | { readonly kind: 'reused' }
  | { readonly kind: 'tooOld' };

export interface SavedRequests<Verdict> {
  readonly today: readonly (readonly [string, FirstResult<Verdict>])[];
  readonly earlier: readonly (readonly string[])[];
}

export class RequestLedger<Verdict> {
  #today = new Map<string, FirstResult<Verdict>>();
  /** Ids of earlier days, the latest day first. */
  #earlier: Set<string>[] = [];

  find(sender: string, requestId: string, contents: string): RequestSeen<Verdict> {
    const key = keyOf(sender, requestId);
    const first = this.#today.get(key);
    if (first !== undefined)
      return first.contents === contents ? { kind: 'repeat', first } : { kind: 'reused' };
    return this.#earlier.some((day) => day.has(key)) ? { kind: 'tooOld' } : { kind: 'new' };
  }

  /** The day on which the sender used the id, as far as the ledger remembers. */
  dayOf(sender: string, requestId: string): 'today' | 'earlier' | 'unknown' {
    const key = keyOf(sender, requestId);
    if (this.#today.has(key)) return 'today';
    return this.#earlier.some((day) => day.has(key)) ? 'earlier' : 'unknown';
  }

  remember(sender: string, requestId: string, result: FirstResult<Verdict>): void {
    this.#today.set(keyOf(sender, requestId), result);
  }

  /** Begins the end of a day: the ids of today are to be moved to the earlier days. */
  beginEndOfDay(): void {
    this.#earlier = [new Set<string>(), ...this.#earlier].slice(0, rememberedDays);
  }

  /** Moves today's oldest ids to the latest of the earlier days, up to the given number; returns how many. */
  moveIds(most: number): number {
    const [latest] = this.#earlier;
    let moved = 0;
    for (const id of this.#today.keys()) {
      if (moved === most || latest === undefined) break;
      this.#today.delete(id);
      latest.add(id);
      moved += 1;
    }
    return moved;
  }

  save(): SavedRequests<Verdict> {
    return { today: [...this.#today], earlier: this.#earlier.map((day) => [...day]) };
  }

  static load<Verdict>({ today, earlier }: SavedRequests<Verdict>): RequestLedger<Verdict> {
    const ledger = new RequestLedger<Verdict>();
    ledger.#today = new Map(today);
    ledger.#earlier = earlier.map((day) => new Set(day));
    return ledger;
  }
}

/** Equal for equal commands: each kind of command is built field by field in one place, so its text is canonical. */
export const contentsOf = (command: object): string => hashText(JSON.stringify(command));

const keyOf = (sender: string, requestId: string): string => `${sender} ${requestId}`;
