// All open orders: resting, suspended or held over. With them the refs of the day and the exposure of limited accounts.
import type { Contract } from '../contracts/contract.ts';
import type { DealsState } from '../deals/deal-ledger.ts';
import { VenueBug } from '../kernel/assert.ts';
import { ticks } from '../kernel/units.ts';
import { contractNamed, type Market } from '../reference/market.ts';
import { Exposure } from './exposure.ts';
import { LeftOrders, type SavedLeftOrders } from './left-orders.ts';
import type { Order } from './order.ts';
import { RefNumbers, type SavedRefNumbers } from './ref-numbers.ts';

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

  /** The number that the next order gets. */
  get nextSeq(): number {
    return this.#nextSeq;
  }

  /** Numbers are used up by accepted orders only. */
  useSeqs(count: number): void {
    this.#nextSeq += count;
  }

  find(activeOrderSeq: number): Order | undefined {
    return this.#open.get(activeOrderSeq);
  }

  /** An order that must be open; throws VenueBug when it is not. */
  get(activeOrderSeq: number): Order {
    const order = this.#open.get(activeOrderSeq);
    if (order === undefined) throw new VenueBug(`order ${activeOrderSeq} is in a book but not open`);
    return order;
  }

  all(): IterableIterator<Order> {
    return this.#open.values();
  }

  /** Keeps an order that is open from now on, or whose remaining lots, account or pricing have changed. */
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

  /** Orders rest again in price–time order, which restores the same queues. `market`: null before it is opened. */
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
