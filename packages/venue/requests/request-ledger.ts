// The result of each request id, so that a repeat does nothing and returns the first result. Today's results are stored in full. For
// earlier days only the ids are stored, so that a late repeat is rejected and never executed twice. The ledger stores packed bytes
// outside the heap, because there are as many ids as commands (decision 31). Ids are compared in full, so two ids cannot collide.
import { type ChunkStore, chunksInMemory } from '../kernel/chunk-store.ts';
import { IdTable, type IdTableHead } from '../kernel/id-table.ts';
import { LongList, type PackedBytes, type PackedSource, packedBytesOf } from '../kernel/long-list.ts';
import { hashText } from '../kernel/state-hash.ts';

/** Earlier business days whose request ids are still recognised. */
export const rememberedDays = 5;

export interface FirstResult<Verdict> {
  readonly seq: number;
  readonly contents: string;
  readonly verdict: Verdict;
}

type RequestSeen<Verdict> =
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
  /** How many of today's oldest ids have been moved to the latest of the earlier days. */
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

  /** The caller has checked that `find` finds nothing. */
  remember(sender: string, requestId: string, result: FirstResult<Verdict>): void {
    this.#today.add(keyOf(sender, requestId), result);
  }

  /** Begins the end of a day: the ids of today are to be moved to the earlier days. */
  beginEndOfDay(): void {
    this.#earlier.unshift(new IdTable(this.#store));
    for (const forgotten of this.#earlier.splice(rememberedDays)) forgotten.drop();
  }

  /** Moves today's oldest ids to the latest of the earlier days, up to the given number; returns how many. */
  moveIds(maxIds: number): number {
    const [latest] = this.#earlier;
    if (latest === undefined) return 0;
    const until = Math.min(this.#moved + maxIds, this.#today.size);
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
    // While ids are being moved, today's table still contains ids of an earlier day.
    const packedToday = this.#moved === 0 ? packedAs('requestResults', () => this.#today) : null;
    return {
      today: new LongList(() => this.#today.entries(this.#moved), packedToday),
      earlier: this.#earlier.map(
        (day) =>
          new LongList(
            () => keysOf(day),
            packedAs('requestIds', () => day),
          ),
      ),
    };
  }

  static load<Verdict>(
    { today, earlier }: SavedRequests<Verdict>,
    store: ChunkStore,
  ): RequestLedger<Verdict> {
    const ledger = new RequestLedger<Verdict>(store);
    ledger.#today = loadedIds(today, (entry) => entry, store);
    ledger.#earlier = earlier.map((keys) => loadedIds(keys, (key) => [key, null], store));
    return ledger;
  }

  #ofToday(key: string): FirstResult<Verdict> | undefined {
    const number = this.#today.find(key);
    return number === undefined || number < this.#moved ? undefined : this.#today.entry(number)[1];
  }
}

/** Equal for equal commands: each kind of command is built field by field in one place, so its text is canonical. */
export const contentsOf = (command: object): string => hashText(JSON.stringify(command));

const packedAs = (kind: string, table: () => IdTable<unknown>): PackedSource => ({
  get length() {
    return table().size;
  },
  bytes: () => ({ kind, ...table().save() }),
});

const tableOf = <Result>(packed: PackedBytes, store: ChunkStore): IdTable<Result> =>
  IdTable.load(packed as PackedBytes<IdTableHead>, store);

/** The items of a packed list, by its kind. */
export const packedRequestItems = {
  requestResults: (packed: PackedBytes): Iterable<unknown> => tableOf(packed, chunksInMemory).entries(),
  requestIds: (packed: PackedBytes): Iterable<unknown> => keysOf(tableOf(packed, chunksInMemory)),
};

function loadedIds<Item, Result>(
  list: Iterable<Item>,
  entryOf: (item: Item) => readonly [key: string, result: Result],
  store: ChunkStore,
): IdTable<Result> {
  const packed = packedBytesOf(list);
  if (packed !== null) return tableOf(packed, store);
  const table = new IdTable<Result>(store);
  for (const item of list) table.add(...entryOf(item));
  return table;
}

function* keysOf(day: IdTable<unknown>): Generator<string> {
  for (const [key] of day.entries()) yield key;
}

const keyOf = (sender: string, requestId: string): string => `${sender} ${requestId}`;
