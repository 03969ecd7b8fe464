import type { DealRow } from '@openpit/wire';
import { describe, expect, it } from 'vitest';
import { dealRow } from '../../testing/rows.ts';
import { consolidated } from './consolidated-deals.ts';
import { dealsColumns, sumsOf } from './deals-columns.ts';

const deal = dealRow;
const textOf = (id: string, row: DealRow) => dealsColumns.find((column) => column.id === id)?.text(row);

describe('the Deals panel', () => {
  it('[PANEL-10] [PANEL-0] has the columns of domain §4.8 in their order', () => {
    expect(dealsColumns.slice(0, 18).map(({ id }) => id)).toEqual([
      'dealSeq',
      'time',
      'contract',
      'side',
      'qty',
      'price',
      'volatility',
      'value',
      'principal',
      'subAccount',
      'dealer',
      'capacity',
      'counterparty',
      'origin',
      'state',
      'linkedGroup',
      'ref',
      'fee',
    ]);
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
    expect(sumsOf(rows)).toEqual({ bought: 2, sold: 0, value: 807_040 });
    expect(rows.map((row) => dealsColumns.find(({ id }) => id === 'qty')?.sum?.(row))).toEqual([
      2,
      null,
      null,
    ]);
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
