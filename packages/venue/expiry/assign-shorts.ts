// Chooses the short lots that are assigned when options are exercised (market/options.md, Exercise and abandon).
import { SeededRandom } from '../kernel/seeded-random.ts';
import { lots } from '../kernel/units.ts';
import type { Part } from './close-out.ts';

/** Draws this many of the short lots with equal probability, so that on average accounts are assigned pro rata. */
export function drawLots(shorts: readonly Part[], quantity: number, seed: number): Part[] {
  const random = new SeededRandom(seed);
  let left = shorts.reduce((sum, part) => sum + part.lots, 0);
  let remaining = quantity;
  return shorts.flatMap(({ owner, lots: shortLots }) => {
    let drawn = 0;
    for (let lot = 0; lot < shortLots; lot += 1) {
      // Each lot is drawn with the probability of lots still needed over lots remaining.
      if (random.below(left) < remaining) {
        drawn += 1;
        remaining -= 1;
      }
      left -= 1;
    }
    return drawn === 0 ? [] : [{ owner, lots: lots(drawn) }];
  });
}
