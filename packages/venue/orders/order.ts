// An order that may still deal: resting in its contract's book, or suspended by its dealer.
import type { OrderOwner, OrderPlace } from '../events.ts';
import type { Cents, EpochMs, Lots, OrderType, Side } from '../kernel/units.ts';
import type { BookEntry } from '../order-book/order-book.ts';

export interface Order {
  readonly activeOrderSeq: number;
  readonly contract: string;
  readonly side: Side;
  readonly type: OrderType;
  lots: Lots;
  price: Cents;
  owner: OrderOwner;
  remaining: Lots;
  /** The other side of a two-way quote that goes when this one is filled; null when there is none. */
  cancels: number | null;
  /** When it took its place in the queue. */
  queuedAt: EpochMs;
  /** Its place in the book; null while it is suspended. */
  entry: BookEntry | null;
}

/** Where the order stands now; taken before it is moved, told after. */
export function placeOf(order: Order): OrderPlace {
  return {
    activeOrderSeq: order.activeOrderSeq,
    contract: order.contract,
    side: order.side,
    price: order.price,
    lots: order.remaining,
    member: order.owner.member,
    rested: order.entry !== null,
  };
}
