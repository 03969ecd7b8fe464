import { describe, expect, it } from 'vitest';
import type { Place } from './panel-geometry.ts';
import { presetPlaces, snapMoved, snapSized } from './panel-snap.ts';

/** Four pixels are 0.4 percent here. */
const area = { width: 1_000, height: 1_000 };
const neighbour: Place = { x: 40, y: 40, w: 30, h: 30 };

describe('a panel that is moved', () => {
  it('snaps to the borders of the workspace', () => {
    expect(snapMoved({ x: 0.7, y: 59.5, w: 30, h: 40 }, [], area)).toEqual({ x: 0, y: 60, w: 30, h: 40 });
  });

  it('snaps beside a neighbour with a gap of four pixels, and aligns with it', () => {
    expect(snapMoved({ x: 70.9, y: 40.5, w: 25, h: 25 }, [neighbour], area)).toEqual({
      x: 70.4,
      y: 40,
      w: 25,
      h: 25,
    });
    expect(snapMoved({ x: 14.9, y: 10, w: 25, h: 25 }, [neighbour], area).x).toBeCloseTo(14.6);
  });

  it('does not snap when nothing is near', () => {
    const free = { x: 5, y: 5, w: 25, h: 25 };
    expect(snapMoved(free, [neighbour], area)).toEqual(free);
  });
});

describe('a panel that is sized', () => {
  it('snaps the dragged edge to the neighbour, and keeps the other edges', () => {
    expect(snapSized({ x: 10, y: 10, w: 29.2, h: 20 }, 'e', [neighbour], area)).toEqual({
      x: 10,
      y: 10,
      w: 29.6,
      h: 20,
    });
    expect(snapSized({ x: 71, y: 10, w: 25, h: 20 }, 'w', [neighbour], area)).toEqual({
      x: 70.4,
      y: 10,
      w: 25.6,
      h: 20,
    });
    expect(snapSized({ x: 0.5, y: 10, w: 29, h: 20 }, 'e', [], area)).toEqual({
      x: 0.5,
      y: 10,
      w: 29,
      h: 20,
    });
  });

  it('never becomes smaller than the minimum size', () => {
    const small = { x: 10, y: 10, w: 22, h: 12 };
    const beside = { x: 32.1, y: 0, w: 20, h: 50 };
    expect(snapSized(small, 'e', [beside], area).w).toBeGreaterThanOrEqual(22);
  });
});

it('there are nine named places, all inside the workspace', () => {
  expect(presetPlaces).toHaveLength(9);
  for (const [, { x, y, w, h }] of presetPlaces) expect(x + w <= 100 && y + h <= 100).toBe(true);
});
