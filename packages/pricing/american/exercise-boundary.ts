// The exercise boundary of an American put: the price of the future below which it is exercised, as a
// function of the time left. The exact value is an integral over it. L. Andersen, M. Lake, D. Offengenden,
// "High-performance American option pricing" (Journal of Computational Finance, 2016), their fixed-point
// system A for a future (no drift): ln²(B/K) is a polynomial in √time, stored at Chebyshev points, and
// every point is improved from the whole curve until none moves.
import { exp } from '../elementary/exponential.ts';
import { ln } from '../elementary/logarithm.ts';
import { normalDensity, normalTail } from '../normal/distribution.ts';
import { guessExercisePrice, type UnitTerms } from './barone-adesi-whaley.ts';
import { coarseQuadrature } from './quadrature-table.ts';

/** Chebyshev coefficients of ln²(B/K) as a function of √(time left / life) from 0 to 1. */
export type ExerciseBoundary = Float64Array;

const { sines, cosines: nodeCosines, weights } = coarseQuadrature;
const nodes = weights.length;
const degree = 12;
const maxRounds = 12;
/** The value depends little on the boundary: an error of 1e-6 in it is an error of 1e-12 in the value. */
const tolerance = 1e-5;
/** cos(jπ/12) for a full circle. */
const cosines = cosinesOfTwelfths();
/** The Chebyshev points, from 1 (all of the life) to 0 (expiry). */
const points = Float64Array.from({ length: degree + 1 }, (_, i) => 0.5 + 0.5 * cosines[i]!);

/** @returns the boundary of a put in units of its strike and life */
export function exerciseBoundary(terms: UnitTerms): ExerciseBoundary {
  let squares = points.map((point) => (point === 0 ? 0 : squareOf(guessAt(point, terms))));
  for (let round = 0; round < maxRounds; round += 1) {
    const boundary = coefficientsOf(squares);
    const improved = squares.map((square, i) =>
      i === degree ? 0 : squareOf(improve(i, square, boundary, terms)),
    );
    const moved = improved.reduce(
      (max, square, i) =>
        Math.max(max, i === degree ? 0 : Math.abs(Math.sqrt(square) - Math.sqrt(squares[i]!)) / points[i]!),
      0,
    );
    squares = improved;
    if (moved <= tolerance * terms.deviation) break;
  }
  return coefficientsOf(squares);
}

/**
 * @param rootTime √(time left / life), from 0 to 1
 * @returns ln(B/K), 0 or less
 */
export function logBoundary(boundary: ExerciseBoundary, rootTime: number): number {
  const y = 2 * rootTime - 1;
  let latest = 0;
  let previous = 0;
  for (let k = degree; k > 0; k -= 1) {
    const next = 2 * y * latest - previous + boundary[k]!;
    previous = latest;
    latest = next;
  }
  const square = y * latest - previous + boundary[0]!;
  return square > 0 ? -Math.sqrt(square) : 0;
}

function guessAt(point: number, { interest, deviation }: UnitTerms): number {
  return guessExercisePrice({ interest: interest * point * point, deviation: deviation * point });
}

/** One round for one point: B = K · N(B) / D(B), the two integrals over the boundary from there to expiry. */
function improve(index: number, square: number, boundary: ExerciseBoundary, terms: UnitTerms): number {
  const point = points[index]!;
  const deviation = terms.deviation * point;
  const interest = terms.interest * point * point;
  const log = -Math.sqrt(square);
  let over = 0;
  let under = 0;
  for (let j = 0; j < nodes; j += 1) {
    const sine = sines[j]!;
    const spread = deviation * sine;
    const distance = log - logBoundary(boundary, point * nodeCosines[j]!);
    const lower = distance / spread - 0.5 * spread;
    const density = normalDensity(lower);
    // φ(d+) = φ(d−) · B(then) / B(now)
    const upperDensity = density * exp(-distance);
    const weight = weights[j]! * nodeCosines[j]! * exp(-interest * sine * sine);
    over += weight * density;
    under += weight * (upperDensity + spread * normalTail(-lower - spread, upperDensity));
  }
  const lower = log / deviation - 0.5 * deviation;
  const discount = exp(-interest);
  const density = discount * normalDensity(lower);
  const upperDensity = density * exp(-log);
  const numerator = density + 2 * interest * over;
  const denominator =
    upperDensity +
    discount * deviation * normalTail(-lower - deviation, upperDensity / discount) +
    2 * interest * under;
  const next = ln(numerator / denominator);
  // The old value where everything underflows, or where the boundary equals the strike to all digits.
  return next < 0 && next > Number.NEGATIVE_INFINITY ? next : log;
}

function squareOf(value: number): number {
  return value * value;
}

function coefficientsOf(values: Float64Array): Float64Array {
  return values.map((_, k) => {
    let sum = 0;
    for (let i = 0; i <= degree; i += 1) {
      sum += (i === 0 || i === degree ? 0.5 : 1) * values[i]! * cosines[(i * k) % (2 * degree)]!;
    }
    return (sum * (k === 0 || k === degree ? 1 : 2)) / degree;
  });
}

function cosinesOfTwelfths(): Float64Array {
  const quarter = [
    1,
    (Math.sqrt(6) + Math.SQRT2) / 4,
    Math.sqrt(3) / 2,
    Math.SQRT1_2,
    0.5,
    (Math.sqrt(6) - Math.SQRT2) / 4,
    0,
  ];
  return Float64Array.from({ length: 2 * degree }, (_, j) => {
    const half = j <= degree ? j : 2 * degree - j;
    return half <= 6 ? quarter[half]! : -quarter[degree - half]!;
  });
}
