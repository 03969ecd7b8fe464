// What the market shows to a story: books, positions and the day's deals, folded from the outcomes of the floor from its
// opening on, and written as the rows that a story writes.
import {
  type BookEntry,
  cents,
  type DealMade,
  type Lots,
  lots,
  NaiveOrderBook,
  type Outcome,
  type PositionChanged,
  printBook,
  ticks,
  type VenueEvent,
} from '@openpit/venue';
import { type Cast, contractIn } from './cast.ts';
import { DealPicture } from './deal-picture.ts';
import type { KnownOrders } from './known-orders.ts';

/** Books are kept by the cent here, which fits every tick. */
const aCent = cents(1);

interface Rested {
  readonly contract: string;
  readonly entry: BookEntry;
}

export class MarketPicture {
  readonly ledger = new DealPicture();
  readonly #cast: Cast;
  readonly #orders: KnownOrders;
  readonly #books = new Map<string, NaiveOrderBook>();
  readonly #rested = new Map<number, Rested>();
  readonly #positions = new Map<number, PositionChanged>();
  #deals: DealMade[] = [];

  constructor(cast: Cast, orders: KnownOrders) {
    this.#cast = cast;
    this.#orders = orders;
  }

  apply({ events }: Outcome): void {
    for (const event of events) this.#fold(event);
  }

  /** `10 (A1 A2) 4034.80 | 4035.20 5 (D1)`: a row a price, best first; orders by their names. */
  bookRows(contract: string): string[] {
    const book = this.#books.get(contract) ?? new NaiveOrderBook();
    return printBook(book, aCent)
      .split('\n')
      .map((row) =>
        row
          .trim()
          .replace(/\s+/g, ' ')
          .replace(/\(([\d ]+)\)/g, (_, numbers: string) => `(${this.#named(numbers)})`),
      );
  }

  /** `KAND DEC26 WMAZ 10 at 4034.80, realised 200.00`: who holds or has dealt today, by account and contract. */
  positionRows(): string[] {
    return [...this.#positions.values()]
      .filter(({ net, bought, sold }) => net !== 0 || bought + sold > 0)
      .map((position) => this.#positionRow(position))
      .sort();
  }

  /** `10 DEC26 WMAZ at 4034.80, A1 from D1`: the day's deals in their order, buyer first. */
  dealRows(): string[] {
    return this.#deals.map(
      ({ lots: dealt, contract, price, buy, sell }) =>
        `${dealt} ${contract} at ${randOf(price)}, ${this.#orders.nameOf(buy.activeOrderSeq)} from ${this.#orders.nameOf(sell.activeOrderSeq)}`,
    );
  }

  #positionRow({ principal, subAccount, contract, net, cost, realised }: PositionChanged): string {
    const account = subAccount === null ? principal : `${principal}/${subAccount}`;
    const average = net === 0 ? '' : ` at ${averageOf(cost / net)}`;
    const profit = realised * (contractIn(this.#cast, contract)?.tons ?? 1);
    return `${account} ${contract} ${net}${average}${profit === 0 ? '' : `, realised ${randOf(profit)}`}`;
  }

  #named(numbers: string): string {
    return numbers
      .split(' ')
      .map((number) => this.#orders.nameOf(Number(number)))
      .join(' ');
  }

  #fold(event: VenueEvent): void {
    this.ledger.fold(event);
    switch (event.kind) {
      case 'orderRested': {
        const { activeOrderSeq: order, contract, side, price, lots: rests } = event;
        const book = this.#books.get(contract) ?? new NaiveOrderBook();
        this.#books.set(contract, book);
        const entry = book.rest({ order, side, tick: ticks(price), lots: rests });
        this.#rested.set(order, { contract, entry });
        break;
      }
      case 'dealMade': {
        const { activeOrderSeq, left } = event.aggressor === 'B' ? event.sell : event.buy;
        this.#deals.push(event);
        // What a package prints in other contracts was taken from its order once, as the package.
        if (event.origin === 'screen' || event.origin === 'package') this.#leave(activeOrderSeq, left);
        break;
      }
      case 'dealCancelled':
        this.#deals = this.#deals.filter(({ matchSeq }) => matchSeq !== event.matchSeq);
        break;
      case 'dealRepriced': {
        const { matchSeq, newPrice: price } = event;
        this.#deals = this.#deals.map((deal) => (deal.matchSeq === matchSeq ? { ...deal, price } : deal));
        break;
      }
      case 'orderJoinedAuction':
      case 'orderHeldOver':
        this.#leave(event.activeOrderSeq, 0);
        break;
      case 'orderReduced':
        this.#leave(event.activeOrderSeq, event.left);
        break;
      case 'orderSuspended':
      case 'orderDeleted':
      case 'orderExpired':
        this.#leave(event.activeOrderSeq, 0);
        break;
      case 'positionChanged':
        this.#positions.set(event.positionSeq, event);
        break;
      case 'dayEnded':
        this.#deals = [];
        break;
    }
  }

  /** So much of the order stays in the book, if it rests there at all. */
  #leave(activeOrderSeq: number, left: Lots | 0): void {
    const rested = this.#rested.get(activeOrderSeq);
    const book = rested === undefined ? undefined : this.#books.get(rested.contract);
    if (rested === undefined || book === undefined) return;
    if (left > 0) book.reduce(rested.entry, lots(left));
    else {
      book.remove(rested.entry);
      this.#rested.delete(activeOrderSeq);
    }
  }
}

/** Rand of cents: `4035.20`. */
export const randOf = (amount: number): string => (amount / 100).toFixed(2);

/** An average of whole cents with two decimals, any other with four. */
const averageOf = (amount: number): string => (amount / 100).toFixed(Number.isInteger(amount) ? 2 : 4);
