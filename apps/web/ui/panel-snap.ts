// Snapping: a panel near the border of the workspace or the edge of a neighbour stops there. Edges that face each other keep
// a gap of four pixels; edges of the same side align. Pure; in percent of the workspace.
import { type AreaPx, clampPlace, type Edge, gapPx, minimumPercent, type Place } from './panel-geometry.ts';

/** The snapping distance, in percent of the workspace. */
export const snapPercent = 0.8;

interface Axis {
  /** The stops for a left or upper edge. */
  readonly starts: readonly number[];
  /** The stops for a right or lower edge. */
  readonly ends: readonly number[];
}

function axisOf(edges: readonly { readonly start: number; readonly end: number }[], gap: number): Axis {
  return {
    starts: [0, ...edges.flatMap(({ start, end }) => [start, end + gap])],
    ends: [100, ...edges.flatMap(({ start, end }) => [end, start - gap])],
  };
}

function axesOf(neighbours: readonly Place[], area: AreaPx): { readonly x: Axis; readonly y: Axis } {
  const gap = (px: number) => (px > 0 ? (gapPx / px) * 100 : 0);
  return {
    x: axisOf(
      neighbours.map(({ x, w }) => ({ start: x, end: x + w })),
      gap(area.width),
    ),
    y: axisOf(
      neighbours.map(({ y, h }) => ({ start: y, end: y + h })),
      gap(area.height),
    ),
  };
}

/** The distance from `at` to the nearest of these stops; null when none is within the snapping distance. */
function nearest(at: number, stops: readonly number[]): number | null {
  let best: number | null = null;
  for (const stop of stops) {
    const way = stop - at;
    if (Math.abs(way) <= snapPercent && (best === null || Math.abs(way) < Math.abs(best))) best = way;
  }
  return best;
}

function shorter(a: number | null, b: number | null): number {
  if (a === null || b === null) return a ?? b ?? 0;
  return Math.abs(a) <= Math.abs(b) ? a : b;
}

/** The panel moved to the stops near it, with the same size. */
export function snapMoved(place: Place, neighbours: readonly Place[], area: AreaPx): Place {
  const { x, y } = axesOf(neighbours, area);
  return clampPlace(
    {
      ...place,
      x: place.x + shorter(nearest(place.x, x.starts), nearest(place.x + place.w, x.ends)),
      y: place.y + shorter(nearest(place.y, y.starts), nearest(place.y + place.h, y.ends)),
    },
    area,
  );
}

/** The panel with the dragged edge moved to the stop near it; the opposite edge does not move. */
export function snapSized(place: Place, edge: Edge, neighbours: readonly Place[], area: AreaPx): Place {
  const axes = axesOf(neighbours, area);
  const least = minimumPercent(area);
  let { x, y, w, h } = place;
  if (edge.includes('e')) w = Math.max(least.w, w + (nearest(x + w, axes.x.ends) ?? 0));
  if (edge.includes('s')) h = Math.max(least.h, h + (nearest(y + h, axes.y.ends) ?? 0));
  if (edge.includes('w')) {
    const by = Math.min(nearest(x, axes.x.starts) ?? 0, w - least.w);
    x += by;
    w -= by;
  }
  if (edge.includes('n')) {
    const by = Math.min(nearest(y, axes.y.starts) ?? 0, h - least.h);
    y += by;
    h -= by;
  }
  return clampPlace({ x, y, w, h }, area);
}

/** The nine named places for a panel. */
export const presetPlaces: readonly (readonly [name: string, place: Place])[] = [
  ['Left half', { x: 0, y: 0, w: 50, h: 100 }],
  ['Right half', { x: 50, y: 0, w: 50, h: 100 }],
  ['Top half', { x: 0, y: 0, w: 100, h: 50 }],
  ['Bottom half', { x: 0, y: 50, w: 100, h: 50 }],
  ['Top left', { x: 0, y: 0, w: 50, h: 50 }],
  ['Top right', { x: 50, y: 0, w: 50, h: 50 }],
  ['Bottom left', { x: 0, y: 50, w: 50, h: 50 }],
  ['Bottom right', { x: 50, y: 50, w: 50, h: 50 }],
  ['Whole workspace', { x: 0, y: 0, w: 100, h: 100 }],
];
