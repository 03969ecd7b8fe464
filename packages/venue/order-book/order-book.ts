// The order book of one contract as the venue sees it: price levels in time order, prices as tick indices. Orders are
// known by their number; the entry that `rest` returns finds one again without a search. Two implementations keep this
// promise: ladder-book.ts, fast, and naive-book.ts, obvious; one test holds them to the same answers.
import type { Lots, Side, Ticks } from '../kernel/units.ts';

declare const entryUnit: unique symbol;
/** Where an order rests in its book; void once the order has left. */
export type BookEntry = number & { readonly [entryUnit]: 'entry' };

export interface MatchListener {
  /**
   * A resting order deals with the incoming one, at the resting order's price; `left` is what still rests of it, 0 when
   * it has gone. The listener must not call the book back.
   */
  matched(match: RestingMatch): void;
}

/** One object per book, written anew for each match: read it at once, never keep it. */
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
  /** Deals with the other side at the limit or better, best price and oldest order first. Returns the lots left over. */
  match(incoming: { side: Side; limit: Ticks; lots: Lots }, listener: MatchListener): Lots;
  /** Puts an order at the back of its price's queue. It must not cross the other side in continuous trading. */
  rest(order: { order: number; side: Side; tick: Ticks; lots: Lots }): BookEntry;
  /** Takes an order out; returns the lots that rested. A void entry is a bug of the caller. */
  remove(entry: BookEntry): Lots;
  /** Lowers an order's lots, keeping its place in the queue. */
  reduce(entry: BookEntry, lots: Lots): void;
  /** Lots that an incoming order could deal at its limit or better, counted no further than `lots`. */
  available(incoming: { side: Side; limit: Ticks; lots: Lots }): Lots;
  /** Best price of a side, or null when it is empty. */
  best(side: Side): Ticks | null;
  /** All lots at one price of one side. */
  lotsAt(side: Side, tick: Ticks): Lots;
  /** The orders of a side, best price and oldest first. */
  resting(side: Side): Iterable<RestingOrder>;
  readonly size: number;
}
