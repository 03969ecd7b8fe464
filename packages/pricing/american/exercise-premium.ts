// The value of the right to exercise early: the interest on the strike, minus that on the future, over the
// times when the put would have been exercised (I. J. Kim 1990; P. Carr, R. Jarrow, R. Myneni 1992).
// Computed for a put in units of its strike and life; a call is a put with future and strike exchanged.
import { exp } from '../elementary/exponential.ts';
import { normalDensity, normalTail } from '../normal/distribution.ts';
import type { UnitTerms } from './barone-adesi-whaley.ts';
import { type ExerciseBoundary, logBoundary } from './exercise-boundary.ts';
import { fineQuadrature } from './quadrature-table.ts';

export interface ExercisePremium {
  readonly value: number;
  /** In the price of the future, which is in strikes. */
  readonly slope: number;
  readonly curvature: number;
}

/**
 * @param logForward ln(F/K), above the boundary's value for the whole life
 */
export function exercisePremium(
  logForward: number,
  terms: UnitTerms,
  boundary: ExerciseBoundary,
): ExercisePremium {
  const { interest, deviation } = terms;
  const { sines, cosines, weights } = fineQuadrature;
  const forward = exp(logForward);
  let value = 0;
  let slope = 0;
  let curvature = 0;
  for (let j = 0; j < weights.length; j += 1) {
    const sine = sines[j]!;
    const exercised = logBoundary(boundary, cosines[j]!);
    const spread = deviation * sine;
    const upper = (logForward - exercised) / spread + 0.5 * spread;
    const density = normalDensity(upper);
    const below = normalTail(upper, density);
    const weight = weights[j]! * sine * cosines[j]! * exp(-interest * sine * sine);
    // φ(d−) = φ(d+) · F/B
    const perStrike = exp(-exercised);
    const exercisable = normalTail(upper - spread, density * forward * perStrike);
    const fall = ((1 - perStrike) * density) / spread;
    value += weight * (exercisable - forward * below);
    slope += weight * (fall - below);
    curvature += (weight * (density - fall * upper)) / spread;
  }
  const scale = 2 * interest;
  return { value: scale * value, slope: scale * slope, curvature: (scale * curvature) / forward };
}
