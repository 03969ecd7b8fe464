import { inflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { csvText, type GridCells, gridCells, guarded, tsvText } from './grid-cells.ts';
import type { GridColumn } from './grid-column.ts';
import { letters, xlsxFile } from './xlsx-file.ts';
import { crc32 } from './zip-files.ts';

interface Order {
  readonly contract: string;
  readonly qty: number;
  readonly price: number | null;
}
const columns: readonly GridColumn<Order>[] = [
  { id: 'contract', title: 'Contract', width: 90, align: 'left', text: (row) => row.contract },
  {
    id: 'qty',
    title: 'Qty',
    fullTitle: 'Quantity',
    width: 40,
    align: 'right',
    text: (row) => `${row.qty} `,
    sortValue: (row) => row.qty,
  },
  {
    id: 'price',
    title: 'Price',
    width: 60,
    align: 'right',
    text: (row) => String(row.price ?? '–'),
    sortValue: (row) => row.price,
  },
  { id: 'buttons', title: '', width: 60, align: 'left', text: () => '', render: () => null },
];
const cells: GridCells = {
  captions: ['Ref', 'Qty'],
  rows: [
    ['=HYPERLINK("http://x")', -3],
    ['+27 11 000 0000', 4035.2],
    ['a "quoted", word', null],
    ['-1 as text', 1],
    ['@SUM(A1)', 2],
  ],
};

async function parts(file: Blob): Promise<Map<string, string>> {
  const bytes = Buffer.from(await file.arrayBuffer());
  const found = new Map<string, string>();
  for (let at = 0; bytes.readUInt32LE(at) === 0x04034b50; ) {
    const [crc, packed, size, nameLength] = [
      bytes.readUInt32LE(at + 14),
      bytes.readUInt32LE(at + 18),
      bytes.readUInt32LE(at + 22),
      bytes.readUInt16LE(at + 26),
    ];
    const name = bytes.toString('utf8', at + 30, at + 30 + nameLength);
    const start = at + 30 + nameLength;
    const content = inflateRawSync(bytes.subarray(start, start + packed));
    expect(content.length).toBe(size);
    expect(crc32(content)).toBe(crc);
    found.set(name, content.toString('utf8'));
    at = start + packed;
  }
  return found;
}

describe('a grid for the clipboard and for files', () => {
  it('hands out numbers as numbers, dashes as nothing and leaves buttons out', () => {
    expect(gridCells(columns, [{ contract: 'DEC26 WMAZ', qty: 10, price: null }])).toEqual({
      captions: ['Contract', 'Quantity', 'Price'],
      rows: [['DEC26 WMAZ', 10, null]],
    });
  });

  it('makes text of what a spreadsheet would run, and leaves negative numbers numbers', () => {
    for (const text of ['=1+1', '+1', '-1', '@A1', '\t=1']) expect(guarded(text)).toBe(`'${text}`);
    expect(guarded('DEC26 WMAZ')).toBe('DEC26 WMAZ');
    expect(csvText(cells)).toBe(
      'Ref,Qty\r\n"\'=HYPERLINK(""http://x"")",-3\r\n\'+27 11 000 0000,4035.2\r\n"a ""quoted"", word",\r\n\'-1 as text,1\r\n\'@SUM(A1),2\r\n',
    );
    expect(tsvText(cells).split('\n')[1]).toBe('\'=HYPERLINK("http://x")\t-3');
  });

  it('is a workbook whose texts are texts, whose numbers are numbers, and that holds no formula', async () => {
    const found = await parts(await xlsxFile('Deals: today?', cells));
    expect([...found.keys()]).toEqual([
      '[Content_Types].xml',
      '_rels/.rels',
      'xl/workbook.xml',
      'xl/_rels/workbook.xml.rels',
      'xl/styles.xml',
      'xl/worksheets/sheet1.xml',
    ]);
    expect(found.get('xl/workbook.xml')).toContain('name="Deals  today"');
    const sheet = found.get('xl/worksheets/sheet1.xml') ?? '';
    expect(sheet).toContain('t="inlineStr"><is><t xml:space="preserve">=HYPERLINK(&quot;http://x&quot;)</t>');
    expect(sheet).toContain('<c r="B2"><v>-3</v></c>');
    expect(sheet).toContain('<c r="B3"><v>4035.2</v></c>');
    expect(sheet).not.toMatch(/<f>|r="B4"/);
  });

  it('names its columns as spreadsheets do', () => {
    expect([0, 25, 26, 701, 702].map(letters)).toEqual(['A', 'Z', 'AA', 'ZZ', 'AAA']);
  });
});
