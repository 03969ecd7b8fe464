// The sums of columns over all rows, a group or the selected rows. They are computed in whole cents, so that
// they are exact.
import { formatLots } from '../format.ts';
import { toCents, toRand } from '../money.ts';
import type { GridColumn } from './grid-column.ts';

/** Null for a column without a sum, and when no row has a value. */
export function sumOf<Row>(column: GridColumn<Row>, rows: readonly Row[]): number | null {
  if (column.sum === undefined) return null;
  let cents = 0;
  let isAny = false;
  for (const row of rows) {
    const value = column.sum(row);
    if (value === null) continue;
    isAny = true;
    cents += toCents(value);
  }
  return isAny ? toRand(cents) : null;
}

/** Empty for a column without a sum. */
export function sumText<Row>(column: GridColumn<Row>, rows: readonly Row[]): string {
  const sum = sumOf(column, rows);
  return sum === null ? '' : (column.sumText ?? formatLots)(sum);
}
