// Loads the data sets that are not followed from sign-in on when a screen first shows them.
import { dataSets, type FilledDataSet } from '@openpit/wire';
import type { LoadStatus } from '../stores/keyed-store.ts';
import type { Signal } from './signals.ts';

export interface DataSetWatchOptions {
  readonly statusOf: (name: FilledDataSet) => LoadStatus;
  /** Requests the set; from then on its changes are received. */
  readonly load: (dataSetId: number) => Promise<number>;
  readonly dayChanged: Pick<Signal<void>, 'on'>;
}

/**
 * To be called while a screen shows the set; the returned function ends it. The hub publishes no changes of a set that is the
 * same for everyone: it is requested for each screen, and again when the exchange announces something about its day.
 */
export function createDataSetWatch({ statusOf, load, dayChanged }: DataSetWatchOptions) {
  return (name: FilledDataSet): (() => void) => {
    const { id, isFollowed, owner } = dataSets[name];
    if (isFollowed) return () => undefined;
    const hasChanges = owner !== 'market';
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
