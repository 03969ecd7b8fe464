import type { DailyTrendRow, DealPrint } from '@openpit/wire';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { columnTexts } from '../../testing/column-texts.ts';
import { setFormatLocale } from '../../ui/format.ts';
import { timeAndSalesColumns, trendColumns } from './columns.ts';
import { trendKeysOf } from './history.tsx';

beforeEach(() => setFormatLocale('en-GB'));
afterEach(() => setFormatLocale(undefined));

const contract = { contract: 'DEC26 WMAZ', instrument: 'WMAZ' };
const trend: DailyTrendRow = {
  uniqueKey: '2026-11-17 DEC26 WMAZ',
  contract: 'DEC26 WMAZ',
  date: '2026-11-17',
  open: 4030,
  high: 4042.2,
  low: 4028,
  close: 4035.2,
  volume: 1_250,
  deals: 88,
  openInterest: 10_400,
};
const print: DealPrint = {
  matchSeq: 7,
  contract: 'DEC26 WMAZ',
  time: Date.UTC(2026, 10, 17, 8, 31, 7),
  businessDay: '2026-11-17',
  price: 4035.2,
  qty: 12,
  aggressor: 'B',
  origin: 'screen',
  isCancelled: false,
  buyer: 'KAND',
  seller: 'VELD',
};

describe('the trade history of a contract', () => {
  it('[DATA-1] shows a day with its prices, volume and open interest, and no close before the day has ended', () => {
    const columns = trendColumns(contract);
    expect(columnTexts(columns, trend)).toEqual([
      'Day: 17/11/2026',
      'Open: 4,030.00',
      'High: 4,042.20',
      'Low: 4,028.00',
      'Close: 4,035.20',
      'Volume: 1,250',
      'Deals: 88',
      'Open int: 10,400',
    ]);
    expect(columnTexts(columns, { ...trend, close: null })[4]).toBe('Close: –');
  });

  it('[DATA-1] has the days of this contract only, the newest first', () => {
    const keys = [
      '2026-11-16 DEC26 WMAZ',
      '2026-11-17 DEC26 WMAZ',
      '2026-11-17 DEC26 WMAZ 4040 C',
      '2026-11-17 MAR27 WMAZ',
    ];
    expect(trendKeysOf('DEC26 WMAZ', keys)).toEqual(['2026-11-17 DEC26 WMAZ', '2026-11-16 DEC26 WMAZ']);
  });

  it('[DATA-1] shows a deal without its members, and counts a cancelled one in no sum', () => {
    const columns = timeAndSalesColumns(contract);
    expect(columnTexts(columns, print)).toEqual([
      'Day: 17/11/2026',
      'Time: 10:31:07',
      'Price: 4,035.20',
      'Qty: 12',
      'By: Buyer',
      'Origin: screen',
    ]);
    const cancelled = { ...print, isCancelled: true, aggressor: null };
    expect(columnTexts(columns, cancelled).slice(4)).toEqual(['By: –', 'Origin: cancelled']);
    const qty = columns.find(({ id }) => id === 'qty');
    expect([qty?.sum?.(print), qty?.sum?.(cancelled)]).toEqual([12, null]);
  });

  it('sorts by every column', () => {
    for (const column of trendColumns(contract)) expect(column.sortValue, column.id).toBeDefined();
    for (const column of timeAndSalesColumns(contract)) expect(column.sortValue, column.id).toBeDefined();
  });
});
