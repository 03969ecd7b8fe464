// The places of orders in the visible queues: the position at their price, and the lots ahead of them. Computed on request for
// changed books, never on the order path.
import type { ContractBooks } from './contract-books.ts';

export interface QueuePlace {
  readonly queuePosition: number;
  readonly lotsAhead: number;
}

export class QueuePlaces {
  readonly #books: ContractBooks;
  readonly #changed = new Set<string>();

  constructor(books: ContractBooks) {
    this.#books = books;
    books.follow((contract) => this.#changed.add(contract));
  }

  /** The places of all orders in the books that changed since the last call, by order number, one book per step. */
  *takePlaces(): Generator<Map<number, QueuePlace>> {
    this.#books.notifyFollowers();
    for (const contract of this.#changed) {
      this.#changed.delete(contract);
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
