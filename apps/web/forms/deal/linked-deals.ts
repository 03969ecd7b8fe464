// The deals that were made of one another, and a deal's corrections in words.
import type { DealRow, DealState } from '@openpit/wire';
import { exchangeTime } from '../../market/market-text.ts';

/** The other deals of the group, in the order of their numbers; none for a deal without a group. */
export function linkedDeals(deal: DealRow, all: readonly DealRow[]): readonly DealRow[] {
  const { dealSeq, linkedGroup } = deal;
  if (linkedGroup === null) return [];
  return all
    .filter((one) => one.linkedGroup === linkedGroup && one.dealSeq !== dealSeq)
    .toSorted((a, b) => a.dealSeq - b.dealSeq);
}

export const stateWords: Readonly<Record<DealState, string>> = {
  Open: 'open',
  Assigning: 'offered to another member',
  Split: 'split',
  Cumulated: 'cumulated',
  Assigned: 'passed on by assignment',
  Tripartite: 'passed on by a tripartite arrangement',
  Cancelled: 'cancelled',
};

const fieldWords = { principal: 'principal', subAccount: 'sub-account', price: 'price' } as const;

/** "10:31:07 THN: principal from FARM1 to KAND". The operator corrects prices. */
export function changeText({ time, dealer, what, from, to }: DealRow['changes'][number]): string {
  const by = dealer === '' ? 'operator' : dealer;
  const value = (text: string) => (text === '' ? 'none' : text);
  return `${exchangeTime(time)} ${by}: ${fieldWords[what]} from ${value(from)} to ${value(to)}`;
}
