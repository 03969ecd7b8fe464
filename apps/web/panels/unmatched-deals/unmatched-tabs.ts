// The tabs of the Unmatched deals panel: what waits for this member, and what this member has captured.
import type { UnmatchedDealRow } from '@openpit/wire';
import type { UnmatchedTab } from './unmatched-settings.ts';

type Item = Pick<UnmatchedDealRow, 'role' | 'state'>;

/** A cross is in both. */
export const isInTab = ({ role }: Pick<Item, 'role'>, tab: UnmatchedTab): boolean =>
  role !== (tab === 'For us' ? 'captured' : 'addressed');

/** How many still wait, by tab. */
export function waitingCounts(items: readonly Item[]): Readonly<Record<UnmatchedTab, number>> {
  const waiting = items.filter(({ state }) => state === 'Waiting');
  const count = (tab: UnmatchedTab) => waiting.filter((item) => isInTab(item, tab)).length;
  return { 'For us': count('For us'), Ours: count('Ours') };
}

/** What waits first, then the newest. */
export function waitingFirst(a: UnmatchedDealRow, b: UnmatchedDealRow): number {
  const rank = ({ state }: UnmatchedDealRow) => (state === 'Waiting' ? 0 : 1);
  return rank(a) - rank(b) || b.time - a.time || b.unmatchedSeq - a.unmatchedSeq;
}
