// The content of a grid for the clipboard and for files: the captions of the screen, and row by row numbers as numbers, with the decimals
// of the screen, and everything else as text. No text can be executed as a formula by a spreadsheet.
import { decimalSeparators, parseDecimal } from '../decimal-input.ts';
import type { GridColumn } from './grid-column.ts';

/** A number and its displayed decimals. */
interface ShownNumber {
  readonly value: number;
  readonly decimals: number;
}

export type GridCell = string | number | ShownNumber | null;

export interface GridCells {
  readonly captions: readonly string[];
  readonly rows: readonly (readonly GridCell[])[];
}

/** The text of a cell is written by the application, so it may have any number of decimals. */
const maxDecimals = 20;

/** Spaces that pad a number in its column. */
const padding = /^[\s\u2007\u2008]+|[\s\u2007\u2008]+$/g;

export function gridCells<Row>(columns: readonly GridColumn<Row>[], rows: readonly Row[]): GridCells {
  const written = columns.filter((column) => column.render === undefined);
  return {
    captions: captionsOf(written),
    rows: rows.map((row) => written.map((column) => cellOf(column, row))),
  };
}

/** The captions of the screen; the full name if two columns share a caption, such as the quantities of bid and offer. */
function captionsOf<Row>(columns: readonly GridColumn<Row>[]): readonly string[] {
  return columns.map(({ title, fullTitle }) => {
    const isShared = columns.filter((column) => column.title === title).length > 1;
    return isShared || title.length < 2 ? (fullTitle ?? title) : title;
  });
}

function cellOf<Row>(column: GridColumn<Row>, row: Row): GridCell {
  const text = column.text(row).replace(padding, '');
  const exported = column.exported?.(row);
  const value =
    exported !== undefined ? exported : column.align === 'right' ? column.sortValue?.(row) : undefined;
  if (typeof value === 'number') return asShown(value, text);
  if (exported !== undefined) return exported;
  return text === '–' ? null : text;
}

/** The number rounded or truncated as in the text, if the text is nothing but this number; otherwise the number itself. */
function asShown(value: number, text: string): number | ShownNumber {
  const written = parseDecimal(text.replace(/\s*%$/, ''), maxDecimals);
  if (written.kind !== 'number') return value;
  const decimals = written.text.split('.')[1]?.length ?? 0;
  const shown = Number(written.text);
  if (Math.abs(shown - value) >= 10 ** -decimals) return value;
  return decimals === 0 ? shown : { value: shown, decimals };
}

/** Prepends an apostrophe to a text that a spreadsheet would execute as a formula. */
export function formulaSafe(text: string): string {
  return /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
}

/** The text of a cell for programs: numbers have a decimal point in every locale. */
export function cellText(cell: GridCell): string {
  if (cell === null) return '';
  if (typeof cell === 'string') return formulaSafe(cell);
  return typeof cell === 'number' ? String(cell) : cell.value.toFixed(cell.decimals);
}

/** Comma-separated text of RFC 4180: lines end with CR LF, quotes are doubled. */
export function csvText({ captions, rows }: GridCells): string {
  const quoted = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  return [captions, ...rows]
    .map((line) => `${line.map((cell) => quoted(cellText(cell))).join(',')}\r\n`)
    .join('');
}

/**
 * Tab-separated text for the user's own spreadsheet. Numbers have the decimal separator of the screen, because a spreadsheet that expects
 * 4038,40 reads 4038.40 as text or a date. They have no thousands separators, and a hyphen instead of the minus sign, which a spreadsheet
 * would read as text.
 */
export function tsvText({ captions, rows }: GridCells): string {
  const sign = decimalSeparators().decimal;
  const pasted = (cell: GridCell) =>
    cell === null || typeof cell === 'string' ? cellText(cell) : cellText(cell).replace('.', sign);
  return [captions, ...rows]
    .map((line) => line.map((cell) => pasted(cell).replace(/[\t\r\n]+/g, ' ')).join('\t'))
    .join('\n');
}
