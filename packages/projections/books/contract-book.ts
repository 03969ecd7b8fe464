// A contract's visible resting orders in price–time order, folded from events. Depth, best bid and best offer are read from it. It is
// separate from the venue's own book.
import { asPrice, type Price, type Side } from '@openpit/venue';

export interface VisibleOrder {
  readonly activeOrderSeq: number;
  readonly member: string;
  readonly price: Price;
  readonly lots: number;
}

interface BestPrice {
  readonly price: Price;
  readonly lots: number;
  /** Member of the oldest order at the price. */
  readonly member: string;
}

export class ContractBook {
  /** Used by ContractBooks only: true if the book has changed since its followers were notified. */
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

  /** Sets the remaining lots of an order; 0 removes it. An order that is not here is ignored. */
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

/** The number of values that a side keeps of each order: price, activeOrderSeq, lots. */
const width = 3;
/** Number of orders from which `splice` shifts them faster than a loop. */
const longShift = 200;

/**
 * One side of the book. It keeps the orders as a list of numbers, because one object per order makes garbage collection expensive. The
 * objects are created when the list of orders is read.
 */
class BookSide {
  /** Best first, and oldest first at one price. */
  readonly #numbers: number[] = [];
  /** In the same order. */
  readonly #members: string[] = [];
  readonly #sign: 1 | -1;
  /** `null` if the list must be rebuilt. */
  #orders: readonly VisibleOrder[] | null = null;

  constructor(side: Side) {
    this.#sign = side === 'B' ? -1 : 1;
  }

  get isEmpty(): boolean {
    return this.#members.length === 0;
  }

  get orders(): readonly VisibleOrder[] {
    this.#orders ??= this.#members.map((member, place) => {
      const at = place * width;
      return {
        activeOrderSeq: this.#at(at + 1),
        member,
        price: asPrice(this.#at(at)),
        lots: this.#at(at + 2),
      };
    });
    return this.#orders;
  }

  add({ activeOrderSeq, member, price, lots }: VisibleOrder): void {
    this.#orders = null;
    const numbers = this.#numbers;
    const members = this.#members;
    // Prices are integers: the first order at a worse price is the first that is worse by one or more.
    const place = this.#placeOf(price * this.#sign + 1);
    const at = place * width;
    if (members.length - place > longShift) {
      numbers.splice(at, 0, price, activeOrderSeq, lots);
      members.splice(place, 0, member);
      return;
    }
    numbers.push(0, 0, 0);
    for (let to = numbers.length - 1; to >= at + width; to -= 1) numbers[to] = numbers[to - width] as number;
    numbers[at] = price;
    numbers[at + 1] = activeOrderSeq;
    numbers[at + 2] = lots;
    members.push(member);
    for (let to = members.length - 1; to > place; to -= 1) members[to] = members[to - 1] as string;
    members[place] = member;
  }

  setLots(price: Price, activeOrderSeq: number, lots: number): void {
    const numbers = this.#numbers;
    const first = this.#placeOf(price * this.#sign);
    let at = first * width;
    while (numbers[at] === price && numbers[at + 1] !== activeOrderSeq) at += width;
    if (numbers[at] !== price) return;
    this.#orders = null;
    if (lots > 0) {
      numbers[at + 2] = lots;
      return;
    }
    const members = this.#members;
    if (members.length - at / width > longShift) {
      numbers.splice(at, width);
      members.splice(at / width, 1);
      return;
    }
    for (let from = at + width; from < numbers.length; from += 1)
      numbers[from - width] = numbers[from] as number;
    for (let from = at / width + 1; from < members.length; from += 1)
      members[from - 1] = members[from] as string;
    for (let left = width; left > 0; left -= 1) numbers.pop();
    members.pop();
  }

  best(): BestPrice | null {
    const [member] = this.#members;
    if (member === undefined) return null;
    const price = this.#at(0);
    let lots = 0;
    for (let at = 0; this.#numbers[at] === price; at += width) lots += this.#at(at + 2);
    return { price: asPrice(price), lots, member };
  }

  #at(index: number): number {
    return this.#numbers[index] as number;
  }

  /** The place of the first order whose price, times the sign, is at least `rank`. */
  #placeOf(rank: number): number {
    const numbers = this.#numbers;
    let low = 0;
    let high = this.#members.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((numbers[middle * width] as number) * this.#sign < rank) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
