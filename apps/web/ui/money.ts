// Conversion of money. Amounts and prices are rand with decimals on the wire and on the screen; sums are computed in whole
// cents, so that they are exact.

/** Rounds to the nearest cent. */
export function toCents(rand: number): number {
  return Math.round(rand * 100);
}

export function toRand(cents: number): number {
  return cents / 100;
}
