import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { setFormatLocale } from '../../ui/format.ts';
import { lots, price, rand, text } from './column-kinds.ts';

beforeEach(() => setFormatLocale('en-GB'));
afterEach(() => setFormatLocale(undefined));

interface Row {
  readonly contract: string;
  readonly instrument: string;
  readonly qty: number;
  readonly price: number | null;
  readonly owner?: string | null;
}
const row: Row = { contract: 'DEC26 WMAZ', instrument: 'WMAZ', qty: 3, price: null };

describe('a kind of column', () => {
  it('[PANEL-0] shows the field of its id, with a dash for no value', () => {
    const columns = [
      lots<Row>('qty', 'Qty', 40),
      price<Row>('price', 'Price', 60),
      text<Row>('owner', 'Owner', 60),
    ];
    expect(columns.map((column) => column.text(row))).toEqual(['3', '–', '–']);
    expect(columns.map((column) => column.sortValue?.(row))).toEqual([3, null, null]);
  });

  it('shows a value that the option computes, and sorts and adds up by it', () => {
    const worth = rand<Row>('worth', 'Worth, R', 80, { value: ({ qty }) => qty * 1_000 });
    expect([worth.text(row), worth.sortValue?.(row), worth.sum?.(row), worth.sumText?.(6_000)]).toEqual([
      '3,000.00',
      3_000,
      3_000,
      '6,000.00',
    ]);
    expect(lots<Row>('qty', 'Qty', 40, { sum: false }).sum).toBeUndefined();
  });

  it('is written again only with its field, unless an option makes it depend on more', () => {
    expect(lots<Row>('qty', 'Qty', 40, { tone: 'second', rank: 1 }).of?.(row)).toBe(3);
    expect(
      lots<Row>('qty', 'Qty', 40, { tone: ({ price: at }) => (at === null ? 'second' : 'buy') }).of,
    ).toBeUndefined();
    expect(lots<Row>('lots', 'Lots', 40, { value: ({ qty }) => qty }).of).toBeUndefined();
  });
});
