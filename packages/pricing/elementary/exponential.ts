// e^x and e^x − 1 from + − × ÷ only, so that a replay gives the same bits on every machine (Math.exp may
// differ in its last bit between engines). e^x = 2^n · 2^(j/128) · e^r with |r| ≤ ln 2 / 256: a table and a
// short series (P. T. P. Tang,
// "Table-driven implementation of the exponential function", ACM TOMS 15, 1989).
import { rootsOfTwo, rootsOfTwoMissing } from './exponential-table.ts';
import { powerOfTwo } from './powers-of-two.ts';

const perLn2 = 184.6649652337873;
/** ln 2 / 128 in two parts; the first has 32 bits, so that its multiples up to 2^18 are exact. */
const stepHigh = 0.005415212348452769;
const stepLow = -3.2819649005320973e-13;
/** Adding and subtracting 1.5 · 2^52 rounds to the nearest integer. */
const rounder = 6755399441055744;

/** The argument below which e^x is less than half the smallest double. */
const smallestArgument = -745.2;
const largestArgument = 709.8;

/**
 * @returns e^x; 0 where it is below the smallest double, Infinity above the largest, NaN for NaN. Worst
 *   error measured: 0.51 ulp (0.5 is the best possible), 0.75 where the result is subnormal
 */
export function exp(x: number): number {
  return expOfSum(x, 0);
}

/**
 * @param low a correction to `high`, at most 0.0001 in size
 * @returns e^(high + low), as if the sum had not been rounded
 */
export function expOfSum(high: number, low: number): number {
  if (!(high > smallestArgument)) return Number.isNaN(high) ? high : 0;
  if (high > largestArgument) return Number.POSITIVE_INFINITY;
  const steps = high * perLn2 + rounder - rounder;
  const j = steps & 127;
  const n = (steps - j) / 128;
  const root = rootsOfTwo[j]!;
  const scaled =
    root + root * seriesMinus1(high - steps * stepHigh - steps * stepLow + low, rootsOfTwoMissing[j]!);
  if (n < -1021) return scaled * powerOfTwo(n + 128) * powerOfTwo(-128);
  return n > 1023 ? scaled * powerOfTwo(1023) * 2 : scaled * powerOfTwo(n);
}

/**
 * @returns e^x − 1 without loss of digits near 0; −1 far below 0, Infinity above the largest double, NaN
 *   for NaN. Worst error measured: 2.1 ulp
 */
export function expMinus1(x: number): number {
  if (x > largestArgument) return Number.POSITIVE_INFINITY;
  if (!(x > -40)) return Number.isNaN(x) ? x : -1;
  const steps = x * perLn2 + rounder - rounder;
  const j = steps & 127;
  const n = (steps - j) / 128;
  if (n > 60) return exp(x) - 1;
  const root = rootsOfTwo[j]! * powerOfTwo(n);
  return root - 1 + root * seriesMinus1(x - steps * stepHigh - steps * stepLow, rootsOfTwoMissing[j]!);
}

/** e^(r + missing) − 1 for |r| below 0.0028; the first omitted term is 6e-19. */
function seriesMinus1(r: number, missing: number): number {
  const square = r * r;
  return missing + r + square * (0.5 + r * (1 / 6) + square * (1 / 24 + r * (1 / 120)));
}
