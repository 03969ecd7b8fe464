// Prices as they are dealt: on a tick, half a tick upwards. Nothing that was computed here is compared or kept before it is
// rounded like this.

/**
 * @param tick above 0, in the unit of the price: 0.2 of a rand, or 20 cents
 * @returns the nearest multiple of the tick; halfway, the higher one
 */
export function roundToTick(price: number, tick: number): number {
  const count = Math.floor(price / tick + 0.5);
  const perUnit = Math.round(1 / tick);
  // 1442 ÷ 5 is the number one writes, 1442 × 0.2 is not.
  return perUnit * tick === 1 ? count / perUnit : count * tick;
}
