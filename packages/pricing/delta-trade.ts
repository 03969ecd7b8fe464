// The figures of a delta trade (market.md, Deltas): an option dealt together with its hedge in the future at a reference price.

/** To the nearest millionth, half of one rounded up. */
export function roundedDelta(delta: number): number {
  return Math.floor(delta * 1e6 + 0.5) / 1e6;
}

/**
 * @param lots of the option, a whole number
 * @param delta to a millionth
 * @returns lots × |delta|, half a lot rounded up
 */
export function hedgeLots(lots: number, delta: number): number {
  return Math.floor((lots * Math.round(Math.abs(delta) * 1e6) + 500_000) / 1e6);
}
