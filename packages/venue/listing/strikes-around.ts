// The strikes of options on a new month (market/contracts.md, Strikes): close together near the money, wider apart further out. Dealers
// may ask for more of them.
import type { StrikeGrid } from '../contracts/instrument.ts';
import { asPrice, type Price } from '../kernel/units.ts';

/** In ascending order, all positive. */
export function strikesAround(mtm: Price, { near, far, nearSteps, farSteps = 0 }: StrikeGrid): Price[] {
  const middle = Math.floor((2 * mtm + near) / (2 * near)) * near;
  const [low, high] = [middle - nearSteps * near, middle + nearSteps * near];
  const strikes: number[] = [];
  const lowest = Math.ceil(low / far) - 1;
  for (let step = farSteps - 1; step >= 0; step -= 1) strikes.push((lowest - step) * far);
  for (let strike = low; strike <= high; strike += near) strikes.push(strike);
  const highest = Math.floor(high / far) + 1;
  for (let step = 0; step < farSteps; step += 1) strikes.push((highest + step) * far);
  return strikes.filter((strike) => strike > 0).map(asPrice);
}
