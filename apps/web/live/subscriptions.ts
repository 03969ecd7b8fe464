// What the open panels watch: depth, trend and rows of contracts, with reference counts. A panel calls on
// mount and stops on unmount; the connections follow (HUB-1, HUB-5).
import type { ScreenComponent } from '@openpit/wire';
import { depthFeed, marketFeed, screenFeeds } from './feeds.ts';

/** Keeps this contract's depth in depthStore up to date until the returned function is called. */
export function watchDepth(displaySeq: number): () => void {
  return depthFeed.watch(displaySeq);
}

/** Keeps the rows of these contracts in marketStore up to date over the connection of this kind of screen. */
export function watchContracts(component: ScreenComponent, contracts: readonly string[]): () => void {
  return screenFeeds.watch(component, contracts);
}

/** Keeps today's row of this contract in dataSetStores.dailyTrends up to date until the returned function is called. */
export function watchTrend(contract: string): () => void {
  return marketFeed.watchTrend(contract);
}
