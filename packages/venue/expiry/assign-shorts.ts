// The choice of the short lots that are assigned when options are exercised (market.md, Exercise and abandon).
import { SeededRandom } from '../kernel/seeded-random.ts';
import { lots } from '../kernel/units.ts';
import type { Part } from './close-out.ts';

/** Draws this many of the short lots, each with the same chance; an account is assigned pro rata on average. */
export function drawLots(shorts: readonly Part[], quantity: number, seed: number): Part[] {
  const random = new SeededRandom(seed);
  let left = shorts.reduce((sum, part) => sum + part.lots, 0);
  let wanted = quantity;
  return shorts.flatMap(({ owner, lots: held }) => {
    let drawn = 0;
    for (let lot = 0; lot < held; lot += 1) {
      // Each lot is drawn with the chance that is left: as many as are wanted, of as many as remain.
      if (random.below(left) < wanted) {
        drawn += 1;
        wanted -= 1;
      }
      left -= 1;
    }
    return drawn === 0 ? [] : [{ owner, lots: lots(drawn) }];
  });
}
