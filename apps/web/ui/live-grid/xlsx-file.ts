// Writes a grid as an Excel workbook of one sheet: bold captions that stay in view, numbers as numbers, and everything else as text that
// is never executed as a formula. The library write-excel-file is loaded at the first export.
import writeExcelFile from 'write-excel-file/browser';
import { cellText, type GridCell, type GridCells } from './grid-cells.ts';

export async function xlsxFile(sheetName: string, { captions, rows }: GridCells): Promise<Blob> {
  const head = captions.map((caption) => ({
    value: writable(caption),
    type: String,
    fontWeight: 'bold' as const,
  }));
  const book = writeExcelFile([head, ...rows.map((row) => row.map(cellOf))], {
    sheet: sheetTitle(sheetName),
    stickyRowsCount: 1,
    columns: captions.map((caption, index) => ({
      width: widthOf([caption, ...rows.map((row) => row[index] ?? null)]),
    })),
  });
  return book.toBlob();
}

function cellOf(cell: GridCell) {
  if (typeof cell === 'number') return Number.isFinite(cell) ? { value: cell, type: Number } : null;
  if (cell === null || cell === '') return null;
  if (typeof cell === 'object')
    return { value: cell.value, type: Number, format: `0.${'0'.repeat(cell.decimals)}` };
  // Both type and format are text, so that the cell stays text when a user edits it.
  return { value: writable(cell), type: String, format: '@' };
}

/** The width of a column in characters. */
function widthOf(cells: readonly GridCell[]): number {
  const longest = Math.max(...cells.map((cell) => cellText(cell).length));
  return Math.min(60, Math.max(8, longest + 2));
}

/** Characters that XML does not allow. */
const unwritable = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;
const writable = (text: string) => text.replace(unwritable, '');

/** A name that Excel accepts for a sheet: at most 31 characters, none of []:*?/\. */
function sheetTitle(name: string): string {
  return (
    writable(name)
      .replace(/[[\]:*?/\\]/g, ' ')
      .slice(0, 31)
      .trim() || 'Sheet'
  );
}
