// What the price of an order on a delta or an option was computed from. An option rests at its premium, a delta at its
// volatility, which is then the price of the row.

export interface OrderPricing {
  /** Rand per ton. */
  readonly premium: number;
  /** Percent per year. */
  readonly volatility: number;
  /** Price of the future, at which a delta's hedge is dealt. */
  readonly reference: number;
  /** Change of the premium with the future, −1 to 1. */
  readonly delta: number;
}
