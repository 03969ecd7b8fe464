// The volatilities that may be asked for (domain §3.4).
import { rand } from '../orders/rand.ts';
import { type Rejection, rejection } from '../rejections.ts';
import { highestVolatility, lowestVolatility } from './option-terms.ts';

/** In hundredths of a percent, whole. */
export function volatilityRejection(sigma: number): Rejection | null {
  if (Number.isInteger(sigma) && sigma >= lowestVolatility && sigma <= highestVolatility) return null;
  return rejection('volatilityOutsideLimits', {
    volatility: rand(sigma),
    low: rand(lowestVolatility),
    high: rand(highestVolatility),
  });
}
