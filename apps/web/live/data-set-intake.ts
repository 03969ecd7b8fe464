// The data sets of MODEL-6 as they come in: a snapshot each, then changes in order (design §4.3). A hole in the order asks
// for the set again; what is older than the snapshot is dropped.
import type { DataSetUpdate } from '@openpit/wire';
import type { KeyedStore, RowKey } from '../stores/keyed-store.ts';
import { createOrderedStream, type OrderedStream } from './ordered-stream.ts';

/** A data set that this application keeps: its store and the field that is the key of its rows. */
export interface KeptDataSet {
  readonly store: Pick<
    KeyedStore<object, RowKey>,
    'replaceAll' | 'merge' | 'remove' | 'status' | 'setStatus'
  >;
  readonly key: string;
}

export interface DataSetIntake {
  /** The set has been asked for. */
  asked(dataSetId: number): void;
  notAsked(dataSetId: number): void;
  init(dataSetId: number, snapshot: { rows: readonly object[]; epoch: string; asOf: number }): void;
  update(change: DataSetUpdate): void;
}

export function createDataSetIntake({
  kept,
  askAgain,
  onInit,
  onTaken = () => undefined,
}: {
  /** By data-set id; sets that are not kept are passed over. */
  kept: ReadonlyMap<number, KeptDataSet>;
  askAgain: (dataSetId: number) => void;
  onInit: (dataSetId: number, count: number) => void;
  /** Told when rows of a set have come in, by snapshot or by change. */
  onTaken?: (dataSetId: number) => void;
}): DataSetIntake {
  const streams = new Map<number, OrderedStream<DataSetUpdate>>();

  function streamOf(dataSetId: number): OrderedStream<DataSetUpdate> {
    const stream = streams.get(dataSetId) ?? createOrderedStream<DataSetUpdate>();
    streams.set(dataSetId, stream);
    return stream;
  }

  function apply({ store, key }: KeptDataSet, { rows, removed }: DataSetUpdate): void {
    store.merge(withKeys(rows, key));
    store.remove(removed);
  }

  return {
    asked(dataSetId) {
      streamOf(dataSetId).asked();
      const set = kept.get(dataSetId);
      if (set && set.store.status() !== 'success') set.store.setStatus('loading');
    },
    notAsked(dataSetId) {
      streamOf(dataSetId).notAsked();
      const set = kept.get(dataSetId);
      if (set && set.store.status() === 'loading') set.store.setStatus('error');
    },
    init(dataSetId, { rows, epoch, asOf }) {
      const set = kept.get(dataSetId);
      if (!set) return;
      set.store.replaceAll(withKeys(rows, set.key));
      const { newer, hasHole } = streamOf(dataSetId).snapshot({ epoch, asOf });
      for (const change of newer) apply(set, change);
      set.store.setStatus('success');
      onTaken(dataSetId);
      onInit(dataSetId, rows.length);
      if (hasHole) askAgain(dataSetId);
    },
    update(change) {
      const set = kept.get(change.dataSetId);
      if (!set) return;
      const verdict = streamOf(change.dataSetId).receive(change);
      if (verdict === 'apply') {
        apply(set, change);
        onTaken(change.dataSetId);
      } else if (verdict === 'hole') askAgain(change.dataSetId);
    },
  };
}

function withKeys(rows: readonly object[], key: string): readonly object[] {
  for (const row of rows)
    if (!(key in row)) throw new Error(`A row of a data set came without its key “${key}”.`);
  return rows;
}
