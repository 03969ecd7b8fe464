// A member's positions in a contract, all accounts added up (data set 10). Lots are signed, values rand.

export interface ConsPositionRow {
  /** The key: member and contract, `KAND DEC26 WMAZ`. */
  readonly uniqueKey: string;
  readonly member: string;
  readonly contract: string;
  readonly displaySeq: number;
  readonly instrument: string;
  readonly tons: number;
  readonly opening: number;
  readonly bought: number;
  readonly sold: number;
  /** The lots of long accounts, and the lots of short accounts; both are 0 or more. */
  readonly long: number;
  readonly short: number;
  readonly net: number;
  readonly netTons: number;
  /** Cost of the net position: rand per ton times lots; negative when short. */
  readonly cost: number;
  /** The number of accounts that have a position. */
  readonly accounts: number;
  /** Profit of the lots that were closed today. */
  readonly realised: number;
}
