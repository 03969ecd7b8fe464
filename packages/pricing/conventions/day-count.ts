// Time to expiry as the market counts it: calendar days, begun ones whole, over 365. On expiry, 0.

const msPerDay = 86_400_000;
const daysPerYear = 365;

/** @returns whole days, a begun one counted; 0 at expiry and after it */
export function daysToExpiry({
  nowMs,
  expiryMs,
}: {
  readonly nowMs: number;
  readonly expiryMs: number;
}): number {
  return Math.max(0, Math.ceil((expiryMs - nowMs) / msPerDay));
}

/** @returns T, for the formulas */
export function yearsFromDays(days: number): number {
  return days / daysPerYear;
}
