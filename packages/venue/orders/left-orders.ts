// The orders on futures that have left the books in the last minutes. The MTM looks at the book at a moment drawn from the last
// minutes of trading, which is known only when they are over (market.md, MTM). Only orders count that had rested long enough.
import type { Side } from '@openpit/terms';
import type { EpochMs, Price } from '../kernel/units.ts';
import type { MarkRules } from '../reference/reference-data.ts';
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

export class LeftOrders {
  /** In the order in which they left. */
  #left: LeftOrder[] = [];
  /** The first of them that is still remembered. */
  #first = 0;

  /** Remembers an order that leaves its book now, if it could count at a closing moment. On the order path. */
  note({ contract, side, price, queuedAt }: Order, now: EpochMs, rules: MarkRules): void {
    if (contract.kind !== 'future' || now - queuedAt < rules.standingSeconds * 1000) return;
    if (rules.closingMinutes === 0) return;
    this.#left.push({ index: contract.index, side, price, from: queuedAt, to: now });
    const oldest = now - rules.closingMinutes * 60_000;
    while ((this.#left[this.#first]?.to ?? now) <= oldest) this.#first += 1;
    if (2 * this.#first > this.#left.length) {
      this.#left = this.#left.slice(this.#first);
      this.#first = 0;
    }
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
    this.#first = 0;
  }

  save(): SavedLeftOrders {
    return this.#left.slice(this.#first);
  }

  static load(saved: SavedLeftOrders): LeftOrders {
    const loaded = new LeftOrders();
    loaded.#left = [...saved];
    return loaded;
  }
}
