import type { ActiveOrderRow, DepthRow } from '@openpit/wire';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type DepthView, ownOrdersAtLevels } from '../../../market/own-lots.ts';
import { activeOrder } from '../../../testing/rows.ts';
import { createDepthSource, createPriceHold, depthLevels, isSameLevel, longestHoldMs } from './rules.ts';

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

  it('[PANEL-17] is summed by price, and then shows how many orders are at each price', () => {
    const levels = depthLevels(rows, 'price', 0);
    expect(levels).toHaveLength(2);
    expect(levels[0]).toMatchObject({
      buyer: '(2)',
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

const row = (bidQty: number): DepthRow => ({
  buyer: 'KAND',
  bidPrice: 4034.8,
  bidQty,
  offerQty: 100,
  sellPrice: 4035.2,
  seller: 'VELD',
});
const levels = (...quantities: number[]) => depthLevels(quantities.map(row), 'order', 0);

describe('the source of a depth', () => {
  it('notifies the listeners of a level only when that level has changed', () => {
    const source = createDepthSource();
    source.set(levels(10, 20));
    const seen: string[] = [];
    source.onRow(0, (level, before) => seen.push(`0: ${before?.bidQty} → ${level?.bidQty}`));
    source.onRow(1, (level, before) => seen.push(`1: ${before?.bidQty} → ${level?.bidQty}`));
    source.set(levels(10, 25));
    expect(seen).toEqual(['1: 20 → 25']);
    source.set(levels(10, 25));
    expect(seen).toHaveLength(1);
  });

  it('notifies the shape listeners only when the number of levels changes', () => {
    const source = createDepthSource();
    let shapes = 0;
    source.onShape(() => {
      shapes += 1;
    });
    source.set(levels(10, 20));
    const keys = source.keys();
    source.set(levels(11, 21));
    expect(shapes).toBe(1);
    expect(source.keys()).toBe(keys);
    source.set(levels(11));
    expect(shapes).toBe(2);
    expect(source.keys()).toEqual([0]);
  });

  it('notifies no listener that has stopped', () => {
    const source = createDepthSource();
    source.set(levels(10));
    let seen = 0;
    const stop = source.onRow(0, () => {
      seen += 1;
    });
    stop();
    source.set(levels(11));
    expect(seen).toBe(0);
    expect(source.get(0)?.bidQty).toBe(11);
  });
});

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
const ownSeqs = (rows: DepthRow[], orders: ActiveOrderRow[], view: DepthView = 'order') =>
  [...ownOrdersAtLevels(depthLevels(rows, view, 0), 'B', { orders, member: 'KAND', view })].map(
    ([line, on]) => [line, on.map(({ activeOrderSeq }) => activeOrderSeq)],
  );

describe('the user’s orders in the depth', () => {
  it('[PANEL-17] are on their own lines, several at one price in the order of the queue', () => {
    const rows = [
      bid('KAND', 4034.8, 10),
      bid('VELD', 4034.8, 7),
      bid('KAND', 4034.8, 10),
      bid('KAND', 4034.6, 5),
    ];
    const orders = [order(3), order(1), order(7, { price: 4034.6, remaining: 5 })];
    expect(ownSeqs(rows, orders)).toEqual([
      [0, [1]],
      [2, [3]],
      [3, [7]],
    ]);
  });

  it('[PANEL-17] are all on the line of their price when the depth is summed by price', () => {
    const rows = [bid('KAND', 4034.8, 10), bid('VELD', 4034.8, 7), bid('KAND', 4034.8, 4)];
    expect(ownSeqs(rows, [order(1), order(3, { remaining: 4 })], 'price')).toEqual([[0, [1, 3]]]);
  });

  it("are never on another member's line, and on none while they are suspended", () => {
    expect(ownSeqs([bid('VELD', 4034.8, 10)], [order(1)])).toEqual([]);
    expect(ownSeqs([bid('KAND', 4034.8, 10)], [order(1, { state: 'Suspended' })])).toEqual([]);
    expect(ownSeqs([bid('KAND', 4034.8, 10)], [order(1, { side: 'S' })])).toEqual([]);
  });

  it('are matched by quantity while the depth still lacks one of them, and omitted when that is ambiguous', () => {
    const rows = [bid('KAND', 4034.8, 4)];
    expect(ownSeqs(rows, [order(1), order(3, { remaining: 4 })])).toEqual([[0, [3]]]);
    expect(ownSeqs(rows, [order(1), order(3)])).toEqual([]);
  });
});

const heldRow = (bidPrice: number, bidQty: number): DepthRow => ({
  buyer: 'KAND',
  bidPrice,
  bidQty,
  offerQty: 5,
  sellPrice: 4040,
  seller: 'VELD',
});
const heldLevels = (bidPrice: number, bidQty = 10) => depthLevels([heldRow(bidPrice, bidQty)], 'order', 0);

function hold() {
  const seen: string[] = [];
  const prices = createPriceHold({
    show: ([level]) => seen.push(`${level?.bidQty} at ${level?.bidPrice}`),
    onHeld: (isHeld) => seen.push(isHeld ? 'held' : 'free'),
  });
  prices.update(heldLevels(4034));
  seen.length = 0;
  return { prices, seen };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('the prices under the pointer', () => {
  it('[PANEL-17] stay until the pointer leaves; then the newest are shown', () => {
    const { prices, seen } = hold();
    prices.enter();
    prices.update(heldLevels(4034.2));
    prices.update(heldLevels(4034.4));
    expect(seen).toEqual(['held']);
    prices.leave();
    expect(seen).toEqual(['held', 'free', '10 at 4034.4']);
  });

  it('[PANEL-17] are held for a second and a half at most', () => {
    const { prices, seen } = hold();
    prices.enter();
    prices.update(heldLevels(4034.2));
    vi.advanceTimersByTime(longestHoldMs - 1);
    expect(seen).toEqual(['held']);
    vi.advanceTimersByTime(1);
    expect(seen).toEqual(['held', 'free', '10 at 4034.2']);
  });

  it('do not hold back a change of quantities', () => {
    const { prices, seen } = hold();
    prices.enter();
    prices.update(heldLevels(4034, 25));
    expect(seen).toEqual(['25 at 4034']);
    prices.update(heldLevels(4035));
    prices.update(heldLevels(4034, 30));
    expect(seen).toEqual(['25 at 4034', 'held', 'free', '30 at 4034']);
    vi.advanceTimersByTime(longestHoldMs);
    expect(seen).toHaveLength(4);
  });

  it('change freely while the pointer is elsewhere', () => {
    const { prices, seen } = hold();
    prices.update(heldLevels(4034.2));
    expect(seen).toEqual(['10 at 4034.2']);
  });
});
