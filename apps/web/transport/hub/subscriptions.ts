// The subscriptions of the open panels: depth, trend and rows of contracts, with reference counts, and data sets that are loaded on
// request. A panel subscribes on mount and unsubscribes on unmount; the connections follow (HUB-1, HUB-5).
import { dataSetStores } from '../../stores/stores.ts';
import { createDataSetWatch, exchangeDayChanged } from './data-sets.ts';
import { depthFeed, marketFeed, ownContracts, screenFeeds } from './feeds.ts';
import type { PriceLine } from './screen-feeds.ts';

/** Keeps this contract's depth in depthStore up to date until the returned function is called. */
export function watchDepth(displaySeq: number): () => void {
  return depthFeed.watch(displaySeq);
}

/**
 * Keeps the rows of these contracts in marketStore up to date over this connection until the returned function is called. Panels
 * use it through `market/prices.ts`.
 */
export function watchContracts(line: PriceLine, contracts: readonly string[]): () => void {
  return screenFeeds.watch(line, contracts);
}

export const { isLineLive, isWatched, isReceived, onReceived } = screenFeeds;

/** True if the user or the member has a position or an order in this contract, which is therefore always watched. */
export const isOwnContract = (contract: string): boolean => ownContracts.has(contract);

/** Loads the data set if it is not followed already, and keeps its store up to date until the returned function is called. */
export const watchDataSet = createDataSetWatch({
  statusOf: (name) => dataSetStores[name].status(),
  load: (dataSetId) => marketFeed.load(dataSetId),
  dayChanged: exchangeDayChanged,
});

/** Keeps today's row of this contract in dataSetStores.dailyTrends up to date until the returned function is called. */
export function watchTrend(contract: string): () => void {
  return marketFeed.watchTrend(contract);
}
