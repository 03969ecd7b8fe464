// A list of rows as a source for a grid.
import { useMemo } from 'react';
import type { RowKey } from '../../ui/live-grid/grid-column.ts';
import { createRowSource, type RowSource } from './row-source.ts';

export interface ListedRows<Row, Key extends RowKey> {
  readonly source: RowSource<Row, Key>;
  readonly keys: readonly Key[];
}

/** `keyOf` must stay the same function from render to render. */
export function useRowSource<Row, Key extends RowKey>(
  rows: readonly Row[],
  keyOf: (row: Row) => Key,
): ListedRows<Row, Key> {
  const source = useMemo(() => createRowSource<Row, Key>(keyOf), [keyOf]);
  // Set while rendering: the rows must be there when the grid asks for them.
  const keys = useMemo(() => {
    source.set(rows);
    return rows.map(keyOf);
  }, [source, rows, keyOf]);
  return { source, keys };
}
