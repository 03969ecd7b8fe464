import { inflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { csvText, type GridCells, gridCells, guarded, tsvText } from './grid-cells.ts';
import type { GridColumn } from './grid-column.ts';
import { xlsxFile } from './xlsx-file.ts';

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

/** The files inside a workbook, read by its central directory. */
async function parts(file: Blob): Promise<Map<string, string>> {
  const bytes = Buffer.from(await file.arrayBuffer());
  const found = new Map<string, string>();
  const end = bytes.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]));
  let at = bytes.readUInt32LE(end + 16);
  for (let left = bytes.readUInt16LE(end + 10); left > 0; left -= 1) {
    const [method, packed, size] = [
      bytes.readUInt16LE(at + 10),
      bytes.readUInt32LE(at + 20),
      bytes.readUInt32LE(at + 24),
    ];
    const [nameLength, extraLength, noteLength] = [28, 30, 32].map((offset) =>
      bytes.readUInt16LE(at + offset),
    );
    const local = bytes.readUInt32LE(at + 42);
    const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
    const content = bytes.subarray(start, start + packed);
    const plain = method === 0 ? content : inflateRawSync(content);
    expect(plain.length).toBe(size);
    found.set(bytes.toString('utf8', at + 46, at + 46 + (nameLength ?? 0)), plain.toString('utf8'));
    at += 46 + (nameLength ?? 0) + (extraLength ?? 0) + (noteLength ?? 0);
  }
  return found;
}

describe('a grid for the clipboard and for files', () => {
  it('has numbers as numbers, dashes as empty cells and no buttons', () => {
    expect(gridCells(columns, [{ contract: 'DEC26 WMAZ', qty: 10, price: null }])).toEqual({
      captions: ['Contract', 'Quantity', 'Price'],
      rows: [['DEC26 WMAZ', 10, null]],
    });
  });

  it('writes as text what a spreadsheet would run, and keeps negative numbers as numbers', () => {
    for (const text of ['=1+1', '+1', '-1', '@A1', '\t=1']) expect(guarded(text)).toBe(`'${text}`);
    expect(guarded('DEC26 WMAZ')).toBe('DEC26 WMAZ');
    expect(csvText(cells)).toBe(
      'Ref,Qty\r\n"\'=HYPERLINK(""http://x"")",-3\r\n\'+27 11 000 0000,4035.2\r\n"a ""quoted"", word",\r\n\'-1 as text,1\r\n\'@SUM(A1),2\r\n',
    );
    expect(tsvText(cells).split('\n')[1]).toBe('\'=HYPERLINK("http://x")\t-3');
  });

  it('is a workbook with texts as texts, numbers as numbers and no formula', async () => {
    const found = await parts(
      await xlsxFile('Deals: today?', { ...cells, rows: [...cells.rows, ['<a> & b\u0007', Number.NaN]] }),
    );
    expect(found.get('xl/workbook.xml')).toContain('name="Deals  today"');
    const sheet = found.get('xl/worksheets/sheet1.xml') ?? '';
    const texts = [...(found.get('xl/sharedStrings.xml') ?? '').matchAll(/<t[^>]*>(.*?)<\/t>/gs)].map(
      ([, text]) => text,
    );
    const cellAt = (name: string) => new RegExp(`<c r="${name}"([^>]*)>(.*?)</c>`).exec(sheet);
    const textAt = (name: string) => {
      const [, attributes = '', inside = ''] = cellAt(name) ?? [];
      expect(attributes).toContain('t="s"');
      return texts[Number(/<v>(\d+)<\/v>/.exec(inside)?.[1])];
    };
    expect(['A1', 'A2', 'A3', 'A5', 'A6', 'A7'].map(textAt)).toEqual([
      'Ref',
      '=HYPERLINK("http://x")',
      '+27 11 000 0000',
      '-1 as text',
      '@SUM(A1)',
      '&lt;a&gt; &amp; b',
    ]);
    expect(cellAt('B2')?.[2]).toBe('<v>-3</v>');
    expect(cellAt('B2')?.[1]).not.toContain('t="s"');
    expect(cellAt('B3')?.[2]).toBe('<v>4035.2</v>');
    expect(cellAt('B4')).toBeNull();
    expect(cellAt('B7')).toBeNull();
    expect(sheet).not.toContain('<f');
    expect(sheet).toContain('state="frozen"');
  });
});
