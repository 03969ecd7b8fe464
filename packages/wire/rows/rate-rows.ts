// The rates of the exchange: parameters of initial margin (data set 15, market/money.md, Initial margin) and booking fees (16, market/money.md,
// Booking fees). A planned change is a separate row. Amounts are rand.

export interface MarginRow {
  /** The key: contract and date, `DEC26 WMAZ 2026-11-18`. */
  readonly uniqueKey: string;
  /** A future; its options have the same parameters. */
  readonly contract: string;
  readonly displaySeq: number;
  readonly instrument: string;
  /** The first business day on which it applies. */
  readonly effectiveFrom: string;
  /** IMR, of one contract. */
  readonly initialMargin: number;
  /** CSMR, of each leg of a calendar spread. */
  readonly classSpreadMargin: number;
  /** VSR, in points of volatility. */
  readonly volatilityRange: number;
}

export interface BfProfileRow {
  /** The key: profile, instrument, kind and date, `client WMAZ option 2026-11-18`. */
  readonly uniqueKey: string;
  /** The holder of the account: the member itself or a client. */
  readonly profile: 'own' | 'client';
  readonly instrument: string;
  readonly kind: 'future' | 'option';
  readonly effectiveFrom: string;
  /** Per ton, before VAT. */
  readonly feePerTon: number;
  readonly vatPercent: number;
  /** Per contract, with VAT. */
  readonly feePerContract: number;
}
