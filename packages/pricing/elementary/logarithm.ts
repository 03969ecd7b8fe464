// ln x and ln(1 + x) from + − × ÷ only, so that a replay gives the same bits on every machine. x = 2^k · z;
// z is multiplied exactly by a short reciprocal from a table, so that the product is near 1; a series
// computes the rest (P. T. P. Tang,
// "Table-driven implementation of the logarithm function", ACM TOMS 16, 1990).
import { firstGridPoint, lnHigh, lnLow } from './logarithm-table.ts';
import { exponentOf, powerOfTwo } from './powers-of-two.ts';

/** ln 2 in two parts; the bits of the first end at 2^-42, so that its multiples up to 1075 are exact. */
const ln2High = 0.6931471805598903;
const ln2Low = 5.497923018708371e-14;
/** The ends of the grid of 1/128: 90/128 and 180/128. */
const leastMantissa = 0.703125;
const maxMantissa = 1.40625;
const smallestNormal = 2.2250738585072014e-308;
/** 2^27 + 1: a product with it separates the upper half of a number's bits. */
const halver = 134217729;
const largestSplit = 1e290;
/** Adding and subtracting 2^27 keeps the bits down to 2^-25. */
const splitter = 134217728;

/**
 * @returns ln x; −Infinity for 0, NaN below 0 and for NaN. Worst error measured: 0.51 ulp (0.5 is the best
 *   possible)
 */
export function ln(x: number): number {
  return lnCorrected(x, 0);
}

/**
 * @returns ln(1 + x) without loss of digits near 0; −Infinity for −1, NaN below −1 and for NaN. Worst error
 *   measured: 0.51 ulp
 */
export function lnOf1Plus(x: number): number {
  if (x <= 1 / 256 && x >= -1 / 256) return x + x * x * series(x);
  const sum = 1 + x;
  if (!(sum > 0) || sum === Number.POSITIVE_INFINITY) return ln(sum);
  const lost = x < 1 ? x - (sum - 1) : 1 - (sum - x);
  return lnCorrected(sum, lost / sum);
}

/**
 * @param a above 0
 * @param b above 0
 * @returns ln(a / b) as if the quotient were not rounded, which would cause an absolute error of 2^-53. Worst
 *   error measured: 0.8 ulp
 */
export function lnOfRatio(a: number, b: number): number {
  const ratio = a / b;
  if (!(ratio > smallestNormal && ratio < Number.POSITIVE_INFINITY)) return ln(a) - ln(b);
  const isSplit = a < largestSplit && b < largestSplit && ratio < largestSplit;
  return lnCorrected(ratio, isSplit ? remainder(a, b, ratio) / a : 0);
}

/** a − ratio · b without rounding: the products of halves are exact (T. J. Dekker, 1971). */
function remainder(a: number, b: number, ratio: number): number {
  const product = ratio * b;
  const wide = ratio * halver;
  const ratioHigh = wide - (wide - ratio);
  const ratioLow = ratio - ratioHigh;
  const wideB = b * halver;
  const bHigh = wideB - (wideB - b);
  const bLow = b - bHigh;
  const lost = ratioHigh * bHigh - product + ratioHigh * bLow + ratioLow * bHigh + ratioLow * bLow;
  return a - product - lost;
}

/** ln x + correction, for a correction below 2^-52. */
function lnCorrected(x: number, correction: number): number {
  let z = x;
  let k = 0;
  if (!(z >= leastMantissa && z < maxMantissa)) {
    if (!(x > 0)) return x === 0 ? Number.NEGATIVE_INFINITY : Number.NaN;
    if (x === Number.POSITIVE_INFINITY) return x;
    if (x < smallestNormal) {
      z *= powerOfTwo(54);
      k = -54;
    }
    const exponent = exponentOf(z);
    z *= powerOfTwo(-exponent);
    k += exponent;
    if (z >= maxMantissa) {
      z *= 0.5;
      k += 1;
    }
  }
  const j = (z * 128 + 0.5) | 0;
  const reciprocal = reciprocals[j - firstGridPoint]!;
  const zHigh = z + splitter - splitter;
  const rHigh = zHigh * reciprocal - 1;
  const rLow = (z - zHigh) * reciprocal;
  const r = rHigh + rLow;
  const whole = k * ln2High + lnHigh[j - firstGridPoint]!;
  const high = whole + r;
  const low = whole - high + r + (k * ln2Low + lnLow[j - firstGridPoint]! + (rHigh - r + rLow) + correction);
  return high + (low + r * r * series(r));
}

const reciprocals = Float64Array.from(
  lnHigh,
  (_, index) => Math.round(131072 / (index + firstGridPoint)) / 1024,
);

/** (ln(1 + r) − r) / r² for |r| below 0.006; the first omitted term is 3e-19 of the sum. */
function series(r: number): number {
  return (
    -0.5 + r * (1 / 3 + r * (-0.25 + r * (0.2 + r * (-1 / 6 + r * (1 / 7 + r * (-0.125 + r * (1 / 9)))))))
  );
}
