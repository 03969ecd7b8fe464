// Receives the data sets of MODEL-6: a snapshot of each, then its changes in order. A gap in the order requests the set
// again; a change that is older than the snapshot is dropped.
import { type DataSetUpdate, dataSets, type FilledDataSet } from '@openpit/wire';
import type { KeyedStore, RowKey } from '../stores/keyed-store.ts';
import { createOrderedStream, type OrderedStream } from './ordered-stream.ts';

/** What the receiver does to the store of a set. */
type ReceivingStore = Pick<
  KeyedStore<object, RowKey>,
  'replaceAll' | 'merge' | 'remove' | 'status' | 'setStatus'
>;

/** Sets are given by their id on the wire; one that is not in the wire's table is ignored. */
export interface DataSetReceiver {
  requested(dataSetId: number): void;
  requestFailed(dataSetId: number): void;
  /** Throws when a row has no key; the set then stays as it was. */
  init(dataSetId: number, snapshot: { rows: readonly object[]; epoch: string; asOf: number }): void;
  update(change: DataSetUpdate): void;
}

interface ReceivedSet {
  readonly name: FilledDataSet;
  readonly key: string;
  readonly store: ReceivingStore;
  readonly stream: OrderedStream<DataSetUpdate>;
}

export function createDataSetReceiver({
  stores,
  requestAgain,
  onSnapshot,
  onRows,
}: {
  stores: Readonly<Record<FilledDataSet, ReceivingStore>>;
  requestAgain: (dataSetId: number) => void;
  /** Called with the number of rows when a snapshot is in its store. */
  onSnapshot: (dataSetId: number, count: number) => void;
  /** Called when rows of a set are in its store, by snapshot or by change. */
  onRows: (name: FilledDataSet) => void;
}): DataSetReceiver {
  const names = Object.keys(dataSets) as FilledDataSet[];
  const sets = new Map<number, ReceivedSet>(
    names.map((name) => {
      const { id, key } = dataSets[name];
      return [id, { name, key, store: stores[name], stream: createOrderedStream() }];
    }),
  );

  return {
    requested(dataSetId) {
      const set = sets.get(dataSetId);
      set?.stream.requested();
      if (set && set.store.status() !== 'success') set.store.setStatus('loading');
    },
    requestFailed(dataSetId) {
      const set = sets.get(dataSetId);
      set?.stream.requestFailed();
      if (set && set.store.status() === 'loading') set.store.setStatus('error');
    },
    init(dataSetId, { rows, epoch, asOf }) {
      const set = sets.get(dataSetId);
      if (!set) return;
      set.store.replaceAll(withKeys(rows, set));
      const { newer, hasGap } = set.stream.snapshot({ epoch, asOf });
      for (const change of newer) apply(set, change);
      set.store.setStatus('success');
      onRows(set.name);
      onSnapshot(dataSetId, rows.length);
      if (hasGap) requestAgain(dataSetId);
    },
    update(change) {
      const set = sets.get(change.dataSetId);
      if (!set || !isWanted(set)) return;
      const verdict = set.stream.receive(change);
      if (verdict === 'apply') {
        apply(set, change);
        onRows(set.name);
      } else if (verdict === 'gap') requestAgain(change.dataSetId);
    },
  };
}

/** A set that is loaded on request is followed only from its first request on. */
function isWanted({ name, store }: ReceivedSet): boolean {
  return dataSets[name].isFollowed || store.status() !== 'notStarted';
}

function apply(set: ReceivedSet, { rows, removed }: DataSetUpdate): void {
  set.store.merge(withKeys(rows, set));
  set.store.remove(removed);
}

function withKeys(rows: readonly object[], { name, key }: ReceivedSet): readonly object[] {
  for (const row of rows)
    if (!(key in row)) throw new Error(`A row of the data set ${name} has no ${key}, which is its key.`);
  return rows;
}
