import type { DealRow } from '@openpit/wire';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { columnTexts } from '../../testing/column-texts.ts';
import { dealRow } from '../../testing/rows.ts';
import { setFormatLocale } from '../../ui/format.ts';
import { columnsFor } from '../../ui/live-grid/grid-column.ts';
import { dealsColumns, sumsOf } from './columns.ts';
import { consolidated } from './rules.ts';

beforeEach(() => setFormatLocale('en-GB'));
afterEach(() => setFormatLocale(undefined));

const deal = dealRow;
const textOf = (id: string, row: DealRow) => dealsColumns.find((column) => column.id === id)?.text(row);

describe('the Deals panel', () => {
  it('[PANEL-10] [PANEL-0] shows a deal with its numbers, value, both parties, origin, state and fee', () => {
    const row = deal({
      dealSeq: 811,
      matchSeq: 4_077,
      activeOrderSeq: 7_625,
      time: Date.UTC(2026, 10, 18, 8, 31, 7),
      principal: 'FARM1',
      subAccount: 'NORTH',
      capacity: 'A',
      ref: 'R-17',
      linkedGroup: 12,
      fee: 57.5,
      isAggressor: true,
    });
    expect(columnTexts(dealsColumns, row)).toEqual([
      'Deal: 811',
      'Match: M4077',
      'Time: 10:31:07',
      'Contract: DEC26 WMAZ',
      'B/S: Buy',
      'Qty: 2',
      'Price: 4,035.20',
      'Vol / prem: –',
      'Value, R: 807,040.00',
      'Principal: FARM1',
      'Sub-acc: NORTH',
      'Dealer: ABD',
      'P/A: A',
      'With: VELD',
      'Origin: screen',
      'State: Open',
      'Linked: 12',
      'Ref: R-17',
      'Fee, R: 57.50',
      'Role: Aggressor',
      'Order: 7625',
    ]);
    expect(textOf('isAggressor', { ...row, isAggressor: false })).toBe('Passive');
  });

  it('shows a dash for an unknown fee or volatility', () => {
    expect(textOf('fee', deal({}))).toBe('–');
    expect(textOf('volatility', deal({}))).toBe('–');
    expect(textOf('fee', deal({ fee: 57.5 }))).toBe('57.50');
  });

  it('shows the volatility of an option and its price, the premium', () => {
    expect(textOf('volatility', deal({ price: 225.8, volatility: 28.4, reference: 4060 }))).toBe(
      '28.40 / 225.80',
    );
    expect(textOf('volatility', deal({ price: 1, volatility: null, reference: 4060 }))).toBe('– / 1.00');
  });

  it('leaves replaced and cancelled deals out of the sums', () => {
    const rows = [deal({}), deal({ state: 'Split' }), deal({ state: 'Cancelled', side: 'S' })];
    expect(sumsOf(rows)).toEqual({ bought: 2, sold: 0, value: 807_040, replaced: 1, cancelled: 1 });
    expect(rows.map((row) => dealsColumns.find(({ id }) => id === 'qty')?.sum?.(row))).toEqual([
      2,
      null,
      null,
    ]);
  });
});

describe('the state of a deal', () => {
  it('greys every value of a deal that is not open and is beside its contract, which never leaves', () => {
    const states = ['Assigning', 'Split', 'Cumulated', 'Assigned', 'Tripartite', 'Cancelled'] as const;
    const contract = dealsColumns.find(({ id }) => id === 'contract');
    expect(contract?.rank).toBe(0);
    expect(states.map((state) => contract?.note?.(deal({ state }), new Set()))).toEqual(
      states.map((state) => state.toLowerCase()),
    );
    expect(contract?.note?.(deal({}), new Set())).toBeUndefined();
    expect(contract?.text(deal({ state: 'Split' }))).toBe('DEC26 WMAZ');
    for (const state of states)
      for (const { id, tone } of columnsFor(dealsColumns, false))
        if (id !== 'state') expect([id, state, tone?.(deal({ state }))]).toEqual([id, state, 'second']);
    for (const { id, tone } of columnsFor(dealsColumns, true))
      if (id !== 'state') expect([id, tone?.(deal({ state: 'Split' }))]).toEqual([id, 'second']);
  });
});

describe('consolidated deals', () => {
  it('are summed by principal, contract and side at their average price, without replaced deals', () => {
    const rows = consolidated([
      deal({}),
      deal({ dealSeq: 2, qty: 1, price: 4036, value: 403_600 }),
      deal({ dealSeq: 3, side: 'S' }),
      deal({ dealSeq: 4, principal: 'FARM1' }),
      deal({ dealSeq: 5, state: 'Cumulated' }),
    ]);
    expect(rows.map(({ principal, side, qty, deals }) => ({ principal, side, qty, deals }))).toEqual([
      { principal: 'KAND', side: 'B', qty: 3, deals: 2 },
      { principal: 'KAND', side: 'S', qty: 2, deals: 1 },
      { principal: 'FARM1', side: 'B', qty: 2, deals: 1 },
    ]);
    expect(rows[0]).toMatchObject({ averagePrice: 4035.4667, value: 1_210_640 });
  });
});
