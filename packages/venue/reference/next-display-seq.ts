// The stable numbers of contracts that are listed after the market's first day.
import type { Market } from '../state.ts';
import { contractsAStrike } from './list-contracts.ts';

/** The next free number; the four contracts of a strike take it and the three after it. */
export function nextDisplaySeq({ contracts }: Pick<Market, 'contracts'>): number {
  let highest = 0;
  for (const { listing } of contracts.values()) highest = Math.max(highest, listing.displaySeq);
  return highest + (contractsAStrike - (highest % contractsAStrike));
}
