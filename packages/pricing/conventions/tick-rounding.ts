// Rounds prices to a tick, half a tick up. Every computed price is rounded like this before it is compared
// or stored.

/**
 * @param tick above 0, in the unit of the price: 0.2 rand, or 20 cents
 * @returns the nearest multiple of the tick; halfway, the higher one
 */
export function roundToTick(price: number, tick: number): number {
  const count = Math.floor(price / tick + 0.5);
  const perUnit = Math.round(1 / tick);
  // 1442 ÷ 5 is 288.4, and 1442 × 0.2 is not.
  return perUnit * tick === 1 ? count / perUnit : count * tick;
}
