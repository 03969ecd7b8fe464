// The books of all contracts, folded from events. Scenarios and the simulator also use them.
import { type DealMade, type OrderPlace, otherSide, type VenueEvent } from '@openpit/venue';
import type { EventHandlers, Projection } from '../kernel/projection.ts';
import { ContractBook, type VisibleOrder } from './contract-book.ts';

type SavedBooks = readonly {
  readonly contract: string;
  readonly buys: readonly VisibleOrder[];
  readonly sells: readonly VisibleOrder[];
}[];

export class ContractBooks implements Projection {
  readonly #books = new Map<string, ContractBook>();
  /** The contracts whose books have changed since followers were last notified. */
  #changed: string[] = [];
  readonly #followers: ((contract: string) => void)[] = [];

  readonly on: EventHandlers = {
    orderRested: ({ activeOrderSeq, member, price, lots, side, contract }) => {
      const book = this.of(contract);
      book.rest(side, { activeOrderSeq, member, price, lots });
      this.#mark(book, contract);
    },
    dealMade: (deal) => this.#deal(deal),
    orderReduced: (event) => {
      if (event.rested) this.#setLots(event, event.left);
    },
    orderJoinedAuction: (event) => this.#setLots(event, 0),
    orderHeldOver: (event) => this.#leave(event),
    orderSuspended: (event) => this.#leave(event),
    orderDeleted: (event) => this.#leave(event),
    orderExpired: (event) => this.#leave(event),
  };

  /** Folds one event, for callers without a list of projections. */
  apply(event: VenueEvent): void {
    const handle = this.on[event.kind] as ((event: VenueEvent) => void) | undefined;
    handle?.(event);
  }

  /** Adds a follower: `touch` is called for each changed book by `notifyFollowers`. */
  follow(touch: (contract: string) => void): void {
    this.#followers.push(touch);
  }

  /** Publishers call this before they publish, so that a busy book costs each follower one call. */
  notifyFollowers(): void {
    if (this.#changed.length === 0) return;
    const changed = this.#changed;
    this.#changed = [];
    for (const contract of changed) {
      this.of(contract).isChanged = false;
      for (const touch of this.#followers) touch(contract);
    }
  }

  of(contract: string): ContractBook {
    let book = this.#books.get(contract);
    if (book === undefined) {
      book = new ContractBook();
      this.#books.set(contract, book);
    }
    return book;
  }

  save(): SavedBooks {
    return [...this.#books]
      .filter(([, book]) => !book.isEmpty)
      .map(([contract, { buys, sells }]) => ({ contract, buys, sells }));
  }

  load(saved: SavedBooks): void {
    this.#books.clear();
    for (const { contract, buys, sells } of saved) {
      const book = this.of(contract);
      for (const order of buys) book.rest('B', order);
      for (const order of sells) book.rest('S', order);
      this.#mark(book, contract);
    }
  }

  #deal({ contract, aggressor, price, buy, sell }: DealMade): void {
    // In a call auction both orders waited outside the visible book.
    if (aggressor === null) return;
    const side = otherSide(aggressor);
    const { activeOrderSeq, left } = aggressor === 'B' ? sell : buy;
    this.#setLots({ contract, side, price, activeOrderSeq }, left);
  }

  #leave(place: OrderPlace): void {
    if (place.rested) this.#setLots(place, 0);
  }

  #setLots(order: Pick<OrderPlace, 'contract' | 'side' | 'price' | 'activeOrderSeq'>, lots: number): void {
    const book = this.of(order.contract);
    book.setLots(order, lots);
    this.#mark(book, order.contract);
  }

  #mark(book: ContractBook, contract: string): void {
    if (book.isChanged) return;
    book.isChanged = true;
    this.#changed.push(contract);
  }
}
