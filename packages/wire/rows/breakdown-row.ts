// The parts of the amount that an account owes (data set 14): a tree account → instrument → contract for the last business day that was
// cleared. The leaves of an account add up to its balance in Clearing. Amounts are rand, above 0 for the account.

export interface BreakdownRow {
  /** The key: the path, `KAND`, `KAND/WMAZ`, `KAND/WMAZ/DEC26 WMAZ`, `KAND/interest`. */
  readonly uniqueKey: string;
  /** The key of the row above; null for an account. */
  readonly parent: string | null;
  readonly businessDay: string;
  readonly member: string;
  readonly principal: string;
  /** All but `account` and `class` are leaves. */
  readonly level:
    | 'account'
    | 'class'
    | 'contract'
    | 'classRelief'
    | 'seriesRelief'
    | 'openingBalance'
    | 'interest'
    | 'deliveries'
    | 'payments';
  readonly instrument: string | null;
  readonly contract: string | null;
  /** The contribution of the row to the amount due; of an account or class, the sum of its leaves. */
  readonly amount: number;
  readonly variationMargin: number;
  readonly bookingFees: number;
  /** The movement of initial margin: `marginBefore` less `margin`. */
  readonly initialMargin: number;
  /**
   * Yesterday's and today's requirement. For a contract, the loss of its expiry in the scan before relief; for a relief, its amount as a
   * negative number.
   */
  readonly marginBefore: number;
  readonly margin: number;
  /** The receipts less the payments of the day's deals, at their prices. */
  readonly dealtPremium: number;
  /** For a contract that the account dealt in or holds: the source of its variation margin. */
  readonly position?: {
    readonly opening: number;
    readonly bought: number;
    readonly sold: number;
    readonly net: number;
    readonly tons: number;
    readonly mtmPrevious: number;
    readonly mtm: number;
    /** The volatility of an option's MTM, in percent. */
    readonly volatility?: number;
    /** The numbers of the day's deals in it. */
    readonly deals: readonly number[];
  };
  /** For interest: the deposit that earned it, the percent per year, and the number of days. */
  readonly interestOn?: { readonly margin: number; readonly rate: number; readonly days: number };
  /** For a class: the parameters of its margin. */
  readonly parameters?: {
    readonly initialMargin: number;
    readonly classSpreadMargin: number;
    readonly volatilityRange: number;
  };
}
