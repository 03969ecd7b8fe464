// An order that may still deal: resting in the book, or suspended by its dealer (data set 1, PANEL-6). Visible to the
// dealers of its member only. Prices are rand per ton, quantities lots, times epoch milliseconds.
import type { Capacity, OrderTypeCode, Side } from '../enumerations.ts';

export type ActiveOrderState = 'Active' | 'Suspended' | 'Pre-market';

export interface ActiveOrderRow {
  /** The key. */
  readonly activeOrderSeq: number;
  /** When it took its place in the queue; a resubmission takes a new one. */
  readonly time: number;
  readonly contract: string;
  readonly displaySeq: number;
  readonly instrument: string;
  readonly side: Side;
  readonly qty: number;
  readonly remaining: number;
  readonly price: number;
  readonly orderType: OrderTypeCode;
  readonly state: ActiveOrderState;
  readonly principal: string;
  readonly subAccount: string | null;
  readonly member: string;
  readonly dealer: string;
  readonly capacity: Capacity;
  readonly ref: string;
}
