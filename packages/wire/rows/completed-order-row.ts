// An order whose life has ended, or that never began (data set 6, PANEL-7): filled, part filled and then closed, cancelled,
// killed, expired, or rejected with the reason. Visible to its own member.
import type { Capacity, Side } from '@openpit/terms';
import type { OrderTypeCode } from '../enumerations.ts';
import type { OrderPricing } from './order-pricing.ts';

export type CompletedOrderState = 'Filled' | 'Cancelled' | 'Killed' | 'Expired' | 'Rejected';

export interface CompletedOrderRow {
  /** The key. */
  readonly completedOrderSeq: number;
  /** Null for an order that was rejected: it never had a number. */
  readonly activeOrderSeq: number | null;
  /** When it ended. */
  readonly time: number;
  /** When it was entered. */
  readonly enteredAt: number;
  readonly contract: string;
  readonly displaySeq: number;
  readonly instrument: string;
  readonly side: Side;
  readonly qty: number;
  /** Lots that dealt. */
  readonly dealt: number;
  readonly price: number;
  /** How the price of an option or a delta came to be; left out where it was given as it is. */
  readonly pricing?: OrderPricing;
  /** What the dealt lots cost on average, to four decimals; null when none dealt. */
  readonly averagePrice: number | null;
  readonly orderType: OrderTypeCode;
  readonly state: CompletedOrderState;
  /** Why it ended, in words. */
  readonly reason: string;
  readonly principal: string;
  readonly subAccount: string | null;
  readonly member: string;
  readonly dealer: string;
  readonly capacity: Capacity;
  readonly ref: string;
}
