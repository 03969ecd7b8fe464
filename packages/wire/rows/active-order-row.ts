// An order that may still deal: resting in the book, or suspended by its dealer (data set 1, PANEL-6). Visible to the
// dealers of its member only. Prices are rand per ton, quantities lots, times epoch milliseconds.
import type { Capacity, Side } from '@openpit/terms';
import type { OrderTypeCode } from '../enumerations.ts';

export type ActiveOrderState = 'Active' | 'Suspended' | 'Pre-market';

export interface ActiveOrderRow {
  /** The key. */
  readonly activeOrderSeq: number;
  /** When the order took its place in the queue; it takes a new place when it is resubmitted. */
  readonly time: number;
  /** The time of entry of an order that was held over from an earlier day; omitted for others. */
  readonly enteredAt?: number;
  readonly contract: string;
  readonly displaySeq: number;
  readonly instrument: string;
  readonly side: Side;
  readonly qty: number;
  readonly remaining: number;
  readonly price: number;
  /** The average price of the lots dealt so far, to four decimals; omitted if none has dealt. A corrected deal does not change it. */
  readonly averagePrice?: number;
  /** For a delta, and an option that was entered by its volatility: the inputs of its price. */
  readonly pricing?: OrderPricing;
  readonly orderType: OrderTypeCode;
  readonly state: ActiveOrderState;
  readonly principal: string;
  readonly subAccount: string | null;
  readonly member: string;
  readonly dealer: string;
  readonly capacity: Capacity;
  readonly ref: string;
  /** The business day until which the remainder is kept, `YYYY-MM-DD`; null for this day only. */
  readonly holdOverUntil?: string | null;
  /**
   * The place of the order among the orders at its price, 1 for the next to deal; null while the order is out of the book or its place is
   * not computed yet. Conflated: the newest state, not every step.
   */
  readonly queuePosition?: number | null;
  /** Lots that deal before it, at its price and at better ones; null if `queuePosition` is. */
  readonly lotsAhead?: number | null;
}

/**
 * The inputs of the computed price of an order on a delta or an option. An option rests at its premium, a delta at its
 * volatility, which is then the price of the row.
 */
export interface OrderPricing {
  /** Rand per ton. */
  readonly premium: number;
  /** Percent per year. */
  readonly volatility: number;
  /** Price of the future, where a delta's hedge is dealt. */
  readonly reference: number;
  /** Change of the premium with the future, −1 to 1. */
  readonly delta: number;
}
