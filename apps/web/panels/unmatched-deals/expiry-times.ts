// When an unmatched deal expires: when deals in its contract can no longer be handled that day (market.md, Unmatched deals).
import type { PhasesReply, UnmatchedDealRow } from '@openpit/wire';
import { dash, formatCountdown } from '../../ui/format.ts';

export interface ExpiryTimes {
  /** Null while they are not known. */
  readonly phases: Pick<PhasesReply, 'groups' | 'businessDay'> | null;
  /** The first delivery day of a future, `2026-12-01`; undefined while it is not known. */
  readonly firstDeliveryDayOf: (future: string) => string | undefined;
}

type Item = Pick<UnmatchedDealRow, 'contract' | 'instrument' | 'state'>;

/** Epoch milliseconds; null for an item that no longer waits, and while the time is not known. */
export function expiresAt({ contract, instrument, state }: Item, times: ExpiryTimes): number | null {
  const { phases, firstDeliveryDayOf } = times;
  if (phases === null || state !== 'Waiting') return null;
  const groups = phases.groups.filter(({ instruments }) => instruments.includes(instrument));
  // The contract of an option begins with the name of its future.
  const delivery = firstDeliveryDayOf(contract.split(' ').slice(0, 2).join(' '));
  const isInDelivery = delivery !== undefined && phases.businessDay >= delivery;
  const group =
    groups.find((one) => one.group === 'world') ??
    groups.find((one) => one.group === (isInDelivery ? 'deliveryMonth' : 'other'));
  return group?.dealsUntil ?? null;
}

/** "1:28:53"; a dash for an item that no longer waits. */
export function timeLeftText(item: Item, times: ExpiryTimes, now: number): string {
  const at = expiresAt(item, times);
  return at === null ? dash : formatCountdown(at - now);
}
