// The texts of a row in the columns of a grid, for tests of columns.
import { columnsFor, type GridColumn } from '../ui/live-grid/grid-column.ts';

/** "Bid: 4,034.80" for each column of a desktop in its order, without the spaces that pad a number. */
export const columnTexts = <Row>(table: readonly GridColumn<Row>[], row: Row) =>
  textsOf(columnsFor(table, false), row);

/** The same of the cells of a phone. */
export const phoneTexts = <Row>(table: readonly GridColumn<Row>[], row: Row) =>
  textsOf(columnsFor(table, true), row);

/** Throws for a date that is not written as in the reader's locale (SHELL-9). */
const textsOf = <Row>(columns: readonly GridColumn<Row>[], row: Row): string[] =>
  columns.map(({ title, text }) => {
    const shown = text(row).replace(/^[\s\u2007\u2008]+|[\s\u2007\u2008]+$/g, '');
    if (/\d{4}-\d\d-\d\d/.test(shown)) throw new Error(`The column ${title} shows a raw date: ${shown}.`);
    return `${title}: ${shown}`;
  });
