// The orders on futures that have left the books in the last minutes. The MTM looks at the book at a moment drawn from the last
// minutes of trading, which is known only when they are over (market.md, MTM). Only orders count that had rested long enough.
import type { Side } from '@openpit/terms';
import type { EpochMs, Price } from '../kernel/units.ts';
import type { Order } from './order.ts';

interface LeftOrder {
  /** Of the contract. */
  readonly index: number;
  readonly side: Side;
  readonly price: Price;
  /** When it took its place, and when it left. */
  readonly from: EpochMs;
  readonly to: EpochMs;
}

export type SavedLeftOrders = readonly LeftOrder[];

/** Entries beyond this number are checked for their age. */
const checkedAbove = 64;

export class LeftOrders {
  /** In the order in which they left. */
  #left: LeftOrder[] = [];

  /** `standingMs`: how long an order must have rested to count; `windowMs`: how long it is remembered. */
  note(order: Order, now: EpochMs, { standingMs, windowMs }: { standingMs: number; windowMs: number }): void {
    const { contract, side, price, queuedAt } = order;
    if (contract.kind !== 'future' || now - queuedAt < standingMs || windowMs === 0) return;
    const [oldest] = this.#left;
    if (this.#left.length >= checkedAbove && oldest !== undefined && oldest.to <= now - windowMs)
      this.#left = this.#left.filter(({ to }) => to > now - windowMs);
    this.#left.push({ index: contract.index, side, price, from: queuedAt, to: now });
  }

  /** The best price of the orders that were in the book at the moment, and had been since `since`; null without one. */
  best(index: number, side: Side, { moment, since }: { moment: number; since: number }): Price | null {
    let best: Price | null = null;
    for (const left of this.#left) {
      if (left.index !== index || left.side !== side || left.from > since || left.to <= moment) continue;
      if (best === null || (side === 'B' ? left.price > best : left.price < best)) best = left.price;
    }
    return best;
  }

  clear(): void {
    this.#left = [];
  }

  save(): SavedLeftOrders {
    return [...this.#left];
  }

  static load(saved: SavedLeftOrders): LeftOrders {
    const loaded = new LeftOrders();
    loaded.#left = [...saved];
    return loaded;
  }
}
