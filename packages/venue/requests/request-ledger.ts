// The result of each request id, so that a repeat does nothing and gets the first result. Today's results are kept in full; for
// earlier days, only the ids are kept, so that a late repeat is rejected and never done twice. All of it is bytes outside the heap, because
// there are as many ids as commands (decision 31). Ids are compared in full: no two of them can be mistaken for each other.
import type { ChunkStore } from '../kernel/chunk-store.ts';
import { IdTable } from '../kernel/id-table.ts';
import { LongList } from '../kernel/long-list.ts';
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

/** The day on which an id was first used; for today, also the number of the command. */
export type FirstUse =
  | { readonly day: 'today'; readonly seq: number }
  | { readonly day: 'earlier' | 'unknown' };

export interface SavedRequests<Verdict> {
  readonly today: Iterable<readonly [string, FirstResult<Verdict>]>;
  readonly earlier: readonly Iterable<string>[];
}

export class RequestLedger<Verdict> {
  readonly #store: ChunkStore;
  #today: IdTable<FirstResult<Verdict>>;
  /** The number of today's ids, the oldest ones, that have been moved to the latest of the earlier days. */
  #moved = 0;
  /** Ids of earlier days, the latest day first. */
  #earlier: IdTable<null>[] = [];

  constructor(store: ChunkStore) {
    this.#store = store;
    this.#today = new IdTable(store);
  }

  find(sender: string, requestId: string, contents: string): RequestSeen<Verdict> {
    const key = keyOf(sender, requestId);
    const first = this.#ofToday(key);
    if (first !== undefined)
      return first.contents === contents ? { kind: 'repeat', first } : { kind: 'reused' };
    return this.#earlier.some((day) => day.find(key) !== undefined) ? { kind: 'tooOld' } : { kind: 'new' };
  }

  /** When the sender first used the id, as far as the ledger remembers. */
  firstUse(sender: string, requestId: string): FirstUse {
    const key = keyOf(sender, requestId);
    const first = this.#ofToday(key);
    if (first !== undefined) return { day: 'today', seq: first.seq };
    return { day: this.#earlier.some((day) => day.find(key) !== undefined) ? 'earlier' : 'unknown' };
  }

  /** `find` must have found nothing. */
  remember(sender: string, requestId: string, result: FirstResult<Verdict>): void {
    this.#today.add(keyOf(sender, requestId), result);
  }

  /** Begins the end of a day: the ids of today are to be moved to the earlier days. */
  beginEndOfDay(): void {
    this.#earlier.unshift(new IdTable(this.#store));
    for (const forgotten of this.#earlier.splice(rememberedDays)) forgotten.drop();
  }

  /** Moves today's oldest ids to the latest of the earlier days, up to the given number; returns how many. */
  moveIds(most: number): number {
    const [latest] = this.#earlier;
    if (latest === undefined) return 0;
    const until = Math.min(this.#moved + most, this.#today.size);
    const moved = until - this.#moved;
    for (; this.#moved < until; this.#moved += 1) latest.add(this.#today.entry(this.#moved)[0], null);
    if (this.#moved === this.#today.size) {
      this.#today.drop();
      this.#today = new IdTable(this.#store);
      this.#moved = 0;
    }
    return moved;
  }

  save(): SavedRequests<Verdict> {
    return {
      today: new LongList(() => this.#today.entries(this.#moved)),
      earlier: this.#earlier.map((day) => new LongList(() => keysOf(day))),
    };
  }

  static load<Verdict>(
    { today, earlier }: SavedRequests<Verdict>,
    store: ChunkStore,
  ): RequestLedger<Verdict> {
    const ledger = new RequestLedger<Verdict>(store);
    for (const [key, first] of today) ledger.#today.add(key, first);
    for (const keys of earlier) {
      const day = new IdTable<null>(store);
      for (const key of keys) day.add(key, null);
      ledger.#earlier.push(day);
    }
    return ledger;
  }

  #ofToday(key: string): FirstResult<Verdict> | undefined {
    const number = this.#today.find(key);
    return number === undefined || number < this.#moved ? undefined : this.#today.entry(number)[1];
  }
}

/** Equal for equal commands: each kind of command is built field by field in one place, so its text is canonical. */
export const contentsOf = (command: object): string => hashText(JSON.stringify(command));

function* keysOf(day: IdTable<null>): Generator<string> {
  for (const [key] of day.entries()) yield key;
}

const keyOf = (sender: string, requestId: string): string => `${sender} ${requestId}`;
