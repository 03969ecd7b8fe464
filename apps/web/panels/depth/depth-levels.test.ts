import type { DepthRow } from '@openpit/wire';
import { describe, expect, it } from 'vitest';
import { depthLevels, isSameLevel } from './depth-levels.ts';

const rows: DepthRow[] = [
  { buyer: 'KAND', bidPrice: 4034.8, bidQty: 12, offerQty: 20, sellPrice: 4035.2, seller: 'VELD' },
  { buyer: 'VELD', bidPrice: 4034.8, bidQty: 8, offerQty: 15, sellPrice: 4035.4, seller: 'KAND' },
  { buyer: 'RIET', bidPrice: 4034.6, bidQty: 5, offerQty: 0, sellPrice: null, seller: null },
];

describe('the depth of a contract', () => {
  it('[PANEL-17] has one level per order, with the lots up to each level', () => {
    const levels = depthLevels(rows, 'order', 0);
    expect(levels.map((level) => [level.buyer, level.bidQty, level.bidUpTo])).toEqual([
      ['KAND', 12, 12],
      ['VELD', 8, 20],
      ['RIET', 5, 25],
    ]);
    expect(levels.map((level) => [level.sellPrice, level.offerQty, level.offerUpTo])).toEqual([
      [4035.2, 20, 20],
      [4035.4, 15, 35],
      [null, 0, 35],
    ]);
  });

  it('[PANEL-17] is summed by price, and then says how many orders are at each price', () => {
    const levels = depthLevels(rows, 'price', 0);
    expect(levels).toHaveLength(2);
    expect(levels[0]).toMatchObject({
      buyer: '2 ×',
      bidPrice: 4034.8,
      bidQty: 20,
      seller: 'VELD',
      offerQty: 20,
    });
    expect(levels[1]).toMatchObject({
      buyer: 'RIET',
      bidPrice: 4034.6,
      bidQty: 5,
      bidUpTo: 25,
      offerUpTo: 35,
    });
  });

  it('[PREF-3] has at most maxDepth levels, and all when that is 0', () => {
    expect(depthLevels(rows, 'order', 2)).toHaveLength(2);
    expect(depthLevels(rows, 'order', 0)).toHaveLength(3);
    expect(depthLevels(rows, 'order', 50)).toHaveLength(3);
    expect(depthLevels([], 'order', 0)).toEqual([]);
  });

  it('measures sizes against the largest one shown', () => {
    const [best, second] = depthLevels(rows, 'order', 0);
    expect(best?.offerShare).toBe(1);
    expect(best?.bidShare).toBe(0.6);
    expect(second?.bidShare).toBe(0.4);
    expect(depthLevels(rows, 'price', 1)[0]?.bidShare).toBe(1);
  });

  it('compares two levels cell by cell', () => {
    const [before] = depthLevels(rows, 'order', 0);
    const [after] = depthLevels(
      rows.map((row) => ({ ...row })),
      'order',
      0,
    );
    const [other] = depthLevels(
      rows.map((row) => ({ ...row, buyer: 'RIET' })),
      'order',
      0,
    );
    if (!before || !after || !other) throw new Error('no levels');
    expect(isSameLevel(before, after)).toBe(true);
    expect(isSameLevel(before, other)).toBe(false);
  });
});
