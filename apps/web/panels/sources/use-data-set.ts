// The rows of a data set for a panel: all of them in React, and a source from which the grid reads them one
// by one. A set that is not followed from sign-in on is loaded by its first panel.
import { dataSets, type FilledDataSet, type RowOf } from '@openpit/wire';
import { useEffect, useMemo } from 'react';
import { watchDataSet } from '../../server/hub/subscriptions.ts';
import type { LoadStatus, ReadableStore, RowKey } from '../../stores/keyed-store.ts';
import { dataSetStores } from '../../stores/stores.ts';
import type { GridSource } from '../../ui/live-grid/grid-column.ts';
import { useStoreRows, useStoreStatus } from './use-store.ts';

type Stores = { readonly [Name in FilledDataSet]: ReadableStore<RowOf<Name>, RowKey> };
const stores: Stores = dataSetStores;

/** Rows with what a grid needs to show them. */
export interface RowSet<Row extends object> {
  readonly rows: readonly Row[];
  readonly status: LoadStatus;
  readonly source: GridSource<Row, RowKey>;
  readonly keyOf: (row: Row) => RowKey;
}

/** A set that no start-up loader loads is requested when a panel first shows it. */
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
