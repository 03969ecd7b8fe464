// The texts of a row in the columns of a grid, for tests of columns.
import { columnsFor, type GridColumn } from '../ui/live-grid/grid-column.ts';

/** "Bid: 4,034.80" for each column of a desktop in its order, without the spaces that pad a number. */
export const columnTexts = <Row>(table: readonly GridColumn<Row>[], row: Row) =>
  textsOf(columnsFor(table, false), row);

/** The same of the cells of a phone. */
export const phoneTexts = <Row>(table: readonly GridColumn<Row>[], row: Row) =>
  textsOf(columnsFor(table, true), row);

const textsOf = <Row>(columns: readonly GridColumn<Row>[], row: Row): string[] =>
  columns.map(
    ({ title, text }) => `${title}: ${text(row).replace(/^[\s\u2007\u2008]+|[\s\u2007\u2008]+$/g, '')}`,
  );
