// Which contract a participant turns to next: mostly one of the busiest, as in a real market, so that volumes fall with the month.
import type { Random } from './random.ts';

/** The larger, the more often the first ones. */
const skew = 2;
/** Of so few all are as busy. */
const few = 12;

/** `busiestFirst`: the contracts in the order of their open interest. Undefined when there are none. */
export function pickMostlyBusy<T>(random: Random, busiestFirst: readonly T[]): T | undefined {
  const share = busiestFirst.length > few ? random.share() ** skew : random.share();
  return busiestFirst[Math.floor(share * busiestFirst.length)];
}
