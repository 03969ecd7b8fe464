// What the columns of a grid show of a row, for tests of columns.
import type { GridColumn } from '../ui/live-grid/grid-column.ts';

/** "Bid: 4,034.80" for each column in its order, without the spaces that pad a number. */
export function columnTexts<Row>(columns: readonly GridColumn<Row>[], row: Row): string[] {
  return columns.map(
    ({ title, text }) => `${title}: ${text(row).replace(/^[\s\u2007\u2008]+|[\s\u2007\u2008]+$/g, '')}`,
  );
}
