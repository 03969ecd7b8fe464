import type { Side } from '@openpit/wire';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ownOrdersAtLevels } from '../../../market/own-lots.ts';
import { columnTexts } from '../../../testing/column-texts.ts';
import { activeOrder } from '../../../testing/rows.ts';
import { setFormatLocale } from '../../../ui/format.ts';
import { sideOf } from '../../../ui/live-grid/grid-row.tsx';
import { depthColumns, orderUpTo } from './columns.ts';
import { depthLevels } from './rules.ts';

const levels = depthLevels(
  [
    { buyer: 'KAND', bidPrice: 4034.8, bidQty: 12, offerQty: 20, sellPrice: 4035.2, seller: 'VELD' },
    { buyer: 'VELD', bidPrice: 4034.6, bidQty: 8, offerQty: 0, sellPrice: null, seller: null },
  ],
  'order',
  0,
);

beforeEach(() => setFormatLocale('en-GB'));
afterEach(() => setFormatLocale(undefined));

const contract = { contract: 'DEC26 WMAZ', instrument: 'WMAZ' };

describe('the columns of the Depth panel', () => {
  it('[PANEL-0] [PANEL-17] show buyer, bid and offer, and seller, and nothing on a side without an order', () => {
    const [best, second] = levels;
    if (!best || !second) throw new Error('no levels');
    const columns = depthColumns(contract, () => []).filter(({ render }) => render === undefined);
    expect(columnTexts(columns, best)).toEqual([
      'Buyer: KAND',
      'Qty: 12',
      'Bid: 4,034.80',
      'Offer: 4,035.20',
      'Qty: 20',
      'Seller: VELD',
    ]);
    expect(columnTexts(columns, second)).toEqual([
      'Buyer: VELD',
      'Qty: 8',
      'Bid: 4,034.60',
      'Offer: ',
      'Qty: ',
      'Seller: ',
    ]);
  });

  it('[PANEL-17] draw the bar of a size behind all columns of its side, even when some columns are hidden', () => {
    const columns = depthColumns(contract, () => []);
    const barsOf = (shown: typeof columns) =>
      shown.flatMap(({ id, sharesSide }, index) => (sharesSide ? [`${id} ${sideOf(shown, index)}`] : []));
    expect(barsOf(columns)).toEqual(['bidQty 1 / 5', 'offerQty 5 / 9']);
    const narrow = columns.filter(({ id }) => id !== 'buyer' && id !== 'ownOffer');
    expect(barsOf(narrow)).toEqual(['bidQty 1 / 4', 'offerQty 4 / 7']);
  });

  it('[PANEL-17] leave the line of another member at the same price without a mark', () => {
    const both = depthLevels(
      [
        { buyer: 'VELD', bidPrice: 4034.8, bidQty: 12, offerQty: 0, sellPrice: null, seller: null },
        { buyer: 'KAND', bidPrice: 4034.8, bidQty: 5, offerQty: 0, sellPrice: null, seller: null },
      ],
      'order',
      0,
    );
    const orders = [
      activeOrder({ activeOrderSeq: 1, contract: 'DEC26 WMAZ', side: 'B', price: 4034.8, remaining: 5 }),
    ];
    const lines = ownOrdersAtLevels(both, 'B', { orders, member: 'KAND', view: 'order' });
    const columns = depthColumns(contract, (_side, index) => lines.get(index) ?? []);
    const bid = columns.find(({ id }) => id === 'bid');
    expect(both.map((level) => bid?.mark?.(level)?.label)).toEqual([undefined, 'own 5']);
  });

  it('[PANEL-17] mark the price and the quantity of the user’s orders', () => {
    const [best] = levels;
    if (!best) throw new Error('no levels');
    const own = (side: Side, index: number) => (side === 'B' && index === 0 ? [{ remaining: 5 }] : []);
    const columns = new Map(depthColumns(contract, own).map((column) => [column.id, column]));
    expect(columns.get('bid')?.mark?.(best)).toEqual({ shape: 'filled', label: 'own 5' });
    expect(columns.get('bidQty')?.isHeavy?.(best)).toBe(true);
    expect(columns.get('offer')?.mark?.(best)).toBeUndefined();
    expect(columns.get('offerQty')?.isHeavy?.(best)).toBe(false);
  });
});

describe('a double-click on a level', () => {
  it('[PANEL-17] opens an order on the other side at that price, for all lots up to the level', () => {
    const [best, second] = levels;
    if (!best || !second) throw new Error('no levels');
    expect(orderUpTo(best, 'offer')).toEqual({ side: 'B', price: 4035.2, qty: 20 });
    expect(orderUpTo(second, 'bidQty')).toEqual({ side: 'S', price: 4034.6, qty: 20 });
  });

  it('opens nothing on a side without an order', () => {
    const [, second] = levels;
    if (!second) throw new Error('no levels');
    expect(orderUpTo(second, 'offer')).toBeNull();
    expect(orderUpTo(second, 'seller')).toBeNull();
  });
});
