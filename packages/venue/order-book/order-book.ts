// The order book of one contract: price levels in time order, prices as tick indices, orders by number. The entry that `rest`
// returns locates an order without a search. There are two implementations: ladder-book.ts is fast, naive-book.ts is obvious. One
// test requires identical answers from both.
import type { Side } from '@openpit/terms';
import type { Lots, Ticks } from '../kernel/units.ts';

declare const entryUnit: unique symbol;
/** The place of an order in its book; void once the order has left it. */
export type BookEntry = number & { readonly [entryUnit]: 'entry' };

export interface MatchListener {
  /**
   * Called when a resting order deals with the incoming order, at the resting order's price. `left` is the resting order's
   * remaining lots, 0 if it is filled. The listener must not call the book.
   */
  matched(match: RestingMatch): void;
}

/** One object per book, overwritten by each match: read it immediately, never keep it. */
export interface RestingMatch {
  order: number;
  tick: Ticks;
  dealt: Lots;
  left: Lots;
}

export interface RestingOrder {
  readonly order: number;
  readonly tick: Ticks;
  readonly lots: Lots;
}

export interface OrderBook {
  /**
   * Matches against the other side at the limit or better, best price first, then oldest order first. Returns the remaining lots.
   */
  match(incoming: { side: Side; limit: Ticks; lots: Lots }, listener: MatchListener): Lots;
  /** Puts an order at the back of the queue at its price. It must not cross the other side in continuous trading. */
  rest(order: { order: number; side: Side; tick: Ticks; lots: Lots }): BookEntry;
  /** Takes an order out and returns the lots that rested. Throws VenueBug for a void entry. */
  remove(entry: BookEntry): Lots;
  /** Lowers an order's lots, keeping its place in the queue. */
  reduce(entry: BookEntry, lots: Lots): void;
  /** The lots that an incoming order could deal at its limit or better, counting at most `lots`. */
  available(incoming: { side: Side; limit: Ticks; lots: Lots }): Lots;
  /** Best price of a side, or null if it is empty. */
  best(side: Side): Ticks | null;
  /** All lots at one price of one side. */
  lotsAt(side: Side, tick: Ticks): Lots;
  /** The orders of a side, best price first, then oldest first. */
  resting(side: Side): Iterable<RestingOrder>;
  readonly size: number;
}
