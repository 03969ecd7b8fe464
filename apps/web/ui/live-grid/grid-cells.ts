// What stands in a grid, for the clipboard and for files: captions and, row by row, numbers as numbers and all else as
// text. Never what a cell would do if a spreadsheet took it for a formula.
import type { GridColumn } from './grid-column.ts';

export type GridCell = string | number | null;

export interface GridCells {
  readonly captions: readonly string[];
  readonly rows: readonly (readonly GridCell[])[];
}

/** Spaces that only pad a number to its column. */
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

/** Text that a spreadsheet would run is set behind an apostrophe, which makes it text there too. */
export function guarded(text: string): string {
  return /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
}

const cellText = (cell: GridCell) =>
  cell === null ? '' : typeof cell === 'number' ? String(cell) : guarded(cell);

/** Comma-separated, as RFC 4180 has it: lines end with CR LF, quotes are doubled. */
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
