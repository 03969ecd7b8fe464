// The volatilities that define the MTM of the options on one future (market/options.md, Option MTM): one at the money, and a skew
// that grows with the distance of the strike from the future.
import { type Price, type Volatility, volatility } from '../kernel/units.ts';

export interface VolatilityCurve {
  readonly atTheMoney: Volatility;
  /** Added per R100 by which the strike is below the future. */
  readonly skewBelow: Volatility;
  /** Added per R100 by which the strike is above the future. */
  readonly skewAbove: Volatility;
}

/** The range of volatilities that orders may state: 1 to 200 % (market/orders.md, Order validation). */
export const lowestVolatility = volatility(100);
export const highestVolatility = volatility(20_000);

/** The curve's volatility at a strike. */
export function curveVolatility(
  curve: VolatilityCurve,
  at: { readonly strike: Price; readonly forward: Price },
): Volatility {
  return boundedVolatility(curve.atTheMoney + skewAt(curve, at));
}

/** The volatility of a strike less the volatility at the money, in hundredths of a percent. */
export function skewAt(
  { skewBelow, skewAbove }: Pick<VolatilityCurve, 'skewBelow' | 'skewAbove'>,
  { strike, forward }: { readonly strike: Price; readonly forward: Price },
): number {
  const hundreds = (strike - forward) / 10_000;
  return hundreds < 0 ? -hundreds * skewBelow : hundreds * skewAbove;
}

/** Rounded to a hundredth of a percent, half upwards, and kept within the allowed volatilities. */
export function boundedVolatility(sigma: number): Volatility {
  return volatility(Math.min(Math.max(Math.floor(sigma + 0.5), lowestVolatility), highestVolatility));
}
