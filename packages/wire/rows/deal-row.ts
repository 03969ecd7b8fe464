// One member's side of a deal (data set 7, PANEL-10). A deal makes two rows, one a side, each visible to its own member. Prices
// are rand per ton, value and fee rand, quantities lots, times epoch milliseconds.
import type { Capacity, Side } from '../enumerations.ts';

export type DealOrigin = 'screen';

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
  readonly price: number;
  /** Price times tons times quantity. */
  readonly value: number;
  readonly activeOrderSeq: number;
  readonly principal: string;
  readonly subAccount: string | null;
  readonly member: string;
  readonly dealer: string;
  readonly capacity: Capacity;
  /** The member on the other side; `****` where the market does not disclose members. */
  readonly counterparty: string;
  readonly origin: DealOrigin;
  readonly ref: string;
  /** Whether this side came and took what rested. */
  readonly isAggressor: boolean;
}
