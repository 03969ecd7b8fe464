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
  readonly #levels = new Map<Price, Level>();
  /** Best first. */
  readonly #sorted: Level[] = [];
  readonly #sign: 1 | -1;
  /** Null when the list must be made again. */
  #orders: readonly VisibleOrder[] | null = null;

  constructor(side: Side) {
    this.#sign = side === 'B' ? -1 : 1;
  }

  get isEmpty(): boolean {
    return this.#sorted.length === 0;
  }

  get orders(): readonly VisibleOrder[] {
    this.#orders ??= this.#sorted.flatMap(({ orders }) => orders);
    return this.#orders;
  }

  add(order: VisibleOrder): void {
    this.#orders = null;
    const level = this.#levels.get(order.price);
    if (level !== undefined) {
      level.orders.push(order);
      level.lots += order.lots;
      return;
    }
    const made: Level = { price: order.price, orders: [order], lots: order.lots };
    this.#levels.set(order.price, made);
    this.#sorted.splice(this.#placeOf(order.price), 0, made);
  }

  setLots(price: Price, activeOrderSeq: number, lots: number): void {
    const level = this.#levels.get(price);
    if (level === undefined) return;
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
    if (orders.length > 1) {
      orders.splice(at, 1);
      return;
    }
    this.#levels.delete(price);
    this.#sorted.splice(this.#placeOf(price), 1);
  }

  best(): BestPrice | null {
    const level = this.#sorted[0];
    const first = level?.orders[0];
    return level === undefined || first === undefined
      ? null
      : { price: level.price, lots: level.lots, member: first.member };
  }

  /** Index of the first level at this price or a worse one. */
  #placeOf(price: Price): number {
    const sorted = this.#sorted;
    const rank = price * this.#sign;
    let low = 0;
    let high = sorted.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const level = sorted[middle];
      if (level !== undefined && level.price * this.#sign < rank) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
