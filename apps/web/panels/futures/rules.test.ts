import type { MarketRow } from '@openpit/wire';
import { describe, expect, it } from 'vitest';
import { firstFuture } from '../../stores/market-days.ts';
import { marketRow } from '../../testing/rows.ts';
import { cellSide } from '../parts/market/columns.ts';
import {
  isOfInstruments,
  subscribedInstruments,
  withInstrumentToggled,
} from '../parts/market/instrument-filter.tsx';
import { futuresContracts, savedList, toggledInList } from './rules.ts';

const row = (contract: string, display: Partial<MarketRow['contractDisplay']> = {}) =>
  marketRow(contract, { contractDisplay: { flag: 'F', strike: 0, CONTRACT_TYPE: 1, ...display } });

describe('the Futures panel', () => {
  it('[PANEL-1] [MODEL-4] shows futures only: no options, spreads, splits or deltas', () => {
    const rows = [
      row('JUL27 WMAZ'),
      row('JUL27 WMAZ 4200 C', { flag: 'C', strike: 4200, CONTRACT_TYPE: 2 }),
      row('JUL27 WMAZ-YMAZ', { CONTRACT_TYPE: 3 }),
      row('JUL27-SEP27 WMAZ', { CONTRACT_TYPE: 4 }),
      row('JUL27 WMAZ 4200 C D', { flag: 'C', strike: 4200, CONTRACT_TYPE: 5 }),
      row('DEC26 WMAZ'),
    ];
    expect(futuresContracts(rows, null)).toEqual(['DEC26 WMAZ', 'JUL27 WMAZ']);
  });

  it('[PANEL-1] shows futures that trade: one in its notice period is in Positions and MTM', () => {
    const rows = [marketRow('DEC26 WMAZ', { noticeUntil: '2026-12-31' }), row('MAR27 WMAZ')];
    expect(futuresContracts(rows, null)).toEqual(['MAR27 WMAZ']);
    expect(firstFuture(rows)).toBe('MAR27 WMAZ');
  });

  it('[PANEL-20] shows the instruments that its layout names, or all', () => {
    const rows = [row('DEC26 YMAZ'), row('DEC26 WMAZ')];
    expect(futuresContracts(rows, subscribedInstruments(['YMAZ']))).toEqual(['DEC26 YMAZ']);
    expect(futuresContracts(rows, subscribedInstruments([]))).toEqual(['DEC26 WMAZ', 'DEC26 YMAZ']);
    expect(subscribedInstruments('YMAZ')).toBeNull();
    const spread = marketRow('DEC26 WMAZ-YMAZ', { instrument: 'WMAZ' });
    expect(['WMAZ', 'YMAZ', 'SOYA'].map((code) => isOfInstruments(spread, [code]))).toEqual([
      true,
      true,
      false,
    ]);
  });

  it('[PANEL-20] adds and removes an instrument, and shows all when none is left', () => {
    expect(withInstrumentToggled(null, 'YMAZ')).toEqual(['YMAZ']);
    expect(withInstrumentToggled(['YMAZ'], 'WMAZ')).toEqual(['WMAZ', 'YMAZ']);
    expect(withInstrumentToggled(['YMAZ'], 'YMAZ')).toBeNull();
  });

  it('[PANEL-1] [PANEL-20] shows only the contracts of the user’s list, in the order of the market', () => {
    const rows = [row('MAR27 WMAZ'), row('DEC26 WMAZ'), row('DEC26 YMAZ')];
    const list = toggledInList(toggledInList([], 'DEC26 YMAZ'), 'MAR27 WMAZ');
    expect(futuresContracts(rows, null, list)).toEqual(['MAR27 WMAZ', 'DEC26 YMAZ']);
    expect(toggledInList(list, 'DEC26 YMAZ')).toEqual(['MAR27 WMAZ']);
    expect(savedList({ props: { list: ['DEC26 YMAZ', 7] } })).toEqual(['DEC26 YMAZ']);
    expect(savedList({ props: { list: 'DEC26 YMAZ' } })).toEqual([]);
  });

  it('[PANEL-1] sells from the bid cell, buys from the offer cell, and does neither from others', () => {
    expect(cellSide('bid')).toBe('S');
    expect(cellSide('offer')).toBe('B');
    expect(cellSide('last')).toBeNull();
    expect(cellSide('contract')).toBeNull();
  });
});
