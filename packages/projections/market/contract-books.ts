// The books of all contracts, folded from events.
import type { VenueEvent } from '@openpit/venue';
import { ContractBook, type VisibleOrder } from './contract-book.ts';

export type SavedBooks = readonly {
  readonly contract: string;
  readonly buys: readonly VisibleOrder[];
  readonly sells: readonly VisibleOrder[];
}[];

export class ContractBooks {
  readonly #books = new Map<string, ContractBook>();

  of(contract: string): ContractBook {
    let book = this.#books.get(contract);
    if (book === undefined) {
      book = new ContractBook();
      this.#books.set(contract, book);
    }
    return book;
  }

  /** Folds one event in; returns the contract whose book it changed, or null. */
  apply(event: VenueEvent): string | null {
    switch (event.kind) {
      case 'orderRested': {
        const { activeOrderSeq, member, price, lots, side, contract } = event;
        this.of(contract).rest(side, { activeOrderSeq, member, price, lots });
        return contract;
      }
      case 'dealMade': {
        // Who waited for an opening rests nowhere that anyone could see.
        if (event.aggressor === null) return event.contract;
        // The resting order is on the side that did not come and take; its price is the deal's.
        const side = event.aggressor === 'B' ? 'S' : 'B';
        const { activeOrderSeq, left } = event.aggressor === 'B' ? event.sell : event.buy;
        this.of(event.contract).setLots({ side, price: event.price, activeOrderSeq }, left);
        return event.contract;
      }
      case 'orderReduced':
        if (!event.rested) return null;
        this.of(event.contract).setLots(event, event.left);
        return event.contract;
      case 'orderJoinedAuction':
        this.of(event.contract).setLots(event, 0);
        return event.contract;
      case 'orderHeldOver':
      case 'orderSuspended':
      case 'orderDeleted':
      case 'orderExpired':
        if (!event.rested) return null;
        this.of(event.contract).setLots(event, 0);
        return event.contract;
      default:
        return null;
    }
  }

  save(): SavedBooks {
    return [...this.#books]
      .map(([contract, { buys, sells }]) => ({ contract, buys, sells }))
      .filter(({ buys, sells }) => buys.length + sells.length > 0);
  }

  load(saved: SavedBooks): void {
    this.#books.clear();
    for (const { contract, buys, sells } of saved) {
      const book = this.of(contract);
      for (const order of buys) book.rest('B', { ...order });
      for (const order of sells) book.rest('S', { ...order });
    }
  }
}
