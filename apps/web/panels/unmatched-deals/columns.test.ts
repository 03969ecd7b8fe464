import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { columnTexts, phoneTexts } from '../../testing/column-texts.ts';
import { unmatchedRow } from '../../testing/rows.ts';
import { setFormatLocale } from '../../ui/format.ts';
import { unmatchedColumns } from './columns.tsx';
import { isItemInTab, waitingCounts, waitingFirst } from './rules.ts';

beforeEach(() => setFormatLocale('en-GB'));
afterEach(() => setFormatLocale(undefined));

const options = { timeLeftOf: () => '1:35', endOf: () => 95_000 };
const forUs = unmatchedRow({ time: Date.UTC(2026, 10, 18, 8, 31, 7) });
const ours = unmatchedRow({
  unmatchedSeq: 13,
  role: 'captured',
  type: 'assign',
  side: 'B',
  principal: 'FARM1',
  subAccount: 'NORTH',
  capacity: 'A',
  dealer: 'ABD',
  ref: 'R-17',
  theirPrincipal: '8001V',
  state: 'Accepted',
  dealSeq: 811,
});

describe('the columns of the Unmatched deals panel', () => {
  it('[PANEL-0] [PANEL-11] [SHELL-9] show what another member asks us to accept, and the time left', () => {
    expect(columnTexts(unmatchedColumns(options), forUs)).toEqual([
      'No: 12',
      'Time: 10:31:07',
      'Contract: MAR27 WMAZ',
      'B/S: Sell',
      'Qty: 5',
      'Price: 4,060.00',
      'With: VELD',
      'State: Waiting',
      'Left: 1:35',
      'Type: Reported',
      'For: –',
      'Sub-acc: –',
      'Their principal: –',
      'Dealer: –',
      'P/A: –',
      'Value, R: 2,030,000.00',
      'Expires: 18/11/2026',
      'Ref: –',
      'Deal: –',
    ]);
  });

  it('[PANEL-11] show our side of an assigned deal, and the principal that has taken it over', () => {
    expect(columnTexts(unmatchedColumns(options), ours)).toEqual(
      expect.arrayContaining([
        'Type: Assigned by us',
        'For: FARM1',
        'Sub-acc: NORTH',
        'Their principal: 8001V',
        'Dealer: ABD',
        'P/A: A',
        'Ref: R-17',
        'Deal: 811',
        'State: Accepted',
      ]),
    );
  });

  it('[PANEL-11] show the deal, the other member and the time left on a phone', () => {
    expect(phoneTexts(unmatchedColumns(options), forUs)).toEqual([
      'Contract: MAR27 WMAZ',
      'Price: 4,060.00',
      'Deal: Sell 5 to VELD',
      'State: 1:35 left',
    ]);
    expect(phoneTexts(unmatchedColumns(options), ours)).toContain('State: Accepted');
    const endless = { ...options, timeLeftOf: () => '–' };
    expect(phoneTexts(unmatchedColumns(endless), forUs)).toContain('State: Waiting');
  });
});

describe('the tabs of the Unmatched deals panel', () => {
  it('[PANEL-11] list items that await us and items that we entered, and count only waiting ones', () => {
    expect([isItemInTab(forUs, 'For us'), isItemInTab(forUs, 'Ours')]).toEqual([true, false]);
    expect([isItemInTab(ours, 'For us'), isItemInTab(ours, 'Ours')]).toEqual([false, true]);
    const captured = { role: 'captured', state: 'Waiting' } as const;
    expect(waitingCounts([forUs, ours, captured, captured])).toEqual({ 'For us': 1, Ours: 2 });
  });

  it('[PANEL-11] list waiting items first, then the newest', () => {
    const rows = [
      unmatchedRow({ unmatchedSeq: 1, time: 9, state: 'Expired' }),
      unmatchedRow({ unmatchedSeq: 2, time: 3 }),
      unmatchedRow({ unmatchedSeq: 3, time: 5 }),
      unmatchedRow({ unmatchedSeq: 4, time: 7, state: 'Accepted' }),
    ];
    expect(rows.toSorted(waitingFirst).map(({ unmatchedSeq }) => unmatchedSeq)).toEqual([3, 2, 1, 4]);
  });
});
