// Which deals are new since they were last looked at. The deals of the first snapshot are not: they were there already. Those
// that a later snapshot brings, after a lost connection, are: the dealer has not been told of them.
import type { DealRow } from '@openpit/wire';
import type { ReadableStore } from '../../stores/keyed-store.ts';

export function createNewDeals(store: Pick<ReadableStore<DealRow, number>, 'get' | 'keys' | 'status'>): {
  take(): readonly DealRow[];
} {
  let known: Set<number> | null = null;
  return {
    take() {
      if (store.status() !== 'success') {
        known = null;
        return [];
      }
      const before = known;
      known = new Set(store.keys());
      if (before === null) return [];
      return store.keys().flatMap((key) => (before.has(key) ? [] : (store.get(key) ?? [])));
    },
  };
}

/** Whether a dealer is told of a deal: his own; where the account names no dealer, all of the member's. */
export function isOwnDeal(deal: Pick<DealRow, 'dealer'>, dealerCode: string): boolean {
  return dealerCode === '' || deal.dealer === dealerCode;
}
