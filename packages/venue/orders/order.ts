// An order that may still deal: resting in its contract's book, or suspended by its dealer.
import type { OrderOwner, OrderPlace } from '../events.ts';
import type { IsoDate } from '../kernel/civil-date.ts';
import type { Cents, EpochMs, Lots, OrderType, Side } from '../kernel/units.ts';
import type { OptionPricing } from '../options/option-terms.ts';
import type { BookEntry } from '../order-book/order-book.ts';

export interface Order {
  readonly activeOrderSeq: number;
  readonly contract: string;
  readonly side: Side;
  readonly type: OrderType;
  lots: Lots;
  price: Cents;
  /** How the price of an option or a delta came to be; null where it was given. */
  pricing: OptionPricing | null;
  owner: OrderOwner;
  remaining: Lots;
  /** The other side of a two-way quote that goes when this one is filled; null when there is none. */
  cancels: number | null;
  /** When it took its place in the queue. */
  queuedAt: EpochMs;
  /** The business day until which it outlives the day's end, `YYYY-MM-DD`; null when it does not. */
  holdOverUntil: IsoDate | null;
  /** The day has ended over it and the next has not opened yet: it is in no book but not suspended either. */
  isHeldOver: boolean;
  /** Its place in the book; null while it is suspended or held over. */
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
