// The rules of the Unmatched deals panel: its tabs, their counts, and when a deal expires.
import { type PhasesReply, parseContractName, type UnmatchedDealRow } from '@openpit/wire';
import { dash, formatCountdown } from '../../ui/format.ts';
import type { UnmatchedTab } from './definition.tsx';

export interface ExpiryTimes {
  /** `null` while they are not known. */
  readonly phases: Pick<PhasesReply, 'groups' | 'businessDay'> | null;
  /** The first delivery day of a future, `2026-12-01`; undefined while it is not known. */
  readonly firstDeliveryDayOf: (future: string) => string | undefined;
}

type Item = Pick<UnmatchedDealRow, 'contract' | 'instrument' | 'state'>;

/**
 * When an unmatched deal expires: when deals in its contract can no longer be handled that day (market/deals.md, Unmatched deals). Epoch
 * milliseconds; null for an item that no longer waits, and while the time is not known.
 */
export function expiresAt({ contract, instrument, state }: Item, times: ExpiryTimes): number | null {
  const { phases, firstDeliveryDayOf } = times;
  if (phases === null || state !== 'Waiting') return null;
  const groups = phases.groups.filter(({ instruments }) => instruments.includes(instrument));
  const delivery = firstDeliveryDayOf(parseContractName(contract).future);
  const isInDelivery = delivery !== undefined && phases.businessDay >= delivery;
  const group =
    groups.find((group) => group.group === 'world') ??
    groups.find((group) => group.group === (isInDelivery ? 'deliveryMonth' : 'other'));
  return group?.dealsUntil ?? null;
}

/** "1:28:53"; a dash for an item that no longer waits. */
export function timeLeftText(item: Item, times: ExpiryTimes, now: number): string {
  const at = expiresAt(item, times);
  return at === null ? dash : formatCountdown(at - now);
}

type TabItem = Pick<UnmatchedDealRow, 'role' | 'state'>;

/** The tabs of the Unmatched deals panel: items that this member must answer, and items that it has entered. A cross is in both. */
export const isItemInTab = ({ role }: Pick<TabItem, 'role'>, tab: UnmatchedTab): boolean =>
  role !== (tab === 'For us' ? 'captured' : 'addressed');

/** The number of items that still wait, by tab. */
export function waitingCounts(items: readonly TabItem[]): Readonly<Record<UnmatchedTab, number>> {
  const waiting = items.filter(({ state }) => state === 'Waiting');
  const count = (tab: UnmatchedTab) => waiting.filter((item) => isItemInTab(item, tab)).length;
  return { 'For us': count('For us'), Ours: count('Ours') };
}

/** Waiting items first, then the newest. */
export function waitingFirst(a: UnmatchedDealRow, b: UnmatchedDealRow): number {
  const rank = ({ state }: UnmatchedDealRow) => (state === 'Waiting' ? 0 : 1);
  return rank(a) - rank(b) || b.time - a.time || b.unmatchedSeq - a.unmatchedSeq;
}
