// Where own orders stand in the queues that everybody sees: the place at their price and the lots that deal before them. Worked out
// for the books that changed when somebody asks, never on the way of an order.
import type { ContractBooks } from '../market/contract-books.ts';

export interface QueuePlace {
  readonly queuePosition: number;
  readonly lotsAhead: number;
}

export class QueuePlaces {
  readonly #books: ContractBooks;
  readonly #touched = new Set<string>();

  constructor(books: ContractBooks) {
    this.#books = books;
  }

  /** Takes note that the book of this contract has changed. */
  touch(contract: string): void {
    this.#touched.add(contract);
  }

  /** The places of all orders in the books that changed since the last call, by order number: a book at a time, as they are asked for. */
  *takePlaces(): Generator<Map<number, QueuePlace>> {
    for (const contract of this.#touched) {
      this.#touched.delete(contract);
      const places = new Map<number, QueuePlace>();
      const { buys, sells } = this.#books.of(contract);
      for (const queue of [buys, sells]) {
        let [price, queuePosition, lotsAhead] = [Number.NaN, 0, 0];
        for (const order of queue) {
          queuePosition = order.price === price ? queuePosition + 1 : 1;
          price = order.price;
          places.set(order.activeOrderSeq, { queuePosition, lotsAhead });
          lotsAhead += order.lots;
        }
      }
      yield places;
    }
  }
}
