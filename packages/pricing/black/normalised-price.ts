// The price of an out-of-the-money option without its units. With z = |ln(F/K)| / s and t = s/2 (s is the
// volatility times √T), the undiscounted price is √(F·K) · v · spread(z, t), and its distance from the
// ceiling, the smaller of F and K, is √(F·K) · v · gap(z, t), where v is the only exponential. In this form
// nothing cancels: P. Jäckel, "Let's be rational" (2015), in terms of Mills' ratio M and its slope.
import { exp } from '../elementary/exponential.ts';
import { millsExcess, millsRatio } from '../normal/mills-ratio.ts';

/** 1 / √(2π) */
const densityAtZero = 0.3989422804014327;
/**
 * Up to these limits the power series in t is exact; beyond them the two ratios differ enough to be
 * subtracted.
 */
const widestSeries = 1;
const deepestSeries = 3;
const reciprocals = Float64Array.from({ length: 44 }, (_, n) => (n === 0 ? 0 : 1 / n));

/**
 * @param z |ln(F/K)| / s, 0 or more
 * @param t s/2, 0 or more
 * @returns v = e^(−(z² + t²)/2) / √(2π): the slope in s of the price over √(F·K)
 */
export function slopeInDeviation(z: number, t: number): number {
  return densityAtZero * exp(-0.5 * (z * z + t * t));
}

/**
 * @param z |ln(F/K)| / s, at least t when t is above 1
 * @param t s/2, 0 or more
 * @returns M(z − t) − M(z + t): the price over √(F·K)·v, above 0 for every t above 0
 */
export function spread(z: number, t: number): number {
  if (t <= widestSeries && z * t <= deepestSeries) return spreadSeries(z, t);
  return millsRatio(z - t) - millsRatio(z + t);
}

/**
 * @param t s/2, at least z
 * @returns M(t − z) + M(t + z): the distance of the price from its ceiling, over √(F·K)·v
 */
export function gap(z: number, t: number): number {
  return millsRatio(t - z) + millsRatio(t + z);
}

/** True where the price must be computed up from 0, false where it must be computed down from its ceiling. */
export function countsFromZero(z: number, t: number): boolean {
  return t <= widestSeries || z >= t;
}

/**
 * The odd terms of the Taylor series of M round z. With a(n) the n-th derivative of N/φ at −z over n!,
 * a(n+1) = (a(n−1) − z·a(n)) / (n+1).
 */
function spreadSeries(z: number, t: number): number {
  const excess = millsExcess(z);
  const ratio = 1 / (z + excess);
  const square = t * t;
  let even = ratio;
  let odd = excess * ratio;
  let power = 1;
  let sum = odd;
  for (let n = 1; n < 41; n += 2) {
    even = (even - z * odd) * reciprocals[n + 1]!;
    odd = (odd - z * even) * reciprocals[n + 2]!;
    power *= square;
    const before = sum;
    sum += odd * power;
    if (sum === before) break;
  }
  return 2 * t * sum;
}
