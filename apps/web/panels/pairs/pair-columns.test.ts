import type { MarketRow } from '@openpit/wire';
import { describe, expect, it } from 'vitest';
import { marketRow } from '../../testing/rows.ts';
import { cellSide } from '../market/cell-side.ts';
import { legText, pairColumns } from './pair-columns.ts';

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

describe('the columns of splits and spreads', () => {
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

  it('deal nothing at an implied price, where there is no order', () => {
    expect(cellSide('bid')).toBe('S');
    expect(cellSide('offerQty')).toBe('B');
    expect(cellSide('impliedOffer')).toBeNull();
    expect(cellSide('nearBid')).toBeNull();
  });
});
