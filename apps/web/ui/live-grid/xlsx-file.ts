// A grid as an Excel workbook: one sheet, captions in bold that stay in view, numbers as numbers, all else as text, which
// a spreadsheet never takes for a formula. Asked for only when somebody exports.
import type { GridCell, GridCells } from './grid-cells.ts';
import { zipFiles } from './zip-files.ts';

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relations = 'http://schemas.openxmlformats.org/package/2006/relationships';
const officeRelations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const content = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

export const xlsxType = `${content}.sheet`;

export async function xlsxFile(sheetName: string, cells: GridCells): Promise<Blob> {
  const parts = {
    '[Content_Types].xml': `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${content}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${content}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${content}.styles+xml"/></Types>`,
    '_rels/.rels': `<Relationships xmlns="${relations}"><Relationship Id="rId1" Type="${officeRelations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${officeRelations}"><sheets><sheet name="${escaped(sheetTitle(sheetName))}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${relations}"><Relationship Id="rId1" Type="${officeRelations}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${officeRelations}/styles" Target="styles.xml"/></Relationships>`,
    'xl/styles.xml': `<styleSheet xmlns="${main}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="3"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/><xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs></styleSheet>`,
    'xl/worksheets/sheet1.xml': sheet(cells),
  };
  const bytes = new TextEncoder();
  const files = Object.entries(parts).map(([name, xml]) => ({ name, bytes: bytes.encode(head + xml) }));
  return new Blob([await zipFiles(files)], { type: xlsxType });
}

function sheet({ captions, rows }: GridCells): string {
  const width = (at: number) => {
    const longest = Math.max(...[captions, ...rows].map((line) => String(line[at] ?? '').length));
    return Math.min(60, Math.max(8, longest + 2));
  };
  const columns = captions.map(
    (_, at) => `<col min="${at + 1}" max="${at + 1}" width="${width(at)}" customWidth="1"/>`,
  );
  const lines = [captions, ...rows].map((line, row) => {
    const cells = line.map((cell, at) => cellXml(cell, `${letters(at)}${row + 1}`, row === 0));
    return `<row r="${row + 1}">${cells.join('')}</row>`;
  });
  return `<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${columns.join('')}</cols><sheetData>${lines.join('')}</sheetData></worksheet>`;
}

const captionStyle = 1;
const textStyle = 2;

function cellXml(cell: GridCell, at: string, isCaption: boolean): string {
  if (cell === null || cell === '') return '';
  if (typeof cell === 'number') return Number.isFinite(cell) ? `<c r="${at}"><v>${cell}</v></c>` : '';
  return `<c r="${at}" s="${isCaption ? captionStyle : textStyle}" t="inlineStr"><is><t xml:space="preserve">${escaped(cell)}</t></is></c>`;
}

/** 0 is A, 26 is AA. */
export function letters(column: number): string {
  let text = '';
  for (let left = column + 1; left > 0; left = Math.floor((left - 1) / 26))
    text = String.fromCharCode(65 + ((left - 1) % 26)) + text;
  return text;
}

/** Signs that XML cannot hold go. */
const unwritable = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

function escaped(text: string): string {
  return text
    .replace(unwritable, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

/** What Excel takes as the name of a sheet: at most 31 signs, none of []:*?/\ among them. */
function sheetTitle(name: string): string {
  return (
    name
      .replace(/[[\]:*?/\\]/g, ' ')
      .slice(0, 31)
      .trim() || 'Sheet'
  );
}
