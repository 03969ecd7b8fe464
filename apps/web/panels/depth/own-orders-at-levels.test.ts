import type { ActiveOrderRow, DepthRow } from '@openpit/wire';
import { describe, expect, it } from 'vitest';
import { activeOrder } from '../../testing/rows.ts';
import { type DepthView, depthLevels } from './depth-levels.ts';
import { ownOrdersAtLevels } from './own-orders-at-levels.ts';

const bid = (buyer: string, bidPrice: number, bidQty: number): DepthRow => ({
  buyer,
  bidPrice,
  bidQty,
  offerQty: 0,
  sellPrice: null,
  seller: null,
});
const order = (activeOrderSeq: number, change: Partial<ActiveOrderRow> = {}) =>
  activeOrder({ activeOrderSeq, time: activeOrderSeq, ...change });
const found = (rows: DepthRow[], orders: ActiveOrderRow[], view: DepthView = 'order') =>
  [...ownOrdersAtLevels(depthLevels(rows, view, 0), 'B', { orders, member: 'KAND', view })].map(
    ([line, on]) => [line, on.map(({ activeOrderSeq }) => activeOrderSeq)],
  );

describe('own orders in the depth', () => {
  it('[PANEL-17] are on their own lines, several at one price in the order of the queue', () => {
    const rows = [
      bid('KAND', 4034.8, 10),
      bid('VELD', 4034.8, 7),
      bid('KAND', 4034.8, 10),
      bid('KAND', 4034.6, 5),
    ];
    const orders = [order(3), order(1), order(7, { price: 4034.6, remaining: 5 })];
    expect(found(rows, orders)).toEqual([
      [0, [1]],
      [2, [3]],
      [3, [7]],
    ]);
  });

  it('[PANEL-17] are all on the line of their price when the depth is summed by price', () => {
    const rows = [bid('KAND', 4034.8, 10), bid('VELD', 4034.8, 7), bid('KAND', 4034.8, 4)];
    expect(found(rows, [order(1), order(3, { remaining: 4 })], 'price')).toEqual([[0, [1, 3]]]);
  });

  it("are never on another member's line, and on none while they are suspended", () => {
    expect(found([bid('VELD', 4034.8, 10)], [order(1)])).toEqual([]);
    expect(found([bid('KAND', 4034.8, 10)], [order(1, { state: 'Suspended' })])).toEqual([]);
    expect(found([bid('KAND', 4034.8, 10)], [order(1, { side: 'S' })])).toEqual([]);
  });

  it('are matched by quantity while the depth still lacks one of them, and left out when that is ambiguous', () => {
    const rows = [bid('KAND', 4034.8, 4)];
    expect(found(rows, [order(1), order(3, { remaining: 4 })])).toEqual([[0, [3]]]);
    expect(found(rows, [order(1), order(3)])).toEqual([]);
  });
});
