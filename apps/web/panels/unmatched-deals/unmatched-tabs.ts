// The tabs of the Unmatched deals panel: what waits for this member, and what this member has captured.
import type { UnmatchedDealRow } from '@openpit/wire';
import type { UnmatchedTab } from './unmatched-settings.ts';

type Item = Pick<UnmatchedDealRow, 'role' | 'state'>;

export const isInTab = ({ role }: Pick<Item, 'role'>, tab: UnmatchedTab): boolean =>
  (tab === 'For us') === (role === 'addressed');

/** How many still wait, by tab. */
export function waitingCounts(items: readonly Item[]): Readonly<Record<UnmatchedTab, number>> {
  const waiting = items.filter(({ state }) => state === 'Waiting');
  const forUs = waiting.filter((item) => isInTab(item, 'For us')).length;
  return { 'For us': forUs, Ours: waiting.length - forUs };
}

/** What waits first, then the newest. */
export function waitingFirst(a: UnmatchedDealRow, b: UnmatchedDealRow): number {
  const rank = ({ state }: UnmatchedDealRow) => (state === 'Waiting' ? 0 : 1);
  return rank(a) - rank(b) || b.time - a.time || b.unmatchedSeq - a.unmatchedSeq;
}
