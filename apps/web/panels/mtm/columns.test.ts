import type { MtmRow } from '@openpit/wire';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { columnTexts, phoneTexts } from '../../testing/column-texts.ts';
import { formatDay, setFormatLocale } from '../../ui/format.ts';
import { isOfKind, methodText, mtmColumns, mtmNotice } from './columns.ts';
import { mtmKinds } from './definition.tsx';

beforeEach(() => setFormatLocale('en-GB'));
afterEach(() => setFormatLocale(undefined));

const future: MtmRow = {
  contract: 'DEC26 WMAZ',
  displaySeq: 1,
  instrument: 'WMAZ',
  mtmToday: 4032,
  mtmPrevious: 4035,
  change: -3,
  openInterest: 12_400,
  volume: 734,
  method: 'VWAP',
  deals: 34,
  businessDay: '2026-11-18',
  status: 'provisional',
  time: Date.UTC(2026, 10, 18, 9, 0, 0),
  initialMargin: 21_000,
};
const option: MtmRow = {
  ...future,
  contract: 'MAR27 WMAZ 4200 P',
  mtmToday: 288.4,
  mtmPrevious: 290,
  change: -1.6,
  method: 'volatility',
  volatility: 28.4,
  status: 'official',
  initialMargin: null,
};

describe('the columns of the MTM panel', () => {
  it('[PANEL-0] [PANEL-12] [SHELL-9] show the MTM of a future with how it was found, its status, margin and time', () => {
    expect(columnTexts(mtmColumns, future)).toEqual([
      'Contract: DEC26 WMAZ',
      'MTM: 4,032.00',
      'Previous: 4,035.00',
      'Change: −3.00',
      'Vol: –',
      'Premium: –',
      'Method: VWAP of 34 deals',
      'Status: Provisional',
      'IMR, R: 21,000.00',
      'OI: 12,400',
      'Volume: 734',
      'Time: 11:00:00',
      'Day: 18/11/2026',
      'Instrument: WMAZ',
    ]);
  });

  it('[PANEL-12] show the volatility and the premium of an option, but no margin for it', () => {
    const shown = mtmColumns.filter(({ id }) =>
      ['volatility', 'premium', 'method', 'status', 'initialMargin'].includes(id),
    );
    expect(columnTexts(shown, option)).toEqual([
      'Vol: 28.40',
      'Premium: 288.40',
      'Method: Volatility curve',
      'Status: Official',
      'IMR, R: –',
    ]);
  });

  it('[PANEL-12] show the MTM, its change, method and status on a phone', () => {
    expect(phoneTexts(mtmColumns, future)).toEqual([
      'Contract: DEC26 WMAZ',
      'MTM: 4,032.00',
      'Change: −3.00',
      'Method: VWAP of 34 deals',
      'Status: Provisional',
    ]);
  });
});

describe('the words for an MTM', () => {
  it('[PANEL-12] name the method, with the number of deals of an average', () => {
    expect(methodText({ method: 'VWAP', deals: 1 })).toBe('VWAP of 1 deal');
    expect(methodText({ method: 'VWAP', deals: 1_234 })).toBe('VWAP of 1,234 deals');
    expect(methodText({ method: 'bid' })).toBe('Closing bid');
    expect(methodText({ method: 'opening' })).toBe('As listed');
  });

  it('[PANEL-12] say which valuation is provisional or approved, and does not mention official prices', () => {
    expect(mtmNotice([option, future], future.time)).toEqual({
      status: 'provisional',
      text: 'Provisional: MTM prices of the valuation at 11:00:00. Official ones follow when the day ends.',
    });
    const dayAfter = future.time + 86_400_000;
    expect(mtmNotice([{ ...future, status: 'approved' }], dayAfter)?.text).toBe(
      `Approved: the day ends with the MTM prices of futures of the valuation at ${formatDay('2026-11-18', '2026-11-19')}, 11:00:00.`,
    );
    expect(mtmNotice([option], future.time)).toBeNull();
    expect(mtmNotice([], future.time)).toBeNull();
  });
});

describe('the kinds of contracts', () => {
  it('have each contract once, and all of them together', () => {
    const kindsOf = (contract: string) =>
      mtmKinds.filter((kind) => isOfKind({ contract, instrument: 'WMAZ' }, kind));
    expect(kindsOf('DEC26 WMAZ')).toEqual(['Futures', 'All']);
    expect(kindsOf('DEC26 WMAZ 4200 C')).toEqual(['Options', 'All']);
    expect(kindsOf('DEC26 WMAZ 4200 C D')).toEqual(['Deltas', 'All']);
    expect(kindsOf('DEC26-MAR27 WMAZ')).toEqual(['Pairs', 'All']);
    expect(kindsOf('DEC26 WMAZ-YMAZ')).toEqual(['Pairs', 'All']);
  });
});
