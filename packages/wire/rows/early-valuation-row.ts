// A valuation of the market during the day, for the accounts of a member (data set 13): a row for each account, and one for each
// contract that it holds. Prices are rand per ton, amounts rand, above 0 for the account.
import type { MtmMethod } from '@openpit/terms';

export interface EarlyValuationRow {
  /** The key: valuation, account and contract, `1 KAND DEC26 WMAZ`. */
  readonly uniqueKey: string;
  readonly businessDay: string;
  /** Counts the valuations of the day from 1. */
  readonly run: number;
  readonly time: number;
  /** True until the operator approves the MTM of this valuation. */
  readonly isProvisional: boolean;
  readonly member: string;
  readonly principal: string;
  /** Null in the row of the account. */
  readonly contract: string | null;
  /** The MTM of the contract by this valuation. */
  readonly spotPrice: number | null;
  readonly mtmPrevious: number | null;
  readonly method: MtmMethod | null;
  /** For an option: the volatility of that MTM, in percent. */
  readonly volatility?: number;
  /** Lots, its sub-accounts added up. */
  readonly net: number | null;
  /** The amount that the account would receive or pay if the day ended at these prices; only in the row of the account. */
  readonly variationMargin: number | null;
  readonly initialMargin: number | null;
}
