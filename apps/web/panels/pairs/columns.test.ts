import type { MarketRow } from '@openpit/wire';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { columnTexts } from '../../testing/column-texts.ts';
import { marketRow } from '../../testing/rows.ts';
import { setFormatLocale } from '../../ui/format.ts';
import { columnsFor } from '../../ui/live-grid/grid-column.ts';
import { cellSide } from '../parts/market/columns.ts';
import { legText, pairColumns } from './columns.ts';

beforeEach(() => setFormatLocale('en-GB'));
afterEach(() => setFormatLocale(undefined));

const market = (change: Partial<MarketRow> & Pick<MarketRow, 'contract' | 'contractDisplay'>) =>
  marketRow(change.contract, { instrument: 'WMAZ', contractDate: 'MAR27', ...change });
const split = market({
  contract: 'MAR27-MAY27 WMAZ',
  contractDisplay: { flag: 'F', strike: 0, CONTRACT_TYPE: 4 },
});
const spread = market({
  contract: 'DEC26 WMAZ-YMAZ',
  contractDisplay: { flag: 'F', strike: 0, CONTRACT_TYPE: 3 },
  near: 'DEC26 WMAZ',
  far: 'DEC26 YMAZ',
  nearLots: 1,
  farLots: 2,
});

const quoted = {
  bidQty: 5,
  bid: 24,
  offer: 26.4,
  offerQty: 7,
  last: 25.2,
  mtm: 25,
  nearBid: 4034.8,
  nearOffer: 4035.2,
  farBid: 4058.6,
  farOffer: 4061,
  impliedBid: 23.4,
  impliedOffer: 26.2,
  volume: 31,
  time: Date.UTC(2026, 10, 18, 8, 31, 7),
};

describe('the columns of splits and spreads', () => {
  it('[PANEL-0] [PANEL-4] show a split with its near and far leg, and the prices that they imply', () => {
    const row = { ...split, ...quoted, near: 'MAR27 WMAZ', far: 'MAY27 WMAZ' };
    expect(
      columnTexts(
        pairColumns('splits', () => new Map()),
        row,
      ),
    ).toEqual([
      'Pair: MAR27-MAY27 WMAZ',
      'Near: MAR27 WMAZ',
      'Far: MAY27 WMAZ',
      'Bid qty: 5',
      'Bid diff: 24.00',
      'Offer diff: 26.40',
      'Offer qty: 7',
      'Last diff: 25.20',
      'MTM diff: 25.00',
      'Near bid: 4,034.80',
      'Near offer: 4,035.20',
      'Far bid: 4,058.60',
      'Far offer: 4,061.00',
      'Impl bid: 23.40',
      'Impl offer: 26.20',
      'Volume: 31',
      'Time: 10:31:07',
    ]);
  });

  it('[PANEL-0] [PANEL-5] show a spread with its first and second leg, and the prices that they imply', () => {
    const row = { ...spread, ...quoted, bid: -2_115, offer: -2_110.4 };
    expect(
      columnTexts(
        pairColumns('spreads', () => new Map()),
        row,
      ),
    ).toEqual([
      'Pair: DEC26 WMAZ-YMAZ',
      'First: DEC26 WMAZ',
      'Second: 2 × DEC26 YMAZ',
      'Bid qty: 5',
      'Bid diff: −2,115.00',
      'Offer diff: −2,110.40',
      'Offer qty: 7',
      'Last diff: 25.20',
      'MTM diff: 25.00',
      'First bid: 4,034.80',
      'First offer: 4,035.20',
      'Second bid: 4,058.60',
      'Second offer: 4,061.00',
      'Impl bid: 23.40',
      'Impl offer: 26.20',
      'Volume: 31',
      'Time: 10:31:07',
    ]);
  });

  it('[LAYOUT-11] show on a phone contract and last difference; bid and offer with their quantities', () => {
    const ids = columnsFor(
      pairColumns('splits', () => new Map()),
      true,
    ).map(({ id }) => id);
    expect(ids).toEqual(['contract', 'bid', 'offer', 'last', 'bidQty', 'offerQty']);
  });

  it('[PANEL-4] show a negative difference with its sign, and zero as a number', () => {
    const column = pairColumns('splits', () => new Map()).find(({ id }) => id === 'bid');
    expect(column?.text({ ...split, bid: -80.4 })).toBe('−80.40');
    expect(column?.text({ ...split, bid: 0 })).toBe('0.00');
    expect(column?.text({ ...split, bid: null })).toContain('–');
  });

  it('[PANEL-5] show the lots of a leg in one lot of the pair when these are not one', () => {
    expect(legText(spread, 'near')).toBe('DEC26 WMAZ');
    expect(legText(spread, 'far')).toBe('2 × DEC26 YMAZ');
    const { far: _far, ...single } = spread;
    expect(legText(single, 'far')).toBe('–');
  });

  it('deal nothing at an implied price, because no order rests there', () => {
    expect(cellSide('bid')).toBe('S');
    expect(cellSide('offerQty')).toBe('B');
    expect(cellSide('impliedOffer')).toBeNull();
    expect(cellSide('nearBid')).toBeNull();
  });
});
