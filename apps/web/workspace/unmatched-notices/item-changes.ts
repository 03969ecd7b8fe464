// The unmatched deals that are new or have changed since the last look. Those of the first snapshot are not new.
import type { UnmatchedDealRow } from '@openpit/wire';
import type { ReadableStore } from '../../stores/keyed-store.ts';
import type { ItemChange } from './unmatched-toasts.ts';

export function createItemChanges(
  store: Pick<ReadableStore<UnmatchedDealRow, number>, 'get' | 'keys' | 'status'>,
): { take(): readonly ItemChange[] } {
  let known: ReadonlyMap<number, UnmatchedDealRow> | null = null;
  return {
    take() {
      if (store.status() !== 'success') {
        known = null;
        return [];
      }
      const before = known;
      known = new Map(store.keys().flatMap((key) => pairOf(store.get(key))));
      if (before === null) return [];
      return [...known].flatMap(([key, item]) =>
        before.get(key) === item ? [] : [{ before: before.get(key), item }],
      );
    },
  };
}

const pairOf = (item: UnmatchedDealRow | undefined) =>
  item === undefined ? [] : [[item.unmatchedSeq, item] as const];
