// One member's side of a deal (data set 7, PANEL-10). A deal makes two rows, one a side, each visible to its own member. Prices
// are rand per ton, value and fee rand, quantities lots, times epoch milliseconds.
import type { Capacity, DealOrigin, DealState, Side } from '@openpit/terms';

/** What was changed on a deal that stayed the same deal: the audit. */
export interface DealChange {
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
  /** Of cumulated deals the average, to four decimals. */
  readonly price: number;
  /** Price times tons times quantity. */
  readonly value: number;
  /** The order that dealt; null for a deal that came of none. */
  readonly activeOrderSeq: number | null;
  readonly principal: string;
  readonly subAccount: string | null;
  readonly member: string;
  readonly dealer: string;
  readonly capacity: Capacity;
  /** The member on the other side; `****` where the market does not disclose members; empty when deals with several were cumulated. */
  readonly counterparty: string;
  readonly origin: DealOrigin;
  readonly ref: string;
  /** Whether this side came and took what rested. */
  readonly isAggressor: boolean;
  readonly state: DealState;
  /** Deals of one group became of one another, or belong to one package; null for a deal that stands alone. */
  readonly linkedGroup: number | null;
  /** Booking fee with VAT; 0 where another deal bears it, or it was cancelled; null where the market takes none. */
  readonly fee: number | null;
  /** Of an option: the volatility that gives its premium, percent a year; null where there is none, left out for what is no option. */
  readonly volatility?: number | null;
  /** Of an option: where the future stood. */
  readonly reference?: number;
  /** Corrections of principal and sub-account, the first one first. */
  readonly changes: readonly DealChange[];
}
