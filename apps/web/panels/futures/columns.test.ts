import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { columnTexts } from '../../testing/column-texts.ts';
import { marketRow } from '../../testing/rows.ts';
import { setFormatLocale } from '../../ui/format.ts';
import { columnsFor } from '../../ui/live-grid/grid-column.ts';
import { futuresColumns } from './columns.ts';

beforeEach(() => setFormatLocale('en-GB'));
afterEach(() => setFormatLocale(undefined));

const noLots = () => new Map();
const row = marketRow('DEC26 WMAZ', {
  buyer: 'KAND',
  bidQty: 12,
  bid: 4034.8,
  offer: 4035.2,
  offerQty: 20,
  seller: 'VELD',
  last: 4035,
  lastQty: 3,
  change: 12.4,
  high: 4041.6,
  low: 4020.2,
  open: 4022,
  volume: 1_250,
  deals: 64,
  openInterest: 9_870,
  mtm: 4022.6,
  vwap: 4031.567_8,
  limitLow: 3922.6,
  limitHigh: 4122.6,
  time: Date.UTC(2026, 10, 18, 8, 31, 7),
});

describe('the columns of the Futures panel', () => {
  it('[PANEL-0] [PANEL-1] show a contract from buyer to seller, its day, its limits and its last deal', () => {
    expect(
      columnTexts(
        futuresColumns(noLots, () => new Map([['DEC26 WMAZ', -7]])),
        row,
      ),
    ).toEqual([
      'Contract: DEC26',
      'Net: −7',
      'Buyer: KAND',
      'Bid qty: 12',
      'Bid: 4,034.80',
      'Offer: 4,035.20',
      'Offer qty: 20',
      'Seller: VELD',
      'Last: 4,035.00',
      'Last qty: 3',
      'Change: +12.40',
      '%: +0.31',
      'High: 4,041.60',
      'Low: 4,020.20',
      'Open: 4,022.00',
      'Volume: 1,250',
      'Deals: 64',
      'Open int: 9,870',
      'MTM: 4,022.60',
      'VWAP: 4,031.56',
      'Limit low: 3,922.60',
      'Limit high: 4,122.60',
      'Time: 10:31:07',
    ]);
  });

  it('[PANEL-1] name the contract by its month under its instrument, and in full otherwise', () => {
    const [grouped, flat] = [true, false].map((isGrouped) => futuresColumns(noLots, noLots, isGrouped)[0]);
    expect(grouped?.text(row)).toBe('DEC26');
    expect(flat?.text(row)).toBe('DEC26 WMAZ');
    expect(grouped?.exported?.(row)).toBe('DEC26 WMAZ');
  });

  it('[PANEL-1] mark the price and the quantity of the user’s orders', () => {
    const working = new Map([['DEC26 WMAZ', { B: new Map([[4034.8, 5]]), S: new Map([[4040, 2]]) }]]);
    const columns = new Map(futuresColumns(() => working, noLots).map((column) => [column.id, column]));
    expect(columns.get('bid')?.mark?.(row)).toEqual({ shape: 'filled', label: 'own 5' });
    expect(columns.get('bidQty')?.isHeavy?.(row)).toBe(true);
    expect(columns.get('offer')?.mark?.(row)).toEqual({
      shape: 'ring',
      label: 'own 2 behind the best price',
    });
    expect(columns.get('offerQty')?.isHeavy?.(row)).toBe(false);
  });

  it('[PANEL-1] mark a contract that is locked at its limit', () => {
    const [contract] = futuresColumns(noLots, noLots);
    expect(contract?.mark?.({ ...row, bid: 4122.6 })).toEqual({ shape: 'up', label: 'at its upper limit' });
    expect(contract?.mark?.(row)).toBeUndefined();
  });

  it('[LAYOUT-11] show on a phone contract and change; bid and offer with their quantities', () => {
    const ids = columnsFor(futuresColumns(noLots, noLots), true).map(({ id }) => id);
    expect(ids).toEqual(['contract', 'bid', 'offer', 'change', 'bidQty', 'offerQty']);
  });
});
