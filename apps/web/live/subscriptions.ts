// What the open panels watch: depth, trend and rows of contracts, with reference counts, and data sets that are loaded on
// request. A panel calls on mount and stops on unmount; the connections follow (HUB-1, HUB-5).
import type { ScreenComponent } from '@openpit/wire';
import { dataSetStores } from '../stores/stores.ts';
import { createDataSetWatch } from './data-set-watch.ts';
import { depthFeed, marketFeed, screenFeeds } from './feeds.ts';
import { exchangeDayChanged } from './signals.ts';

/** Keeps this contract's depth in depthStore up to date until the returned function is called. */
export function watchDepth(displaySeq: number): () => void {
  return depthFeed.watch(displaySeq);
}

/** Keeps the rows of these contracts in marketStore up to date over the connection of this kind of screen. */
export function watchContracts(component: ScreenComponent, contracts: readonly string[]): () => void {
  return screenFeeds.watch(component, contracts);
}

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
