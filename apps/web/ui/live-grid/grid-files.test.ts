import { inflateRawSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { formatSigned, setFormatLocale } from '../format.ts';
import { csvText, formulaSafe, type GridCells, gridCells, tsvText } from './grid-cells.ts';
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
  const files = new Map<string, string>();
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
    files.set(bytes.toString('utf8', at + 46, at + 46 + (nameLength ?? 0)), plain.toString('utf8'));
    at += 46 + (nameLength ?? 0) + (extraLength ?? 0) + (noteLength ?? 0);
  }
  return files;
}

afterEach(() => setFormatLocale(undefined));

describe('a grid for the clipboard and for files', () => {
  it('has numbers as numbers, dashes as empty cells and no buttons', () => {
    expect(gridCells(columns, [{ contract: 'DEC26 WMAZ', qty: 10, price: null }])).toEqual({
      captions: ['Contract', 'Qty', 'Price'],
      rows: [['DEC26 WMAZ', 10, null]],
    });
  });

  it('has the captions of the screen, and the whole names only where two columns share a caption', () => {
    const named = (id: string, title: string, fullTitle: string): GridColumn<Order> => ({
      id,
      title,
      fullTitle,
      width: 40,
      align: 'right',
      text: () => '',
    });
    const shown = [
      named('bidQty', 'Qty', 'Bid quantity'),
      named('offerQty', 'Qty', 'Offer quantity'),
      named(
        'open',
        'Open P/L, R',
        'Open profit in rand at the last price, or at the MTM before the first deal',
      ),
      named('move', '±', 'Against the deal before'),
    ];
    expect(gridCells(shown, []).captions).toEqual([
      'Bid quantity',
      'Offer quantity',
      'Open P/L, R',
      'Against the deal before',
    ]);
  });

  it('has numbers with the decimals of the screen, with a point in every locale', () => {
    setFormatLocale('en-ZA');
    const cellsOf = (text: string, value: number) => {
      const column: GridColumn<number> = {
        id: 'x',
        title: 'X',
        width: 40,
        align: 'right',
        text: () => text,
        sortValue: () => value,
      };
      return csvText(gridCells([column], [value])).split('\r\n')[1];
    };
    expect(cellsOf('4,95', 4.956629491945478)).toBe('4.95');
    expect(cellsOf('4\u00a0035,20', 4035.2)).toBe('4035.20');
    expect(cellsOf('+12,00', 12)).toBe('12.00');
    expect(cellsOf('−3,50\u2007', -3.5)).toBe('-3.50');
    expect(cellsOf('9\u00a0055\u2008\u2007\u2007', 9055)).toBe('9055');
    // A text that differs from the number, and a dash.
    expect(cellsOf('14 ahead', 14)).toBe('14');
    expect(cellsOf('–', 0)).toBe('0');
  });

  it('is copied with the decimal sign of the screen, without separators of thousands, and exported with a point', () => {
    const row = { price: 4038.4, change: -1234.5, ref: '4038.40' };
    const number = (id: 'price' | 'change'): GridColumn<typeof row> => ({
      id,
      title: id,
      width: 40,
      align: 'right',
      text: (row) => formatSigned(row[id], 2),
      sortValue: (row) => row[id],
    });
    const ref: GridColumn<typeof row> = {
      id: 'ref',
      title: 'ref',
      width: 40,
      align: 'left',
      text: (row) => row.ref,
    };
    const written = (locale: string) => {
      setFormatLocale(locale);
      const both = gridCells([number('price'), number('change'), ref], [row]);
      return [tsvText(both).split('\n')[1], csvText(both).split('\r\n')[1]];
    };
    expect(written('en-ZA')).toEqual(['4038,40\t-1234,50\t4038.40', '4038.40,-1234.50,4038.40']);
    expect(written('de-DE')).toEqual(['4038,40\t-1234,50\t4038.40', '4038.40,-1234.50,4038.40']);
    expect(written('en-GB')).toEqual(['4038.40\t-1234.50\t4038.40', '4038.40,-1234.50,4038.40']);
  });

  it('writes formulas as text, so that a spreadsheet does not run them, and keeps negative numbers as numbers', () => {
    for (const text of ['=1+1', '+1', '-1', '@A1', '\t=1']) expect(formulaSafe(text)).toBe(`'${text}`);
    expect(formulaSafe('DEC26 WMAZ')).toBe('DEC26 WMAZ');
    expect(csvText(cells)).toBe(
      'Ref,Qty\r\n"\'=HYPERLINK(""http://x"")",-3\r\n\'+27 11 000 0000,4035.2\r\n"a ""quoted"", word",\r\n\'-1 as text,1\r\n\'@SUM(A1),2\r\n',
    );
    expect(tsvText(cells).split('\n')[1]).toBe('\'=HYPERLINK("http://x")\t-3');
  });

  it('is a workbook with texts as texts, numbers as numbers and no formula', async () => {
    const files = await parts(
      await xlsxFile('Deals: today?', {
        ...cells,
        rows: [...cells.rows, ['<a> & b\u0007', Number.NaN], ['price', { value: 4035.2, decimals: 2 }]],
      }),
    );
    expect(files.get('xl/workbook.xml')).toContain('name="Deals  today"');
    const sheet = files.get('xl/worksheets/sheet1.xml') ?? '';
    const texts = [...(files.get('xl/sharedStrings.xml') ?? '').matchAll(/<t[^>]*>(.*?)<\/t>/gs)].map(
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
    expect(cellAt('B8')?.[2]).toBe('<v>4035.2</v>');
    expect(files.get('xl/styles.xml')).toMatch(/formatCode="0\.00"|numFmtId="2"/);
    expect(sheet).not.toContain('<f');
    expect(sheet).toContain('state="frozen"');
  });
});
