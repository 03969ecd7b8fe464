// The sums of rows, which follow the market. They can be computed only by the hook, so that no screen computes a sum once and keeps it.
import { useCallback, useSyncExternalStore } from 'react';
import { formatLots } from '../format.ts';
import type { GridColumn, GridSource, RowKey } from './grid-column.ts';

export interface SummedRows<Row, Key extends RowKey> {
  readonly columns: readonly GridColumn<Row>[];
  readonly rows: readonly Row[];
  readonly source: GridSource<Row, Key>;
  readonly keyOf: (row: Row) => Key;
}

const pauseMs = 500;

/**
 * The sums of these rows, a text for each column. They are computed at most twice a second, because
 * users cannot read them faster.
 */
export function useSums<Row, Key extends RowKey>(options: SummedRows<Row, Key>): readonly string[] {
  const { columns, rows, source, keyOf } = options;
  const hasSums = columns.some((column) => column.sum !== undefined);
  const subscribe = useCallback(
    (listener: () => void) => {
      if (!hasSums) return () => undefined;
      const timer = setInterval(listener, pauseMs);
      return () => clearInterval(timer);
    },
    [hasSums],
  );
  // Compared as one text, so that React renders only if a sum has changed.
  const read = () => {
    if (!hasSums) return '';
    const now = rows.map((row) => source.get(keyOf(row)) ?? row);
    return columns.map((column) => sumText(column, now)).join('\n');
  };
  return useSyncExternalStore(subscribe, read).split('\n');
}

/**
 * Sums in whole hundredths, so that the result is exact. Returns `null` for a column without a sum,
 * and if no row has a value.
 */
function sumOf<Row>(column: GridColumn<Row>, rows: readonly Row[]): number | null {
  if (column.sum === undefined) return null;
  let hundredths = 0;
  let isAny = false;
  for (const row of rows) {
    const value = column.sum(row);
    if (value === null) continue;
    isAny = true;
    hundredths += Math.round(value * 100);
  }
  return isAny ? hundredths / 100 : null;
}

/** Empty for a column without a sum. */
function sumText<Row>(column: GridColumn<Row>, rows: readonly Row[]): string {
  const sum = sumOf(column, rows);
  return sum === null ? '' : (column.sumText ?? formatLots)(sum);
}
