// All open orders (resting, suspended or held over), the refs used today, and the exposure of accounts with limits.
import type { Contract } from '../contracts/contract.ts';
import type { DealsState } from '../deals/deal-ledger.ts';
import { VenueBug } from '../kernel/assert.ts';
import { ticks } from '../kernel/units.ts';
import { contractNamed, type Market } from '../reference/market.ts';
import { Exposure } from './exposure.ts';
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
  refs = new RefNumbers();
  left = new LeftOrders();
  #nextSeq = 1;

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
  static load({ orders, books, refs, left, nextSeq }: SavedOrders, market: Market | null): Orders {
    const loaded = new Orders();
    loaded.refs = RefNumbers.load(refs);
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
export type SavedRefNumbers = readonly (readonly [string, readonly string[]])[];

/**
 * The refs that each dealer has used today, with the highest number per stem (market/orders.md, Ref numbers). The client increments the
 * number in the ref. A ref that the dealer has already used today is replaced by the next free number, which the answer contains.
 * An empty ref stays empty.
 */
export class RefNumbers {
  #used = new Map<string, Set<string>>();
  #highest = new Map<string, number>();

  /** Assigns the order's ref and marks it as used. */
  take(owner: { readonly member: string; readonly dealer: string }, ref: string): string {
    return ref === '' ? '' : this.#take(`${owner.member}/${owner.dealer}`, ref);
  }

  clear(): void {
    this.#used = new Map();
    this.#highest = new Map();
  }

  save(): SavedRefNumbers {
    return [...this.#used].map(([dealer, refs]) => [dealer, [...refs]]);
  }

  static load(saved: SavedRefNumbers): RefNumbers {
    const refs = new RefNumbers();
    for (const [dealer, used] of saved) for (const ref of used) refs.#take(dealer, ref);
    return refs;
  }

  #take(dealer: string, ref: string): string {
    const used = this.#used.get(dealer) ?? new Set();
    this.#used.set(dealer, used);
    const free = used.has(ref) ? this.#nextFree(dealer, ref, used) : ref;
    used.add(free);
    this.#count(dealer, free);
    return free;
  }

  #nextFree(dealer: string, ref: string, used: ReadonlySet<string>): string {
    const { stem, digits } = split(ref);
    let number =
      Math.max(this.#highest.get(`${dealer} ${stem}`) ?? 0, digits === '' ? 1 : Number(digits)) + 1;
    while (used.has(stem + padded(number, digits))) number += 1;
    return stem + padded(number, digits);
  }

  #count(dealer: string, ref: string): void {
    const { stem, digits } = split(ref);
    if (digits === '') return;
    const key = `${dealer} ${stem}`;
    this.#highest.set(key, Math.max(this.#highest.get(key) ?? 0, Number(digits)));
  }
}

/** At most nine digits count as the number; further digits belong to the stem. */
function split(ref: string): { stem: string; digits: string } {
  const digits = /\d{1,9}$/.exec(ref)?.[0] ?? '';
  return { stem: ref.slice(0, ref.length - digits.length), digits };
}

const padded = (number: number, like: string): string => String(number).padStart(like.length, '0');
