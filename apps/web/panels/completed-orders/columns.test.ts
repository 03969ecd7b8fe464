import type { CompletedOrderRow } from '@openpit/wire';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { columnTexts, phoneTexts } from '../../testing/column-texts.ts';
import { setFormatLocale } from '../../ui/format.ts';
import { completedOrdersColumns, endOf } from './columns.ts';

beforeEach(() => setFormatLocale('en-GB'));
afterEach(() => setFormatLocale(undefined));

const order: CompletedOrderRow = {
  completedOrderSeq: 31,
  activeOrderSeq: 7_625,
  time: Date.UTC(2026, 10, 18, 8, 31, 7),
  enteredAt: Date.UTC(2026, 10, 18, 7, 2, 0),
  contract: 'DEC26 WMAZ',
  displaySeq: 1,
  instrument: 'WMAZ',
  side: 'S',
  qty: 10,
  dealt: 4,
  price: 4035.2,
  averagePrice: 4035.266_6,
  orderType: 1,
  state: 'Killed',
  reason: 'No more bids at this price.',
  principal: 'FARM1',
  subAccount: 'NORTH',
  member: 'KAND',
  dealer: 'ABD',
  capacity: 'A',
  ref: 'R-17',
};

describe('the columns of the Completed orders panel', () => {
  it('[PANEL-0] [PANEL-7] show how an order ended and why, the lots that dealt, and its terms', () => {
    expect(columnTexts(completedOrdersColumns, order)).toEqual([
      'Time: 10:31:07',
      'Contract: DEC26 WMAZ',
      'B/S: Sell',
      'Qty: 10',
      'Dealt: 4',
      'Price: 4,035.20',
      'Vol: –',
      'Average: 4,035.26',
      'End: Killed, part filled',
      'Reason: No more bids at this price.',
      'Type: TOK',
      'Principal: FARM1',
      'P/A: A',
      'Sub-acc: NORTH',
      'Dealer: ABD',
      'Ref: R-17',
      'Order: 7625',
      'Entered: 09:02:00',
    ]);
  });

  it('[PANEL-7] show the dealt lots and the end on a phone', () => {
    expect(phoneTexts(completedOrdersColumns, order)).toEqual([
      'Contract: DEC26 WMAZ',
      'Price: 4,035.20',
      'Time: 10:31:07',
      'Order: Sell 4 of 10 dealt',
      'End: Killed, part filled',
    ]);
  });

  it('[PANEL-7] say that a part was filled, unless all was', () => {
    expect(endOf({ state: 'Cancelled', dealt: 0 })).toBe('Cancelled');
    expect(endOf({ state: 'Cancelled', dealt: 4 })).toBe('Cancelled, part filled');
    expect(endOf({ state: 'Filled', dealt: 10 })).toBe('Filled');
  });
});
