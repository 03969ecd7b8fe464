// All open orders (resting, suspended or held over), the refs used today, and the exposure of accounts with limits.
import type { Contract } from '../contracts/contract.ts';
import type { DealsState } from '../deals/deal-ledger.ts';
import { VenueBug } from '../kernel/assert.ts';
import { type ChunkStore, chunksInMemory } from '../kernel/chunk-store.ts';
import { IdTable, type IdTableHead } from '../kernel/id-table.ts';
import { blockReader, LongList, type PackedBytes, packedBytesOf } from '../kernel/long-list.ts';
import { PackedNumbers } from '../kernel/packed-values.ts';
import { ticks } from '../kernel/units.ts';
import { contractNamed, type Market } from '../reference/market.ts';
import { changesBy, Exposure, lotsOfChanges } from './exposure.ts';
import { LeftOrders, type SavedLeftOrders } from './left-orders.ts';
import type { Order } from './order.ts';

export type SavedOrder = Omit<Order, 'entry' | 'contract'> & { readonly contract: string };

export interface SavedOrders {
  readonly orders: readonly SavedOrder[];
  /** For each book that is not empty, the numbers of its orders in price–time order. */
  readonly books: readonly {
    readonly contract: string;
    readonly buys: readonly number[];
    readonly sells: readonly number[];
  }[];
  readonly refs: SavedRefNumbers;
  readonly left: SavedLeftOrders;
  readonly nextSeq: number;
}

export class Orders {
  readonly #open = new Map<number, Order>();
  readonly exposure = new Exposure();
  refs: RefNumbers;
  left = new LeftOrders();
  #nextSeq = 1;

  constructor(store: ChunkStore) {
    this.refs = new RefNumbers(store);
  }

  get nextSeq(): number {
    return this.#nextSeq;
  }

  /** Only accepted orders use up numbers. */
  useSeqs(count: number): void {
    this.#nextSeq += count;
  }

  find(activeOrderSeq: number): Order | undefined {
    return this.#open.get(activeOrderSeq);
  }

  /** The open order with this number; throws VenueBug if there is none. */
  get(activeOrderSeq: number): Order {
    const order = this.#open.get(activeOrderSeq);
    if (order === undefined) throw new VenueBug(`order ${activeOrderSeq} is in a book but not open`);
    return order;
  }

  all(): IterableIterator<Order> {
    return this.#open.values();
  }

  /** The lots that a principal's open orders can deal, without the order `except`. */
  openLots(principal: string, except: number | null): number {
    const tracked = this.exposure.lotsOf(principal, except);
    if (tracked !== null) return tracked;
    let sum = 0;
    for (const order of this.#open.values())
      if (order.owner.principal === principal && order.activeOrderSeq !== except)
        sum += lotsOfChanges(changesBy(order));
    return sum;
  }

  /** Makes `openLots` of this principal cheap, at a small cost for each of its orders. */
  trackLots(principal: string): void {
    this.exposure.track(principal, this.#open.values());
  }

  /** Stores an order that is new, or whose remaining lots, account or pricing have changed. */
  put(order: Order): void {
    this.#open.set(order.activeOrderSeq, order);
    this.exposure.put(order);
  }

  remove({ activeOrderSeq }: Order): void {
    this.#open.delete(activeOrderSeq);
    this.exposure.remove(activeOrderSeq);
  }

  save(contracts: Iterable<Contract>): SavedOrders {
    const books = [...contracts].flatMap(({ name, book }) =>
      book.size === 0
        ? []
        : [
            {
              contract: name,
              buys: Array.from(book.resting('B'), ({ order }) => order),
              sells: Array.from(book.resting('S'), ({ order }) => order),
            },
          ],
    );
    const orders = Array.from(this.#open.values(), ({ entry: _entry, contract, ...order }) => ({
      ...order,
      contract: contract.name,
    }));
    return { orders, books, refs: this.refs.save(), left: this.left.save(), nextSeq: this.#nextSeq };
  }

  /** Re-resting orders in price–time order restores the same queues. `market` is null before it is opened. */
  static load(
    { orders, books, refs, left, nextSeq }: SavedOrders,
    market: Market | null,
    store: ChunkStore,
  ): Orders {
    const loaded = new Orders(store);
    loaded.refs = RefNumbers.load(refs, store);
    loaded.left = LeftOrders.load(left);
    loaded.#nextSeq = nextSeq;
    if (market === null) return loaded;
    for (const saved of orders) {
      const contract = contractNamed(market, saved.contract);
      loaded.#open.set(saved.activeOrderSeq, { ...saved, contract, entry: null });
    }
    for (const { contract, buys, sells } of books) {
      const { book, tick } = contractNamed(market, contract);
      for (const number of [...buys, ...sells]) {
        const order = loaded.get(number);
        const { side, price, remaining } = order;
        order.entry = book.rest({ order: number, side, tick: ticks(price / tick), lots: remaining });
      }
    }
    return loaded;
  }
}

export interface OrdersState extends DealsState {
  readonly orders: Orders;
}

/** The refs of each dealer, as saved. */
type SavedRefNumbers = Iterable<readonly [dealer: string, refs: readonly string[]]>;

interface RefNumbersHead {
  readonly used: IdTableHead;
  readonly stems: IdTableHead;
  /** The number of blocks in each table. The blocks of the highest numbers follow. */
  readonly blocks: readonly [used: number, stems: number];
}

/**
 * The refs that each dealer has used today, with the highest number per stem (market/orders.md, Ref numbers). The client increments the
 * number in the ref. A ref that the dealer has already used today is replaced by the next free number, which the answer contains.
 * An empty ref stays empty. The refs are outside the heap, because nearly every order of a day can have one (decision 31).
 */
export class RefNumbers {
  readonly #store: ChunkStore;
  /** The dealer, a space and the ref. */
  #used: IdTable<null>;
  /** The dealer, a space and the stem of refs with a number. */
  #stems: IdTable<null>;
  /** By the number of the stem. */
  readonly #highest = new PackedNumbers();

  constructor(store: ChunkStore = chunksInMemory) {
    this.#store = store;
    this.#used = new IdTable(store);
    this.#stems = new IdTable(store);
  }

  /** Assigns the order's ref and marks it as used. */
  take(owner: { readonly member: string; readonly dealer: string }, ref: string): string {
    return ref === '' ? '' : this.#take(`${owner.member}/${owner.dealer}`, ref);
  }

  clear(): void {
    this.#used.drop();
    this.#stems.drop();
    this.#highest.clear();
    this.#used = new IdTable(this.#store);
    this.#stems = new IdTable(this.#store);
  }

  save(): LongList<readonly [string, readonly string[]]> {
    const packed = { length: this.#used.size, bytes: () => this.#packed() };
    return new LongList(() => refsByDealer(this.#used), packed);
  }

  static load(saved: SavedRefNumbers, store: ChunkStore): RefNumbers {
    const refs = new RefNumbers(store);
    const packed = packedBytesOf(saved);
    if (packed !== null) refs.#unpack(packed);
    else for (const [dealer, used] of saved) for (const ref of used) refs.#take(dealer, ref);
    return refs;
  }

  #packed(): PackedBytes<RefNumbersHead> {
    const [used, stems, highest] = [this.#used.save(), this.#stems.save(), this.#highest.save()];
    return {
      kind: 'refs',
      head: { used: used.head, stems: stems.head, blocks: [used.blocks.length, stems.blocks.length] },
      blocks: [...used.blocks, ...stems.blocks, ...highest.blocks],
    };
  }

  #unpack({ head, blocks }: PackedBytes): void {
    const { used, stems, blocks: lengths } = head as RefNumbersHead;
    const ofStems = lengths[0] + lengths[1];
    this.#used = IdTable.load({ head: used, blocks: blocks.slice(0, lengths[0]) }, this.#store);
    this.#stems = IdTable.load({ head: stems, blocks: blocks.slice(lengths[0], ofStems) }, this.#store);
    this.#highest.load({ length: this.#stems.size }, blockReader(blocks.slice(ofStems)));
  }

  #take(dealer: string, ref: string): string {
    const { stem, digits } = split(ref);
    const isUsed = (wanted: string) => this.#used.find(`${dealer} ${wanted}`) !== undefined;
    let free = ref;
    if (isUsed(ref)) {
      let number = Math.max(this.#highestOf(dealer, stem), digits === '' ? 1 : Number(digits)) + 1;
      while (isUsed(stem + padded(number, digits))) number += 1;
      free = stem + padded(number, digits);
    }
    this.#used.add(`${dealer} ${free}`, null);
    this.#count(dealer, free);
    return free;
  }

  #highestOf(dealer: string, stem: string): number {
    const at = this.#stems.find(`${dealer} ${stem}`);
    return at === undefined ? 0 : this.#highest.at(at);
  }

  #count(dealer: string, ref: string): void {
    const { stem, digits } = split(ref);
    if (digits === '') return;
    const key = `${dealer} ${stem}`;
    const at = this.#stems.find(key) ?? this.#stems.size;
    if (at === this.#stems.size) this.#stems.add(key, null);
    this.#highest.set(at, Math.max(this.#highest.at(at), Number(digits)));
  }
}

/** Dealers in the order of their first refs, each with the refs in the order in which they were used. */
function refsByDealer(used: IdTable<null>): Iterable<readonly [string, readonly string[]]> {
  const dealers = new Map<string, string[]>();
  for (const [key] of used.entries()) {
    const space = key.indexOf(' ');
    const [dealer, ref] = [key.slice(0, space), key.slice(space + 1)];
    const refs = dealers.get(dealer);
    if (refs === undefined) dealers.set(dealer, [ref]);
    else refs.push(ref);
  }
  return dealers;
}

/** The refs of a packed list. */
export const packedRefItems = (packed: PackedBytes): Iterable<readonly [string, readonly string[]]> =>
  RefNumbers.load(new LongList(() => [], { length: 0, bytes: () => packed }), chunksInMemory).save();

/** At most nine digits count as the number; further digits belong to the stem. */
function split(ref: string): { stem: string; digits: string } {
  const digits = /\d{1,9}$/.exec(ref)?.[0] ?? '';
  return { stem: ref.slice(0, ref.length - digits.length), digits };
}

const padded = (number: number, like: string): string => String(number).padStart(like.length, '0');
