// One member's side of a deal (data set 7, PANEL-10). A deal has two rows, one for each side, visible to that
// side's member. Prices are rand per ton, value and fee rand, quantities lots, times epoch milliseconds.
import type { Capacity, DealOrigin, DealState, Side } from '@openpit/terms';

/** A correction of a deal that keeps its number: the audit trail. */
interface DealChange {
  readonly time: number;
  readonly dealer: string;
  readonly what: 'principal' | 'subAccount' | 'price';
  readonly from: string;
  readonly to: string;
}

export interface DealRow {
  /** The key: the number of this side. */
  readonly dealSeq: number;
  /** The number that both sides share. */
  readonly matchSeq: number;
  readonly time: number;
  readonly contract: string;
  readonly displaySeq: number;
  readonly instrument: string;
  readonly side: Side;
  readonly qty: number;
  /** For cumulated deals: the average, to four decimals. */
  readonly price: number;
  /** Price times tons times quantity. */
  readonly value: number;
  /** The order that was dealt; null for a deal without an order. */
  readonly activeOrderSeq: number | null;
  readonly principal: string;
  readonly subAccount: string | null;
  readonly member: string;
  readonly dealer: string;
  readonly capacity: Capacity;
  /**
   * The member on the other side; `****` if the market does not disclose members; empty if deals with several
   * were cumulated.
   */
  readonly counterparty: string;
  readonly origin: DealOrigin;
  readonly ref: string;
  /** True if this side's order was the incoming one, which dealt with a resting order. */
  readonly isAggressor: boolean;
  readonly state: DealState;
  /** Deals of one group are derived from one another, or belong to one package; null for a deal without a group. */
  readonly linkedGroup: number | null;
  /** Booking fee with VAT; 0 if another deal bears it or the deal was cancelled; null if the market charges none. */
  readonly fee: number | null;
  /**
   * For an option: the volatility of its premium, percent per year; null if there is none. Omitted for other
   * contracts.
   */
  readonly volatility?: number | null;
  /** For an option: the price of the future at the time of the deal. */
  readonly reference?: number;
  /** Corrections of principal, sub-account and price, the oldest first. */
  readonly changes: readonly DealChange[];
}

/** Whether the deal counts in sums and positions: it was neither replaced by other deals nor cancelled. */
export const isCountedDeal = ({ state }: Pick<DealRow, 'state'>): boolean =>
  state === 'Open' || state === 'Assigning';
