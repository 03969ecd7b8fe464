// The error of a result in units in the last place. A reference value is the nearest double and the part
// that it lacks, so that fractions of a unit can be measured.

interface TrueValue {
  /** The double nearest to the true value. */
  readonly nearest: number;
  /** True value − nearest, in units in the last place of `nearest`. */
  readonly missing: number;
}

const double = new DataView(new ArrayBuffer(8));

/** @returns the distance from |value| to the next larger double */
function ulpOf(value: number): number {
  double.setFloat64(0, Math.abs(value));
  double.setBigInt64(0, double.getBigInt64(0) + 1n);
  return double.getFloat64(0) - Math.abs(value);
}

/** @returns |got − true value| in units in the last place; Infinity for NaN */
export function errorInUlp(got: number, { nearest, missing }: TrueValue): number {
  const error = Math.abs((got - nearest) / ulpOf(nearest) - missing);
  return Number.isNaN(error) ? Number.POSITIVE_INFINITY : error;
}

/** A row of the reference values: x, nearest, missing. */
export type ElementaryRow = readonly [x: number, nearest: number, missing: number];

/** @returns the row with the largest error of a function */
export function worstOf(
  f: (x: number) => number,
  rows: readonly ElementaryRow[],
): { readonly x: number; readonly ulp: number } {
  return rows
    .map(([x, nearest, missing]) => ({ x, ulp: errorInUlp(f(x), { nearest, missing }) }))
    .reduce((worst, sample) => (sample.ulp > worst.ulp ? sample : worst));
}
