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
 * Whether the dealer is notified of a deal: the dealer's own deal, a deal that the market made without a dealer, such as an
 * assignment, or any deal of the member if the account names no dealer.
 */
export function isOwnDeal(deal: Pick<DealRow, 'dealer'>, dealerCode: string): boolean {
  return dealerCode === '' || deal.dealer === '' || deal.dealer === dealerCode;
}

/** Both members have other notices of these, which say what was offered, accepted or passed on. */
const noticedOtherwise: ReadonlySet<DealRow['origin']> = new Set(['reported', 'assigned', 'tripartite']);

/**
 * Those of the new deals that changed the dealer's position by trading or by an act of the market. Deals that a deal action
 * has made from other deals, such as the parts of a split, are not news: nothing was bought or sold.
 */
export function dealtNow(newDeals: readonly DealRow[], allDeals: readonly DealRow[]): readonly DealRow[] {
  const replacedIn = new Set(
    allDeals.flatMap(({ linkedGroup, state }) => (isReplaced(state) ? (linkedGroup ?? []) : [])),
  );
  return newDeals.filter(
    ({ origin, linkedGroup }) =>
      !noticedOtherwise.has(origin) && (linkedGroup === null || !replacedIn.has(linkedGroup)),
  );
}

/** Whether other deals took the place of a deal in this state. */
const isReplaced = (state: DealRow['state']) =>
  state === 'Split' || state === 'Cumulated' || state === 'Assigned' || state === 'Tripartite';
