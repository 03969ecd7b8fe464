// Time to expiry as the market counts it (market.md, Options): calendar days over 365, a begun day as a
// whole one; 0 at expiry.

const msPerDay = 86_400_000;
const daysPerYear = 365;

/** @returns days, a begun one counted as a whole one; 0 at expiry and after it */
export function daysToExpiry({
  nowMs,
  expiryMs,
}: {
  readonly nowMs: number;
  readonly expiryMs: number;
}): number {
  return Math.max(0, Math.ceil((expiryMs - nowMs) / msPerDay));
}

/** @returns T of the formulas */
export function yearsFromDays(days: number): number {
  return days / daysPerYear;
}
