// The deals that are new since the last look. The deals of the first snapshot are not new. Deals that a later snapshot brings,
// after a lost connection, are: the dealer has not seen them yet.
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

/**
 * Whether the dealer is notified of a deal: an own one, one that the market made without any dealer, such as an assignment, or any
 * of the member's where the account names no dealer.
 */
export function isOwnDeal(deal: Pick<DealRow, 'dealer'>, dealerCode: string): boolean {
  return dealerCode === '' || deal.dealer === '' || deal.dealer === dealerCode;
}
