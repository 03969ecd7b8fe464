import type { DepthRow } from '@openpit/wire';
import { describe, expect, it } from 'vitest';
import { depthLevels } from './depth-levels.ts';
import { createDepthSource } from './depth-source.ts';

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
