// What an order form is opened with: a new order, a two-way quote, a change of an order that is there, or the exercise of an option.
import type { ActiveOrderRow, OrderTypeCode, PositionRow, Side } from '@openpit/wire';

/** The cell or button that was pressed, in pixels of the window: forms open beside it. */
export interface Anchor {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Null where the user's defaults hold. */
export interface NewOrderRequest {
  readonly kind: 'order';
  readonly contract: string;
  readonly side: Side;
  readonly price: number | null;
  readonly qty: number | null;
  readonly type: OrderTypeCode;
  /** For which principal, where that is known already; the user's default when it is left out. */
  readonly principal?: string;
  /** Of that principal; its own account when it is left out or null. */
  readonly subAccount?: string | null;
  /** Of an option: whether the form begins with the volatility of the price. */
  readonly isByVolatility?: boolean;
  /** Of an option: the volatility to begin with, in percent, in place of that of the price. */
  readonly volatility?: number;
  /** Of a delta: the price of the future at which its hedge is dealt; its present price when it is left out. */
  readonly reference?: number;
  readonly anchor: Anchor | null;
}

/** A two-way quote in a contract. */
export interface DoubleOrderRequest {
  readonly kind: 'double';
  readonly contract: string;
  readonly isByVolatility?: boolean;
  readonly anchor: Anchor | null;
}

/** Other terms for an order: less of it, or another price, quantity, principal. */
export interface ChangeOrderRequest {
  readonly kind: 'reduce' | 'edit' | 'amend';
  readonly contract: string;
  readonly order: ActiveOrderRow;
  readonly anchor: Anchor | null;
  /** Another price to begin with; the order's own when it is left out. */
  readonly price?: number;
}

/** Lots of a long option that are exercised, or that are not to be exercised automatically. */
export interface ExpiryRequest {
  readonly kind: 'exercise' | 'abandon';
  /** The option. */
  readonly contract: string;
  readonly position: PositionRow;
  readonly anchor: Anchor | null;
}

export type EntryRequest = NewOrderRequest | DoubleOrderRequest;
export type OrderFormRequest = EntryRequest | ChangeOrderRequest | ExpiryRequest;

/** What an armed price ladder sends without a form: a new order by the user's defaults, or another price for an order. */
export type AtOnce =
  | {
      readonly kind: 'order';
      readonly contract: string;
      readonly side: Side;
      readonly price: number;
      readonly qty: number;
    }
  | { readonly kind: 'amend'; readonly order: ActiveOrderRow; readonly price: number };
