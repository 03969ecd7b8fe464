// The sums of columns as a grid shows them, by the hook of the grid.
import { renderHook } from '@testing-library/react';
import type { GridColumn } from '../live-grid/grid-column.ts';
import { useSums } from '../live-grid/use-sums.ts';

/** A text for each column. Needs a document. */
export function columnSums<Row>(
  columns: readonly GridColumn<Row>[],
  rows: readonly Row[],
): readonly string[] {
  const source = { get: (row: number) => rows[row], onRow: () => () => undefined };
  const options = { columns, rows, source, keyOf: (row: Row) => rows.indexOf(row) };
  const { result, unmount } = renderHook(() => useSums(options));
  unmount();
  return result.current;
}
