// The choice of the contract that a participant trades next: mostly one of the busiest, as in a real market.
import type { Random } from './random.ts';

const busyShare = 0.7;
const busyContracts = 12;

/**
 * Returns undefined if there are no contracts. `busiestFirst` contains them in the order of their
 * open interest.
 */
export function pickMostlyBusy<T>(random: Random, busiestFirst: readonly T[]): T | undefined {
  return random.pick(random.chance(busyShare) ? busiestFirst.slice(0, busyContracts) : busiestFirst);
}
