// An order that has ended (data set 6, PANEL-7): filled, cancelled, killed or expired, perhaps with a part
// filled; or that was rejected, with the reason. Visible to its own member only.
import type { Capacity, Side } from '@openpit/terms';
import type { OrderTypeCode } from '../enumerations.ts';
import type { OrderPricing } from './active-order-row.ts';

export type CompletedOrderState = 'Filled' | 'Cancelled' | 'Killed' | 'Expired' | 'Rejected';

export interface CompletedOrderRow {
  /** The key. */
  readonly completedOrderSeq: number;
  /** Null for a rejected order, which has no number. */
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
  /** Lots that were dealt. */
  readonly dealt: number;
  readonly price: number;
  /** For a delta, and an option that was entered by its volatility: the inputs of its price. */
  readonly pricing?: OrderPricing;
  /** Average price of the lots as they dealt, to four decimals; null if none did. A corrected deal does not change it. */
  readonly averagePrice: number | null;
  readonly orderType: OrderTypeCode;
  readonly state: CompletedOrderState;
  /** The reason why the order ended, as text. */
  readonly reason: string;
  readonly principal: string;
  readonly subAccount: string | null;
  readonly member: string;
  readonly dealer: string;
  readonly capacity: Capacity;
  readonly ref: string;
}
