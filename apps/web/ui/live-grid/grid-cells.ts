// The content of a grid for the clipboard and for files: captions, and row by row numbers as numbers and
// everything else as text. No text is written in a way that a spreadsheet would run as a formula.
import type { GridColumn } from './grid-column.ts';

export type GridCell = string | number | null;

export interface GridCells {
  readonly captions: readonly string[];
  readonly rows: readonly (readonly GridCell[])[];
}

/** Spaces that pad a number in its column. */
const padding = /^[\s\u2007\u2008]+|[\s\u2007\u2008]+$/g;

export function gridCells<Row>(columns: readonly GridColumn<Row>[], rows: readonly Row[]): GridCells {
  const written = columns.filter((column) => column.render === undefined);
  return {
    captions: written.map((column) => column.fullTitle ?? column.title),
    rows: rows.map((row) => written.map((column) => cellOf(column, row))),
  };
}

function cellOf<Row>(column: GridColumn<Row>, row: Row): GridCell {
  if (column.exported !== undefined) return column.exported(row);
  const value = column.align === 'right' ? column.sortValue?.(row) : undefined;
  if (typeof value === 'number') return value;
  const text = column.text(row).replace(padding, '');
  return text === '–' ? null : text;
}

/** The text, after an apostrophe when a spreadsheet would otherwise run it as a formula. */
export function guarded(text: string): string {
  return /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
}

const cellText = (cell: GridCell) =>
  cell === null ? '' : typeof cell === 'number' ? String(cell) : guarded(cell);

/** Comma-separated text of RFC 4180: lines end with CR LF, quotes are doubled. */
export function csvText({ captions, rows }: GridCells): string {
  const quoted = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  return [captions, ...rows]
    .map((line) => `${line.map((cell) => quoted(cellText(cell))).join(',')}\r\n`)
    .join('');
}

/** Tab-separated, for pasting into a spreadsheet. */
export function tsvText({ captions, rows }: GridCells): string {
  return [captions, ...rows]
    .map((line) => line.map((cell) => cellText(cell).replace(/[\t\r\n]+/g, ' ')).join('\t'))
    .join('\n');
}
