// Greeks in the units that traders read: vega per point of volatility, theta per calendar day, rho per percent of rate;
// and of a whole position, in rand.
import type { Valuation } from '../black/greeks.ts';

export interface ScreenGreeks {
  readonly premium: number;
  /** Of one contract, from −1 to 1; times 100 it is the percentage on the screen. */
  readonly delta: number;
  /** Change of delta per unit of price. */
  readonly gamma: number;
  readonly vegaPerPoint: number;
  /** Negative for an option that decays. */
  readonly thetaPerDay: number;
  readonly rhoPerPercent: number;
}

export function screenGreeks({ price, delta, gamma, vega, theta, rho }: Valuation): ScreenGreeks {
  return {
    premium: price,
    delta,
    gamma,
    vegaPerPoint: vega / 100,
    thetaPerDay: theta / 365,
    rhoPerPercent: rho / 100,
  };
}

/**
 * @param lots bought above 0, sold below
 * @param tons per contract
 * @returns everything × lots × tons: a premium per ton becomes the position's value
 */
export function scaleGreeks(
  greeks: ScreenGreeks,
  { lots, tons }: { readonly lots: number; readonly tons: number },
): ScreenGreeks {
  const size = lots * tons;
  return {
    premium: greeks.premium * size,
    delta: greeks.delta * size,
    gamma: greeks.gamma * size,
    vegaPerPoint: greeks.vegaPerPoint * size,
    thetaPerDay: greeks.thetaPerDay * size,
    rhoPerPercent: greeks.rhoPerPercent * size,
  };
}
