// Greeks in the units that traders use: vega per point of volatility, theta per calendar day, rho per
// percent of rate; and greeks of a position.
import type { Valuation } from '../black/greeks.ts';

export interface ScreenGreeks {
  readonly premium: number;
  /** The delta of one contract, from −1 to 1; the screen shows it times 100. */
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
 * @param lots above 0 for bought, below 0 for sold
 * @param tons per contract
 * @returns every figure × lots × tons: a premium per ton becomes the position's value
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
