// Quantities at one press: round numbers of lots up to the user's maximum.

const round = [1, 5, 10, 25, 50, 100, 200, 500, 1_000];
const most = 6;

/** The smallest first: a dealer with a small maximum sees the small ones. */
export function presetsUpTo(maxQty: number): number[] {
  return round.filter((qty) => qty <= maxQty).slice(0, most);
}
