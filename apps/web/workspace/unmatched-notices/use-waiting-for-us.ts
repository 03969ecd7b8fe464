// How many unmatched deals wait for the own member's acceptance, for the badges of the panel's entries.
import { useStoreRows } from '../../panels/sources/use-store.ts';
import { waitingCounts } from '../../panels/unmatched-deals/rules.ts';
import { dataSetStores } from '../../stores/stores.ts';

export const useWaitingForUs = (): number =>
  waitingCounts(useStoreRows(dataSetStores.unmatchedDeal))['For us'];

/** "2 to accept"; null for none. */
export const waitingText = (count: number): string | null => (count === 0 ? null : `${count} to accept`);
