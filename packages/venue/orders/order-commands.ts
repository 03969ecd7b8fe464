// The commands on orders. Each is named after its permission or its effect. The module's table lists the permissions that it needs.
import type { Capacity, OrderFilter, OrderType, Side } from '@openpit/terms';
import type { IsoDate } from '../kernel/civil-date.ts';
import type { Lots, Price, Volatility } from '../kernel/units.ts';

export interface InsertOrder {
  readonly kind: 'insertOrder';
  readonly contract: string;
  readonly side: Side;
  readonly type: OrderType;
  readonly lots: Lots;
  /** Per ton: the premium of an option or a delta, the difference of a split or a spread. Ignored if a volatility is given. */
  readonly price?: Price;
  /** On options and deltas instead of the price. */
  readonly volatility?: Volatility | null;
  /** The price of the future, for options and deltas; its current price if null or omitted. */
  readonly reference?: Price | null;
  readonly capacity: Capacity;
  readonly principal: string;
  readonly subAccount?: string | null;
  readonly ref?: string;
  /** The last business day on which the order lives, `YYYY-MM-DD`; today only if null or omitted. */
  readonly holdOverUntil?: IsoDate | null;
}

/** One side of a two-way quote; price and volatility as in an order. */
export interface QuotedSide {
  readonly lots: Lots;
  readonly price?: Price;
  readonly volatility?: Volatility | null;
}
/** A two-way quote: both sides are accepted, or neither. */
export interface InsertDoubleOrder {
  readonly kind: 'insertDoubleOrder';
  readonly contract: string;
  readonly bid: QuotedSide;
  readonly offer: QuotedSide;
  readonly reference?: Price | null;
  readonly capacity: Capacity;
  readonly principal: string;
  readonly subAccount?: string | null;
  readonly ref?: string;
  /** Whether a filled side deletes the other side. */
  readonly cancelOther: boolean;
  readonly holdOverUntil?: IsoDate | null;
}

export interface DeleteActiveOrder {
  readonly kind: 'deleteActiveOrder';
  readonly activeOrderSeq: number;
}
export interface SuspendActiveOrder {
  readonly kind: 'suspendActiveOrder';
  readonly activeOrderSeq: number;
}
export interface ResubmitActiveOrder {
  readonly kind: 'resubmitActiveOrder';
  readonly activeOrderSeq: number;
}
/** Lowers the remaining quantity of an order to `lots`; it keeps its place in the queue. */
export interface ReduceActiveOrder {
  readonly kind: 'reduceActiveOrder';
  readonly activeOrderSeq: number;
  readonly lots: Lots;
}

/** The changes of an edit; null leaves a field unchanged. */
export interface OrderChange {
  readonly price: Price | null;
  /** On options and deltas instead of the price. */
  readonly volatility?: Volatility | null;
  readonly reference?: Price | null;
  /** The remaining lots after the change. */
  readonly lots: Lots | null;
  /** Instead of `lots`: the whole quantity; the lots already dealt are subtracted when the command is handled. */
  readonly totalLots?: Lots | null;
  readonly principal: string | null;
  readonly capacity: Capacity | null;
  /** If omitted, it stays unchanged, but a change of principal removes it. `null` removes the order from its sub-account. */
  readonly subAccount?: string | null;
  /** Unchanged if omitted or null; `until: null` limits the order to today. */
  readonly holdOver?: { readonly until: IsoDate | null } | null;
}
/** Changes a suspended order, which stays suspended. */
export interface EditSuspendOrder {
  readonly kind: 'editSuspendOrder';
  readonly activeOrderSeq: number;
  readonly change: OrderChange;
}
/** Suspends, changes and resubmits an active order in one step, or does nothing. */
export interface AmendActiveOrder {
  readonly kind: 'amendActiveOrder';
  readonly activeOrderSeq: number;
  readonly change: OrderChange;
}

interface OnAllOrders {
  readonly filter: OrderFilter;
  /** Whether to include orders held over beyond today; true by default. */
  readonly includeHoldOver?: boolean;
  /**
   * The number of orders on the screen when the dealer confirmed, for the journal. The answer lists the orders that were actually
   * affected.
   */
  readonly expectedCount?: number;
}
export interface CancelAllActiveOrders extends OnAllOrders {
  readonly kind: 'cancelAllActiveOrders';
}
export interface SuspendAllActiveOrders extends OnAllOrders {
  readonly kind: 'suspendAllActiveOrders';
}

/** Suspends every order that has rested longer than its user's time-out. */
export interface SuspendTimedOutOrders {
  readonly kind: 'suspendTimedOutOrders';
}
/** Suspends the orders of a user who has been without a connection for too long, if the user's preferences ask for it. */
export interface SuspendDisconnectedOrders {
  readonly kind: 'suspendDisconnectedOrders';
  readonly userId: string;
}

export type OrderCommand =
  | InsertOrder
  | InsertDoubleOrder
  | DeleteActiveOrder
  | SuspendActiveOrder
  | ResubmitActiveOrder
  | ReduceActiveOrder
  | EditSuspendOrder
  | AmendActiveOrder
  | CancelAllActiveOrders
  | SuspendAllActiveOrders
  | SuspendTimedOutOrders
  | SuspendDisconnectedOrders;
