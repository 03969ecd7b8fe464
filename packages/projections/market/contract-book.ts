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
  readonly buys: VisibleOrder[] = [];
  readonly sells: VisibleOrder[] = [];

  rest(side: Side, order: VisibleOrder): void {
    const queue = this.#queue(side);
    queue.splice(firstWorse(queue, side, order.price), 0, order);
  }

  /** Sets what is left of an order; 0 takes it out. An order that is not here is left alone. */
  setLots(at: { side: Side; price: Cents; activeOrderSeq: number }, lots: number): void {
    const queue = this.#queue(at.side);
    const index = find(queue, at);
    const order = queue[index];
    if (order === undefined) return;
    if (lots > 0) order.lots = lots;
    else queue.splice(index, 1);
  }

  best(side: Side): BestPrice | null {
    const queue = this.#queue(side);
    const first = queue[0];
    if (first === undefined) return null;
    let lots = 0;
    for (let at = 0; at < queue.length && queue[at]?.price === first.price; at += 1)
      lots += queue[at]?.lots ?? 0;
    return { price: first.price, lots, member: first.member };
  }

  #queue(side: Side): VisibleOrder[] {
    return side === 'B' ? this.buys : this.sells;
  }
}

/** Index behind all orders at this price or better. */
function firstWorse(queue: readonly VisibleOrder[], side: Side, price: Cents): number {
  let low = 0;
  let high = queue.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const there = queue[middle]?.price ?? price;
    if (side === 'B' ? there >= price : there <= price) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Index of the order, -1 when it is not in the queue: searched backwards from the end of its price. */
function find(
  queue: readonly VisibleOrder[],
  at: { side: Side; price: Cents; activeOrderSeq: number },
): number {
  for (let index = firstWorse(queue, at.side, at.price) - 1; index >= 0; index -= 1) {
    const order = queue[index];
    if (order === undefined || order.price !== at.price) return -1;
    if (order.activeOrderSeq === at.activeOrderSeq) return index;
  }
  return -1;
}
