// A contract's resting orders as everyone may see them, in price–time order, folded from events: what depth shows and
// where best bid and offer come from. Not the venue's book: that one nobody sees.
import type { Cents, Side } from '@openpit/venue';

export interface VisibleOrder {
  readonly activeOrderSeq: number;
  readonly member: string;
  readonly price: Cents;
  lots: number;
}

export interface BestPrice {
  readonly price: Cents;
  readonly lots: number;
  /** Member of the oldest order at the price. */
  readonly member: string;
}

export class ContractBook {
  readonly #buys = new Queue('B');
  readonly #sells = new Queue('S');

  /** Best first; not to be changed. */
  get buys(): readonly VisibleOrder[] {
    return this.#buys.orders;
  }

  /** Best first; not to be changed. */
  get sells(): readonly VisibleOrder[] {
    return this.#sells.orders;
  }

  rest(side: Side, order: VisibleOrder): void {
    this.#queue(side).add(order);
  }

  /** Sets what is left of an order; 0 takes it out. An order that is not here is left alone. */
  setLots(at: { side: Side; price: Cents; activeOrderSeq: number }, lots: number): void {
    this.#queue(at.side).setLots(at.price, at.activeOrderSeq, lots);
  }

  best(side: Side): BestPrice | null {
    const queue = this.#queue(side).orders;
    const first = queue[0];
    if (first === undefined) return null;
    let lots = 0;
    for (let at = 0; at < queue.length && queue[at]?.price === first.price; at += 1)
      lots += queue[at]?.lots ?? 0;
    return { price: first.price, lots, member: first.member };
  }

  #queue(side: Side): Queue {
    return side === 'B' ? this.#buys : this.#sells;
  }
}

/** One side of the book. The prices are kept once more in a row of their own: a search looks at nothing else, which is what it costs. */
class Queue {
  readonly orders: VisibleOrder[] = [];
  readonly #ranks: number[] = [];
  readonly #sign: 1 | -1;

  constructor(side: Side) {
    this.#sign = side === 'B' ? -1 : 1;
  }

  add(order: VisibleOrder): void {
    const rank = order.price * this.#sign;
    const at = this.#behind(rank);
    if (at === this.orders.length) {
      this.orders.push(order);
      this.#ranks.push(rank);
    } else {
      this.orders.splice(at, 0, order);
      this.#ranks.splice(at, 0, rank);
    }
  }

  setLots(price: Cents, activeOrderSeq: number, lots: number): void {
    const at = this.#find(price * this.#sign, activeOrderSeq);
    const order = this.orders[at];
    if (order === undefined) return;
    if (lots > 0) {
      order.lots = lots;
      return;
    }
    this.orders.splice(at, 1);
    this.#ranks.splice(at, 1);
  }

  /** Index behind all orders of this rank or a better one. */
  #behind(rank: number): number {
    let low = 0;
    let high = this.#ranks.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#ranks[middle] ?? rank) <= rank) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Index of the order, -1 when it is not in the queue: searched backwards from the end of its price. */
  #find(rank: number, activeOrderSeq: number): number {
    for (let at = this.#behind(rank) - 1; at >= 0 && this.#ranks[at] === rank; at -= 1)
      if (this.orders[at]?.activeOrderSeq === activeOrderSeq) return at;
    return -1;
  }
}
