// The units of amounts: the market has integer cents and hundredths of a percent; files, the wire and screens have rand and percent as
// numbers. No other file converts them.

/** Rounds to the nearest cent. Adding 0 turns −0, which JSON cannot represent, into 0. */
export const toCents = (rand: number): number => Math.round(rand * 100) + 0;

export function toRand(cents: number): number;
export function toRand(cents: number | null | undefined): number | null;
export function toRand(cents: number | null | undefined): number | null {
  return cents === null || cents === undefined ? null : cents / 100;
}

/** Percent to hundredths of a percent. */
export const toHundredths = toCents;

/** Hundredths of a percent to percent. */
export const toPercent = (hundredths: number): number => hundredths / 100;

/** Rounds to a whole number, halves away from zero: −75.5 is −76. */
export const roundHalfAway = (value: number): number => Math.round(Math.abs(value)) * Math.sign(value) + 0;

/** The average price in rand of a value in cents times lots, to four decimals. */
export const averageRand = (value: number, lots: number): number =>
  roundHalfAway((value * 100) / lots) / 10_000;

/** Whether the value has at most two decimals, apart from the rounding errors of floating-point numbers. */
export const hasTwoDecimals = (value: number): boolean =>
  Math.abs(value * 100 - Math.round(value * 100)) < 1e-6 + Math.abs(value) * 400 * Number.EPSILON;
