// The stores of data sets in React, for what changes seldom: which rows there are, whether they are loaded,
// one row in a header. The live cells of a grid do not use React: the grid writes them itself.
import { useCallback, useMemo, useSyncExternalStore } from 'react';
import type { LoadStatus, ReadableStore, RowKey } from '../../stores/keyed-store.ts';

export function useStoreKeys<Row extends object, Key extends RowKey>(
  store: ReadableStore<Row, Key>,
): readonly Key[] {
  return useSyncExternalStore(store.onShape, store.keys);
}

export function useStoreStatus<Row extends object, Key extends RowKey>(
  store: ReadableStore<Row, Key>,
): LoadStatus {
  return useSyncExternalStore(store.onShape, store.status);
}

/** One row, updated at most once per flush; undefined while there is none. */
export function useStoreRow<Row extends object, Key extends RowKey>(
  store: ReadableStore<Row, Key>,
  key: Key | null,
): Row | undefined {
  const subscribe = useCallback(
    (listener: () => void) => {
      if (key === null) return () => undefined;
      const stopRow = store.onRow(key, listener);
      const stopShape = store.onShape(listener);
      return () => {
        stopRow();
        stopShape();
      };
    },
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
        rows ??= store.keys().flatMap((key) => store.get(key) ?? []);
        return rows;
      },
    };
  }, [store]);
  return useSyncExternalStore(reader.subscribe, reader.read);
}
