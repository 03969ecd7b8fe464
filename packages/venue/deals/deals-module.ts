// The ledger of the day's deals. Actions of members and the operator on deals are in deal-actions/.
import type { ChunkStore } from '../kernel/chunk-store.ts';
import { dealEvents } from './deal-events.ts';
import { DealLedger, type DealsState, type SavedDeals } from './deal-ledger.ts';
import { expireUnmatchedDeals } from './expire-unmatched-deals.ts';

export const dealsModule = {
  name: 'deals',
  events: dealEvents,
  slice: {
    empty: (store: ChunkStore) => new DealLedger(store),
    save: (deals: DealLedger): SavedDeals => deals.save(),
    load: (saved: SavedDeals, _lower: unknown, store: ChunkStore) => DealLedger.load(saved, store),
  },
  endOfDay: {
    expire: (context: Parameters<typeof expireUnmatchedDeals>[0]): void => expireUnmatchedDeals(context),
    reset: ({ state }: { readonly state: Pick<DealsState, 'deals'> }): void => state.deals.clear(),
  },
} as const;
