// What the open panels watch: depth of contracts and rows of market screens, with reference counts. A panel calls on
// mount and stops on unmount; the connections follow (HUB-1, HUB-5).
import { dataSets, type FilledDataSet, type ScreenComponent } from '@openpit/wire';
import { dataSetStores } from '../stores/stores.ts';
import { depthFeed, marketFeed, screenFeeds } from './feeds.ts';

/** Keeps this contract's depth in depthStore up to date until the returned function is called. */
export function watchDepth(displaySeq: number): () => void {
  return depthFeed.watch(displaySeq);
}

/** Keeps the rows of these contracts in marketStore up to date over the connection of this kind of screen. */
export function watchContracts(component: ScreenComponent, contracts: readonly string[]): () => void {
  return screenFeeds.watch(component, contracts);
}

/** Loads a data set that no loader of the start-up loads, and follows it from then on; once, or again after a failure. */
export function loadOnRequest(name: FilledDataSet): void {
  const status = dataSetStores[name].status();
  if (status !== 'notStarted' && status !== 'error') return;
  // The set keeps loading: it is requested again with each new connection.
  marketFeed.load(dataSets[name].id).catch(() => undefined);
}
