import { describe, expect, it } from 'vitest';
import { orderUpTo } from './depth-columns.ts';
import { depthLevels } from './depth-levels.ts';

const levels = depthLevels(
  [
    { buyer: 'KAND', bidPrice: 4034.8, bidQty: 12, offerQty: 20, sellPrice: 4035.2, seller: 'VELD' },
    { buyer: 'VELD', bidPrice: 4034.6, bidQty: 8, offerQty: 0, sellPrice: null, seller: null },
  ],
  'order',
  0,
);

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
