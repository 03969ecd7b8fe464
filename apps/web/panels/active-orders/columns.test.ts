import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { columnTexts, phoneTexts } from '../../testing/column-texts.ts';
import { activeOrder, marketRow, pricesAre } from '../../testing/rows.ts';
import { setFormatLocale } from '../../ui/format.ts';
import { activeOrdersColumns, queueText } from './columns.tsx';

beforeEach(() => setFormatLocale('en-GB'));
afterEach(() => setFormatLocale(undefined));

const options = {
  prices: pricesAre(() => marketRow('DEC26 WMAZ', { bid: 4034.8, offer: 4036.6 })),
  timeLeftOf: () => '1:35',
  endOf: () => 95_000,
  renderActions: () => null,
};
const order = activeOrder({
  activeOrderSeq: 7_625,
  time: Date.UTC(2026, 10, 18, 8, 31, 7),
  remaining: 4,
  orderType: 0,
  state: 'Suspended',
  holdOverUntil: '2026-11-25',
  principal: 'FARM1',
  subAccount: 'NORTH',
  capacity: 'A',
  ref: 'R-17',
  queuePosition: 3,
  lotsAhead: 14,
});

describe('the columns of the Active orders panel', () => {
  it('show the first entry of a held-over order, otherwise the time of the place in the queue', () => {
    const heldOver = { ...order, enteredAt: Date.UTC(2026, 10, 17, 7, 5, 2) };
    const timeOf = (row: typeof order) => columnTexts(activeOrdersColumns(options), row)[1];
    expect([timeOf(order), timeOf(heldOver)]).toEqual(['Time: 10:31:07', 'Time: 09:05:02']);
  });

  it('[PANEL-0] [PANEL-6] show an order with its terms, its owner, its place in the market and its buttons', () => {
    expect(columnTexts(activeOrdersColumns(options), order)).toEqual([
      'Seq: 7625',
      'Time: 10:31:07',
      'Contract: DEC26 WMAZ',
      'B/S: Buy',
      'Qty: 10',
      'Left: 4',
      'Price: 4,034.80',
      'Vol: –',
      'Type: NOR',
      'Hold over: 25/11/2026',
      'State: Suspended',
      'Principal: FARM1',
      'Sub-acc: NORTH',
      'Dealer: ABD',
      'P/A: A',
      'Ref: R-17',
      'Away: 1.80',
      'Queue: 14 ahead',
      'Time left: 1:35',
      'Actions: ',
    ]);
  });

  it('[PANEL-6] show the remaining lots and the state on a phone', () => {
    expect(phoneTexts(activeOrdersColumns(options), order)).toEqual([
      'Contract: DEC26 WMAZ',
      'Price: 4,034.80',
      'Order: Buy 4 of 10',
      'State: Suspended',
      'Actions: ',
    ]);
  });
});

describe('[PANEL-6] the queue position of an order', () => {
  it('states how many lots deal before it, or that it is next', () => {
    expect(queueText({ queuePosition: 1, lotsAhead: 0 })).toBe('next');
    expect(queueText({ queuePosition: 3, lotsAhead: 14 })).toBe('14 ahead');
  });

  it('counts the lots at better prices too', () => {
    expect(queueText({ queuePosition: 1, lotsAhead: 40 })).toBe('40 ahead');
  });

  it('is a dash while the order is not in the book, or its position is unknown', () => {
    expect(queueText({ queuePosition: null, lotsAhead: null })).toBe('–');
    expect(queueText({})).toBe('–');
  });
});
