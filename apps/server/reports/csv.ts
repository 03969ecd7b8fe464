// Comma-separated text of RFC 4180 that is safe to open in a spreadsheet, as the grids of the browser export it.

export type CsvCell = string | number | null;

/** The text, after an apostrophe when a spreadsheet would otherwise run it as a formula. */
function guarded(text: string): string {
  return /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
}

const cellText = (cell: CsvCell): string =>
  cell === null ? '' : typeof cell === 'number' ? String(cell) : guarded(cell);

/** A line with its end, CR LF; quotes are doubled. */
export function csvLine(cells: readonly CsvCell[]): string {
  const quoted = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  return `${cells.map((cell) => quoted(cellText(cell))).join(',')}\r\n`;
}
