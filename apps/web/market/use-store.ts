// The stores of data sets in React, for values that rarely change: the set of rows, its status, one row in a header. The live cells of a
// grid do not use React: the grid writes them itself.
import { dataSets, type FilledDataSet, type RowOf } from '@openpit/wire';
import { useCallback, useEffect, useMemo, useSyncExternalStore } from 'react';
import { useConnection } from '../stores/connection.ts';
import { useFeedState } from '../stores/feed.ts';
import type { LoadStatus, ReadableStore } from '../stores/keyed-store.ts';
import { dataSetStores } from '../stores/stores.ts';
import { watchDataSet } from '../transport/hub/feeds.ts';
import type { GridSource, RowKey } from '../ui/live-grid/grid-column.ts';
import { joinStops } from '../ui/signal.ts';

export function useStoreKeys<Row extends object, Key extends RowKey>(
  store: ReadableStore<Row, Key>,
): readonly Key[] {
  return useSyncExternalStore(store.onShape, store.keys);
}

export function useStoreStatus<Row extends object, Key extends RowKey>(
  store: ReadableStore<Row, Key>,
): LoadStatus {
  return useShownStatus(useSyncExternalStore(store.onShape, store.status));
}

/** The status to show. While the connection is lost, missing rows count as failed, not as loading. */
export function useShownStatus(status: LoadStatus): LoadStatus {
  const state = useFeedState();
  const wasConnected = useConnection(({ lastMessageAt }) => lastMessageAt !== null);
  const isCut = state === 'down' || state === 'offline' || state === 'reconnecting';
  return status !== 'success' && wasConnected && isCut ? 'error' : status;
}

/** One row, updated at most once per flush; undefined while there is none. */
export function useStoreRow<Row extends object, Key extends RowKey>(
  store: ReadableStore<Row, Key>,
  key: Key | null,
): Row | undefined {
  const subscribe = useCallback(
    (listener: () => void) =>
      key === null ? () => undefined : joinStops(store.onRow(key, listener), store.onShape(listener)),
    [store, key],
  );
  return useSyncExternalStore(subscribe, () => (key === null ? undefined : store.get(key)));
}

/** All rows, read again after every flush; for small sets that are shown or counted as a whole. */
export function useStoreRows<Row extends object, Key extends RowKey>(
  store: ReadableStore<Row, Key>,
): readonly Row[] {
  const reader = useMemo(() => {
    let rows: readonly Row[] | null = null;
    return {
      subscribe(listener: () => void) {
        rows = null;
        return store.onFlush(() => {
          rows = null;
          listener();
        });
      },
      read: () => {
        rows ??= store.rows();
        return rows;
      },
    };
  }, [store]);
  return useSyncExternalStore(reader.subscribe, reader.read);
}

type Stores = { readonly [Name in FilledDataSet]: ReadableStore<RowOf<Name>, RowKey> };
const stores: Stores = dataSetStores;

/** The rows of a data set for a panel: a list for React, and a source that the grid reads row by row. */
export interface RowSet<Row extends object> {
  readonly rows: readonly Row[];
  readonly status: LoadStatus;
  readonly source: GridSource<Row, RowKey>;
  readonly keyOf: (row: Row) => RowKey;
}

/** The rows of a set. A set without a start-up loader is requested when a panel first shows it. */
export function useDataSet<Name extends FilledDataSet>(name: Name): RowSet<RowOf<Name>> {
  const store = stores[name];
  useEffect(() => watchDataSet(name), [name]);
  const rows = useStoreRows(store);
  const status = useStoreStatus(store);
  const keyOf = useMemo(() => keyReader(dataSets[name].key), [name]);
  return { rows, status, source: store, keyOf };
}

function keyReader(field: string): (row: object) => RowKey {
  return (row) => {
    const key: unknown = Reflect.get(row, field);
    return typeof key === 'number' ? key : String(key);
  };
}
