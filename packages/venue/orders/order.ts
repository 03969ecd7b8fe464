// An order that may still deal: resting in its contract's book, suspended, or held over to the next day.
import type { OrderState, OrderType, Side } from '@openpit/terms';
import type { Contract } from '../contracts/contract.ts';
import type { IsoDate } from '../kernel/civil-date.ts';
import type { EpochMs, Lots, Price } from '../kernel/units.ts';
import type { BookEntry } from '../order-book/order-book.ts';
import type { Phases } from '../phases/phases.ts';
import type { OptionPricing } from '../pricing/option-pricing.ts';
import type { OrderOwner } from '../rights/owner.ts';

export interface Order {
  readonly activeOrderSeq: number;
  readonly contract: Contract;
  readonly side: Side;
  readonly type: OrderType;
  lots: Lots;
  price: Price;
  /** The computation of the price of an option or a delta; null if the dealer gave the price. */
  pricing: OptionPricing | null;
  owner: OrderOwner;
  remaining: Lots;
  /**
   * The hedge of the deals of a delta that rounding has left out so far, in millionths of a lot of the future; negative if more was dealt.
   * The next deal makes up for it.
   */
  unhedged: number;
  /** The other side of a two-way quote that is deleted when this one is filled; null if there is none. */
  cancels: number | null;
  /** When it took its place in the queue. */
  queuedAt: EpochMs;
  /** The last business day of its life; null for this day only. */
  holdOverUntil: IsoDate | null;
  /** Between days, the order is in no book but not suspended. */
  isHeldOver: boolean;
  /** The order's entry in the book; null while it is suspended or held over. */
  entry: BookEntry | null;
}

/** Out of the market at the dealer's request, or for a reason of which the dealer was notified. */
export const isSuspended = ({ entry, isHeldOver }: Order): boolean => entry === null && !isHeldOver;

/** The state of an open order. */
export function stateOf({ phases }: { readonly phases: Phases }, order: Order): OrderState {
  if (order.isHeldOver) return 'Pre-market';
  if (order.entry === null) return 'Suspended';
  return phases.inAuction.has(order.contract.index) ? 'Pre-market' : 'Active';
}

/** The lots that the remaining order can deal in all contracts together. The hedge of a delta has at most as many as its option. */
export function dealableLots({ contract: { kind, pair }, remaining }: Order): number {
  if (pair !== null) return remaining * (pair.plusLots + pair.minusLots);
  return kind === 'delta' ? 2 * remaining : remaining;
}
