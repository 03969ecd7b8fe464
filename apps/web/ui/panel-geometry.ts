// Place, size and snapping of panels. Coordinates are percent of the workspace, so that a layout fits every window (LAYOUT-2, LAYOUT-4);
// the minimum size is in pixels, so that a panel stays usable. All functions are pure.

export interface Place {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}
export interface AreaPx {
  readonly width: number;
  readonly height: number;
}
export type Edge = 'n' | 's' | 'e' | 'w' | 'ne' | 'nw' | 'se' | 'sw';
export const edges: readonly Edge[] = ['n', 's', 'e', 'w', 'ne', 'nw', 'se', 'sw'];

const minimumPanelPx: AreaPx = { width: 220, height: 120 };

/** The minimum width and height in percent of this area, at most 100. */
export function minimumPercent(area: AreaPx): { readonly w: number; readonly h: number } {
  const share = (px: number, total: number) => (total > 0 ? Math.min(100, (px / total) * 100) : 0);
  return { w: share(minimumPanelPx.width, area.width), h: share(minimumPanelPx.height, area.height) };
}

const between = (low: number, value: number, high: number) => Math.min(Math.max(value, low), high);
/** Rounds to three decimals, a fiftieth of a pixel on a wide screen, to keep saved layouts short. */
const tidy = (percent: number) => Math.round(percent * 1000) / 1000;
const tidied = ({ x, y, w, h }: Place): Place => ({ x: tidy(x), y: tidy(y), w: tidy(w), h: tidy(h) });

/** The same panel with at least its minimum size, entirely inside the area. */
export function clampPlace(place: Place, area: AreaPx): Place {
  const min = minimumPercent(area);
  const w = between(min.w, place.w, 100);
  const h = between(min.h, place.h, 100);
  return tidied({ x: between(0, place.x, 100 - w), y: between(0, place.y, 100 - h), w, h });
}

/** The panel moved by percent as far as the borders, with the same size. */
export function movePlace(place: Place, by: { readonly x: number; readonly y: number }, area: AreaPx): Place {
  const { w, h } = clampPlace(place, area);
  return clampPlace({ x: place.x + by.x, y: place.y + by.y, w, h }, area);
}

/** The panel with one edge or corner moved by percent; the opposite edge does not move. */
export function resizePlace(
  place: Place,
  edge: Edge,
  by: { readonly x: number; readonly y: number },
  area: AreaPx,
): Place {
  const min = minimumPercent(area);
  const start = clampPlace(place, area);
  let { x, y, w, h } = start;
  if (edge.includes('e')) w = between(min.w, w + by.x, 100 - x);
  if (edge.includes('s')) h = between(min.h, h + by.y, 100 - y);
  if (edge.includes('w')) {
    const right = start.x + start.w;
    x = between(0, x + by.x, right - min.w);
    w = right - x;
  }
  if (edge.includes('n')) {
    const bottom = start.y + start.h;
    y = between(0, y + by.y, bottom - min.h);
    h = bottom - y;
  }
  return tidied({ x, y, w, h });
}

/** Converts a distance in pixels to percent of the area. */
export function percentOf(
  px: { readonly x: number; readonly y: number },
  area: AreaPx,
): { readonly x: number; readonly y: number } {
  return {
    x: area.width > 0 ? (px.x / area.width) * 100 : 0,
    y: area.height > 0 ? (px.y / area.height) * 100 : 0,
  };
}

/**
 * CSS that keeps the panel visible in any window without a script: percent as saved, at least the minimum size, inside the workspace, and
 * on whole pixels, so that lines and text stay sharp. Content that needs more height sets `--least-height` on the panel; the saved place
 * stays unchanged, so that it applies again with other content.
 */
export function placeStyle({
  x,
  y,
  w,
  h,
}: Place): Readonly<Record<'left' | 'top' | 'width' | 'height', string>> {
  const width = `round(down, min(100%, max(${w}%, ${minimumPanelPx.width}px)), 1px)`;
  const height = `round(down, min(100%, max(${h}%, var(--least-height, ${minimumPanelPx.height}px))), 1px)`;
  return {
    left: `round(max(0px, min(${x}%, 100% - ${width})), 1px)`,
    top: `round(max(0px, min(${y}%, 100% - ${height})), 1px)`,
    width,
    height,
  };
}

/** The space between docked panels, and between a panel and the neighbour that it snaps to. */
export const gapPx = 4;

/** The style of a docked panel: exactly its share of any window, apart from the gap before its right and lower neighbour. */
export function dockedStyle({ x, y, w, h }: Place): ReturnType<typeof placeStyle> {
  const span = (start: number, size: number) => {
    const gap = start + size < 99.99 ? ` - ${gapPx}px` : '';
    return `calc(round(${start + size}%, 1px) - round(${start}%, 1px)${gap})`;
  };
  return { left: `round(${x}%, 1px)`, top: `round(${y}%, 1px)`, width: span(x, w), height: span(y, h) };
}

/** The snapping distance, in percent of the workspace. */
const snapPercent = 0.8;

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

/** The distance from `at` to the nearest of these stops; null if none is within the snapping distance. */
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

/**
 * A panel snaps to the border of the workspace and to the edges of neighbours. Facing edges keep a gap of `gapPx`; edges of the same side
 * align. The panel moved to the stops near it, with the same size.
 */
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
  const min = minimumPercent(area);
  let { x, y, w, h } = place;
  if (edge.includes('e')) w = Math.max(min.w, w + (nearest(x + w, axes.x.ends) ?? 0));
  if (edge.includes('s')) h = Math.max(min.h, h + (nearest(y + h, axes.y.ends) ?? 0));
  if (edge.includes('w')) {
    const by = Math.min(nearest(x, axes.x.starts) ?? 0, w - min.w);
    x += by;
    w -= by;
  }
  if (edge.includes('n')) {
    const by = Math.min(nearest(y, axes.y.starts) ?? 0, h - min.h);
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
