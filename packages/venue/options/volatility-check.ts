// The volatilities that may be asked for (domain §3.4).
import { rand } from '../orders/rand.ts';
import { type Refusal, refusal } from '../refusals.ts';
import { highestVolatility, lowestVolatility } from './option-terms.ts';

/** In hundredths of a percent, whole. */
export function volatilityRefusal(sigma: number): Refusal | null {
  if (Number.isInteger(sigma) && sigma >= lowestVolatility && sigma <= highestVolatility) return null;
  return refusal('volatilityOutsideLimits', {
    volatility: rand(sigma),
    low: rand(lowestVolatility),
    high: rand(highestVolatility),
  });
}
