import { describe, expect, it } from 'vitest';
import {
  clampPlace,
  edges,
  minimumPercent,
  movePlace,
  type Place,
  percentOf,
  placeStyle,
  presetPlaces,
  resizePlace,
  snapMoved,
  snapSized,
} from './panel-geometry.ts';

const area = { width: 1000, height: 500 };

describe('a panel in its workspace', () => {
  it('[LAYOUT-4] is moved inside the workspace', () => {
    expect(clampPlace({ x: 20, y: 20, w: 48, h: 40 }, area)).toEqual({ x: 20, y: 20, w: 48, h: 40 });
    expect(clampPlace({ x: 90, y: 95, w: 48, h: 40 }, area)).toEqual({ x: 52, y: 60, w: 48, h: 40 });
    expect(clampPlace({ x: -5, y: 200, w: 48, h: 40 }, area)).toEqual({ x: 0, y: 60, w: 48, h: 40 });
  });

  it('is never smaller than 220 by 120 pixels and never larger than the workspace', () => {
    expect(clampPlace({ x: 0, y: 0, w: 1, h: 1 }, area)).toEqual({ x: 0, y: 0, w: 22, h: 24 });
    expect(clampPlace({ x: 5, y: 5, w: 400, h: 400 }, area)).toEqual({ x: 0, y: 0, w: 100, h: 100 });
    expect(minimumPercent({ width: 100, height: 60 })).toEqual({ w: 100, h: 100 });
  });

  it('stops at the border when it is moved, and keeps its size', () => {
    const place = { x: 10, y: 10, w: 50, h: 50 };
    expect(movePlace(place, { x: 1, y: -5 }, area)).toEqual({ x: 11, y: 5, w: 50, h: 50 });
    expect(movePlace(place, { x: 500, y: 500 }, area)).toEqual({ x: 50, y: 50, w: 50, h: 50 });
    expect(movePlace(place, { x: -500, y: -500 }, area)).toEqual({ x: 0, y: 0, w: 50, h: 50 });
  });

  it('moves only the dragged edge', () => {
    const place = { x: 30, y: 30, w: 40, h: 40 };
    expect(resizePlace(place, 'e', { x: 10, y: 99 }, area)).toEqual({ x: 30, y: 30, w: 50, h: 40 });
    expect(resizePlace(place, 's', { x: 99, y: -10 }, area)).toEqual({ x: 30, y: 30, w: 40, h: 30 });
    expect(resizePlace(place, 'nw', { x: -10, y: -10 }, area)).toEqual({ x: 20, y: 20, w: 50, h: 50 });
    expect(resizePlace(place, 'se', { x: 90, y: 90 }, area)).toEqual({ x: 30, y: 30, w: 70, h: 70 });
  });

  it('keeps the opposite edge in place when an edge is dragged past the minimum size', () => {
    expect(resizePlace({ x: 30, y: 30, w: 40, h: 40 }, 'nw', { x: 90, y: 90 }, area)).toEqual({
      x: 48,
      y: 46,
      w: 22,
      h: 24,
    });
  });

  it('stays inside the workspace for every dragged edge and distance', () => {
    for (const edge of edges)
      for (const by of [-150, -7.3, 0, 12.5, 150]) {
        const { x, y, w, h } = resizePlace({ x: 12, y: 40, w: 55, h: 30 }, edge, { x: by, y: by }, area);
        expect(x).toBeGreaterThanOrEqual(0);
        expect(y).toBeGreaterThanOrEqual(0);
        expect(x + w).toBeLessThanOrEqual(100.001);
        expect(y + h).toBeLessThanOrEqual(100.001);
        expect(w).toBeGreaterThanOrEqual(22);
        expect(h).toBeGreaterThanOrEqual(24);
      }
  });

  it('converts a distance in pixels to percent, and to zero while the workspace has no size', () => {
    expect(percentOf({ x: 10, y: 10 }, area)).toEqual({ x: 1, y: 2 });
    expect(percentOf({ x: 10, y: 10 }, { width: 0, height: 0 })).toEqual({ x: 0, y: 0 });
  });

  it('is drawn in percent as saved, with the minimum size in pixels', () => {
    expect(placeStyle({ x: 20, y: 10, w: 48, h: 40 })).toMatchObject({
      left: 'round(max(0px, min(20%, 100% - round(down, min(100%, max(48%, 220px)), 1px))), 1px)',
      width: 'round(down, min(100%, max(48%, 220px)), 1px)',
    });
  });

  it('is as high as its content needs at least, and inside the workspace, with the same place', () => {
    const height = 'round(down, min(100%, max(40%, var(--least-height, 120px))), 1px)';
    expect(placeStyle({ x: 20, y: 70, w: 48, h: 40 })).toMatchObject({
      top: `round(max(0px, min(70%, 100% - ${height})), 1px)`,
      height,
    });
  });
});

/** Four pixels are 0.4 percent here. */
const snapArea = { width: 1_000, height: 1_000 };
const neighbour: Place = { x: 40, y: 40, w: 30, h: 30 };

describe('a panel that is moved', () => {
  it('snaps to the borders of the workspace', () => {
    expect(snapMoved({ x: 0.7, y: 59.5, w: 30, h: 40 }, [], snapArea)).toEqual({ x: 0, y: 60, w: 30, h: 40 });
  });

  it('snaps next to a neighbour with a gap of four pixels, and aligns with it', () => {
    expect(snapMoved({ x: 70.9, y: 40.5, w: 25, h: 25 }, [neighbour], snapArea)).toEqual({
      x: 70.4,
      y: 40,
      w: 25,
      h: 25,
    });
    expect(snapMoved({ x: 14.9, y: 10, w: 25, h: 25 }, [neighbour], snapArea).x).toBeCloseTo(14.6);
  });

  it('does not snap when nothing is near', () => {
    const free = { x: 5, y: 5, w: 25, h: 25 };
    expect(snapMoved(free, [neighbour], snapArea)).toEqual(free);
  });
});

describe('a panel that is sized', () => {
  it('snaps the dragged edge to the neighbour, and keeps the other edges', () => {
    expect(snapSized({ x: 10, y: 10, w: 29.2, h: 20 }, 'e', [neighbour], snapArea)).toEqual({
      x: 10,
      y: 10,
      w: 29.6,
      h: 20,
    });
    expect(snapSized({ x: 71, y: 10, w: 25, h: 20 }, 'w', [neighbour], snapArea)).toEqual({
      x: 70.4,
      y: 10,
      w: 25.6,
      h: 20,
    });
    expect(snapSized({ x: 0.5, y: 10, w: 29, h: 20 }, 'e', [], snapArea)).toEqual({
      x: 0.5,
      y: 10,
      w: 29,
      h: 20,
    });
  });

  it('never becomes smaller than the minimum size', () => {
    const small = { x: 10, y: 10, w: 22, h: 12 };
    const beside = { x: 32.1, y: 0, w: 20, h: 50 };
    expect(snapSized(small, 'e', [beside], snapArea).w).toBeGreaterThanOrEqual(22);
  });
});

it('there are nine named places, all inside the workspace', () => {
  expect(presetPlaces).toHaveLength(9);
  for (const [, { x, y, w, h }] of presetPlaces) expect(x + w <= 100 && y + h <= 100).toBe(true);
});
