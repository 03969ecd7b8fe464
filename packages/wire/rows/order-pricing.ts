// How the price of an order on an option or a delta came to be. An option rests at its premium, a delta at its volatility, which is then
// what the row calls its price.

export interface OrderPricing {
  /** Rand per ton. */
  readonly premium: number;
  /** Percent a year. */
  readonly volatility: number;
  /** Price of the future, at which a delta's hedge is dealt. */
  readonly reference: number;
  /** Change of the premium with the future, −1 to 1. */
  readonly delta: number;
}
