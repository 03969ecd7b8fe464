// Loads the data sets that are not followed from sign-in on when a screen first shows them.
import { type DataSet, dataSets, type FilledDataSet } from '@openpit/wire';
import type { LoadStatus } from '../stores/keyed-store.ts';
import type { Signal } from './signals.ts';

export interface DataSetWatchOptions {
  readonly statusOf: (name: FilledDataSet) => LoadStatus;
  /** Requests the set; from then on its changes are received. */
  readonly load: (dataSetId: number) => Promise<number>;
  readonly dayChanged: Pick<Signal<void>, 'on'>;
}

/**
 * To be called while a screen shows the set; the returned function ends it. The hub publishes no changes of most sets that are the
 * same for everyone: such a set is requested for each screen, and again when the exchange announces something about its day.
 */
export function createDataSetWatch({ statusOf, load, dayChanged }: DataSetWatchOptions) {
  return (name: FilledDataSet): (() => void) => {
    const {
      id,
      isFollowed,
      owner,
      isLive = false,
    }: Pick<DataSet, 'id' | 'isFollowed' | 'isLive' | 'owner'> = dataSets[name];
    if (isFollowed) return () => undefined;
    const hasChanges = owner !== 'market' || isLive;
    const request = () => {
      const status = statusOf(name);
      if (status === 'loading' || (status === 'success' && hasChanges)) return;
      // The status of the store says that it failed.
      load(id).catch(() => undefined);
    };
    request();
    return hasChanges ? () => undefined : dayChanged.on(request);
  };
}
