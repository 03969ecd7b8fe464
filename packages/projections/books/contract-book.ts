// A contract's resting orders as everyone may see them, in price–time order, folded from events. Depth, best
// bid and best offer are read from it. It is not the venue's own book.
import type { Price, Side } from '@openpit/venue';

export interface VisibleOrder {
  readonly activeOrderSeq: number;
  readonly member: string;
  readonly price: Price;
  lots: number;
}

export interface BestPrice {
  readonly price: Price;
  readonly lots: number;
  /** Member of the oldest order at the price. */
  readonly member: string;
}

export class ContractBook {
  /** For ContractBooks only: whether the book has changed since its followers were notified. */
  isChanged = false;
  readonly #buys = new BookSide('B');
  readonly #sells = new BookSide('S');

  /** Best first; must not be changed. */
  get buys(): readonly VisibleOrder[] {
    return this.#buys.orders;
  }

  /** Best first; must not be changed. */
  get sells(): readonly VisibleOrder[] {
    return this.#sells.orders;
  }

  get isEmpty(): boolean {
    return this.#buys.isEmpty && this.#sells.isEmpty;
  }

  rest(side: Side, order: VisibleOrder): void {
    this.#sideOf(side).add(order);
  }

  /** Sets what is left of an order; 0 removes it. An order that is not here is ignored. */
  setLots(at: { side: Side; price: Price; activeOrderSeq: number }, lots: number): void {
    this.#sideOf(at.side).setLots(at.price, at.activeOrderSeq, lots);
  }

  best(side: Side): BestPrice | null {
    return this.#sideOf(side).best();
  }

  #sideOf(side: Side): BookSide {
    return side === 'B' ? this.#buys : this.#sells;
  }
}

/** The orders at one price, oldest first, and the sum of their lots. */
interface Level {
  readonly price: Price;
  readonly orders: VisibleOrder[];
  lots: number;
}

/** One side of the book. Orders are found by their price; the list of all orders is made when depth asks for it. */
class BookSide {
  /** Best first. */
  readonly #levels: Level[] = [];
  readonly #sign: 1 | -1;
  /** `null` if the list must be rebuilt. */
  #orders: readonly VisibleOrder[] | null = null;

  constructor(side: Side) {
    this.#sign = side === 'B' ? -1 : 1;
  }

  get isEmpty(): boolean {
    return this.#levels.length === 0;
  }

  get orders(): readonly VisibleOrder[] {
    this.#orders ??= this.#levels.flatMap(({ orders }) => orders);
    return this.#orders;
  }

  add(order: VisibleOrder): void {
    this.#orders = null;
    const { price, lots } = order;
    const at = this.#placeOf(price);
    const level = this.#levels[at];
    if (level?.price === price) {
      level.orders.push(order);
      level.lots += lots;
    } else insertAt(this.#levels, at, { price, orders: [order], lots });
  }

  setLots(price: Price, activeOrderSeq: number, lots: number): void {
    const place = this.#placeOf(price);
    const level = this.#levels[place];
    if (level?.price !== price) return;
    const { orders } = level;
    let at = 0;
    while (at < orders.length && orders[at]?.activeOrderSeq !== activeOrderSeq) at += 1;
    const order = orders[at];
    if (order === undefined) return;
    level.lots += lots - order.lots;
    if (lots > 0) {
      order.lots = lots;
      return;
    }
    this.#orders = null;
    if (orders.length > 1) removeAt(orders, at);
    else removeAt(this.#levels, place);
  }

  best(): BestPrice | null {
    const level = this.#levels[0];
    const first = level?.orders[0];
    return level === undefined || first === undefined
      ? null
      : { price: level.price, lots: level.lots, member: first.member };
  }

  /** Index of the first level at this price or a worse one. */
  #placeOf(price: Price): number {
    const levels = this.#levels;
    const rank = price * this.#sign;
    let low = 0;
    let high = levels.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const level = levels[middle];
      if (level !== undefined && level.price * this.#sign < rank) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

// Like `splice`, but without allocating a list of the removed items.

function insertAt<Item>(items: Item[], at: number, item: Item): void {
  items.push(item);
  for (let to = items.length - 1; to > at; to -= 1) items[to] = items[to - 1] as Item;
  items[at] = item;
}

function removeAt<Item>(items: Item[], at: number): void {
  for (let from = at + 1; from < items.length; from += 1) items[from - 1] = items[from] as Item;
  items.pop();
}
