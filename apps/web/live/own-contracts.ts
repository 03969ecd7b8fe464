// The contracts in which the user or the member has a position or an order: their rows are received on every layout and device,
// because profit, distance to the market and the day's result are computed from them wherever they are shown.
import type { FilledDataSet } from '@openpit/wire';
import type { ReadableStore, RowKey } from '../stores/keyed-store.ts';

/** The data sets whose rows are valued at the market. */
export const ownSets: readonly FilledDataSet[] = ['positions', 'consPositions', 'activeOrders'];

export interface OwnContracts {
  has(contract: string): boolean;
  /** Reads the sets again and changes the subscription. */
  update(): void;
}

/** Suspended orders and flat positions count, too: their rows show prices. */
export function createOwnContracts({
  stores,
  watch,
}: {
  readonly stores: readonly Pick<ReadableStore<{ readonly contract: string }, RowKey>, 'keys' | 'get'>[];
  readonly watch: (contracts: readonly string[]) => () => void;
}): OwnContracts {
  let watched: ReadonlySet<string> = new Set();
  let stop: () => void = () => undefined;
  return {
    has: (contract) => watched.has(contract),
    update() {
      const next = new Set(
        stores.flatMap((store) => store.keys().flatMap((key) => store.get(key)?.contract ?? [])),
      );
      if (next.size === watched.size && [...next].every((contract) => watched.has(contract))) return;
      watched = next;
      // The new subscription first: a contract in both is not unsubscribed.
      const stopBefore = stop;
      stop = watch([...next]);
      stopBefore();
    },
  };
}
