// The value and the greeks of an option on a future under Black-76 (`black76.ts`). Units: delta and gamma
// per unit of the future's price, vega per 1.00 of volatility, theta per year as time passes (decay is
// negative), rho per 1.00 of rate with a constant price of the future. `screen-units.ts` has the units that
// traders use.
import { exp } from '../elementary/exponential.ts';
import { lnOfRatio } from '../elementary/logarithm.ts';
import { normalDistribution } from '../normal/distribution.ts';
import { checkInputs, geometricMean, type OptionInputs, undiscountedPrice } from './black76.ts';
import { slopeInDeviation } from './normalised-price.ts';

export interface Valuation {
  readonly price: number;
  readonly delta: number;
  readonly gamma: number;
  readonly vega: number;
  readonly theta: number;
  readonly rho: number;
}

/**
 * @returns price and greeks. Without volatility or time the option is its intrinsic value: delta is 0 or ±1
 *   (±0.5 at the strike), gamma is 0 also at the strike, where it is not defined; with no time left theta
 *   is 0
 * @throws RangeError naming the input that is not a number in its range
 */
export function black76(option: OptionInputs): Valuation {
  checkInputs(option);
  const { type, forward, strike, years, volatility, rate = 0 } = option;
  const root = Math.sqrt(years);
  const deviation = volatility * root;
  const discount = rate === 0 ? 1 : exp(-rate * years);
  const price = discount * undiscountedPrice(type, forward, strike, deviation);
  const rho = -years * price;
  const sign = type === 'call' ? 1 : -1;
  if (deviation === 0 || forward === 0 || strike === 0) {
    const inTheMoney = sign * (forward - strike);
    const delta =
      inTheMoney > 0 ? sign * discount : inTheMoney < 0 || deviation > 0 ? 0 : 0.5 * sign * discount;
    const vega = forward === strike ? discount * forward * slopeInDeviation(0, 0) * root : 0;
    return { price, delta, gamma: 0, vega, theta: years === 0 ? 0 : rate * price, rho };
  }
  const distance = lnOfRatio(forward, strike) / deviation;
  // Per unit of deviation; gamma, vega and theta share it.
  const density = discount * geometricMean(forward, strike) * slopeInDeviation(distance, 0.5 * deviation);
  return {
    price,
    delta: sign * discount * normalDistribution(sign * (distance + 0.5 * deviation)),
    gamma: density / (forward * forward * deviation),
    vega: density * root,
    theta: rate * price - (density * volatility) / (2 * root),
    rho,
  };
}
