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

describe('the depth as the grid reads it', () => {
  it('tells a level only when that level looks different', () => {
    const source = createDepthSource();
    source.set(levels(10, 20));
    const told: string[] = [];
    source.onRow(0, (level, before) => told.push(`0: ${before?.bidQty} → ${level?.bidQty}`));
    source.onRow(1, (level, before) => told.push(`1: ${before?.bidQty} → ${level?.bidQty}`));
    source.set(levels(10, 25));
    expect(told).toEqual(['1: 20 → 25']);
    source.set(levels(10, 25));
    expect(told).toHaveLength(1);
  });

  it('tells of its shape only when the number of levels changes', () => {
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

  it('tells nobody after they stopped listening', () => {
    const source = createDepthSource();
    source.set(levels(10));
    let told = 0;
    const stop = source.onRow(0, () => {
      told += 1;
    });
    stop();
    source.set(levels(11));
    expect(told).toBe(0);
    expect(source.get(0)?.bidQty).toBe(11);
  });
});
