// Remembers orders on futures that have left the books in the last minutes. The MTM uses the book at a moment drawn from the last
// minutes of trading, which is known only afterwards (market/money.md, MTM). Only orders that had rested long enough count.
import type { Side } from '@openpit/terms';
import { asPrice, type EpochMs, epochMs, type Price } from '../kernel/units.ts';
import type { MarkRules } from '../reference/reference-data.ts';
import type { Order } from './order.ts';

interface LeftOrder {
  /** The index of the contract. */
  readonly index: number;
  readonly side: Side;
  readonly price: Price;
  /** When it took its place, and when it left. */
  readonly from: EpochMs;
  readonly to: EpochMs;
}

export type SavedLeftOrders = readonly LeftOrder[];

/** The numbers of an order in the list: index, side, price, from, to. */
const width = 5;

/** A flat list of numbers, because an object per order would burden the garbage collector. */
export class LeftOrders {
  /** In the order in which they left. */
  #left: number[] = [];
  /** Where the first remembered order starts. */
  #first = 0;
  /** The remembered orders by contract; null if the list has changed since. */
  #byContract: Map<number, LeftOrder[]> | null = null;

  /** Remembers an order that leaves its book now if it could count at a closing moment. This is on the order path. */
  note({ contract, side, price, queuedAt }: Order, now: EpochMs, rules: MarkRules): void {
    if (contract.kind !== 'future' || now - queuedAt < rules.standingSeconds * 1000) return;
    if (rules.closingMinutes === 0) return;
    this.#push({ index: contract.index, side, price, from: queuedAt, to: now });
    const oldest = now - rules.closingMinutes * 60_000;
    while ((this.#left[this.#first + 4] ?? now) <= oldest) this.#first += width;
    if (2 * this.#first > this.#left.length) {
      this.#left = this.#left.slice(this.#first);
      this.#first = 0;
    }
  }

  /** The best price among orders that were in the book at the moment and had been there since `since`, or null. */
  best(index: number, side: Side, { moment, since }: { moment: number; since: number }): Price | null {
    this.#byContract ??= byContract(this.#remembered());
    let best: Price | null = null;
    for (const left of this.#byContract.get(index) ?? []) {
      if (left.side !== side || left.from > since || left.to <= moment) continue;
      if (best === null || (side === 'B' ? left.price > best : left.price < best)) best = left.price;
    }
    return best;
  }

  clear(): void {
    this.#left = [];
    this.#first = 0;
    this.#byContract = null;
  }

  save(): SavedLeftOrders {
    return [...this.#remembered()];
  }

  static load(saved: SavedLeftOrders): LeftOrders {
    const loaded = new LeftOrders();
    for (const left of saved) loaded.#push(left);
    return loaded;
  }

  #push({ index, side, price, from, to }: LeftOrder): void {
    this.#left.push(index, side === 'B' ? 0 : 1, price, from, to);
    this.#byContract = null;
  }

  *#remembered(): Generator<LeftOrder> {
    for (let at = this.#first; at < this.#left.length; at += width) {
      const [index = 0, side, price = 0, from = 0, to = 0] = this.#left.slice(at, at + width);
      yield {
        index,
        side: side === 0 ? 'B' : 'S',
        price: asPrice(price),
        from: epochMs(from),
        to: epochMs(to),
      };
    }
  }
}

function byContract(all: Iterable<LeftOrder>): Map<number, LeftOrder[]> {
  const lists = new Map<number, LeftOrder[]>();
  for (const left of all) {
    const list = lists.get(left.index);
    if (list === undefined) lists.set(left.index, [left]);
    else list.push(left);
  }
  return lists;
}
