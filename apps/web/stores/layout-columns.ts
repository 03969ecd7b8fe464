// Pure functions that change the panels of a layout document (LAYOUT-2 to 5). Coordinates are percent of the workspace. An
// unknown id changes nothing.
import type { LayoutColumn, LayoutDocument, PanelCoordinates } from '@openpit/wire';
import { tidy } from './dock-tree.ts';

export const defaultSpawnPoint = { x: 20, y: 20 } as const;
export const defaultConfirmationPoint = { x: 50, y: 50 } as const;
/** The z of a newly added panel. */
export const newPanelZ = 150;

/** Percent of the workspace. */
export type PanelSize = Pick<PanelCoordinates, 'w' | 'h'>;
/** The default size of a new panel (LAYOUT-4). */
export const defaultPanelSize: PanelSize = { w: 48, h: 40 };

/** Moves and, if necessary, shrinks a panel so that it is inside the workspace. */
export function clampInside(coordinates: PanelCoordinates): PanelCoordinates {
  const w = Math.min(100, Math.max(1, coordinates.w));
  const h = Math.min(100, Math.max(1, coordinates.h));
  return {
    w,
    h,
    x: Math.min(100 - w, Math.max(0, coordinates.x)),
    y: Math.min(100 - h, Math.max(0, coordinates.y)),
    z: coordinates.z,
  };
}

/** A new id: the component's name followed by 16 random hexadecimal digits. */
export function newColumnId(component: string): string {
  const bytes = crypto.getRandomValues(new Uint8Array(8));
  return `${component}${[...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

/** The settings of a new panel. A Depth panel of an old layout has no settings and keeps one line for each order. */
export function newPanelProps(component: string): Pick<LayoutColumn, 'props'> {
  return component === 'Depth' ? { props: { view: 'price' } } : {};
}

interface Gap {
  readonly x: number;
  readonly y: number;
}

export interface NewColumn {
  readonly id: string;
  readonly component: string;
  readonly size?: PanelSize;
  /** The space between two panels in the current window, in percent. */
  readonly gap?: Gap;
}

/**
 * Adds a panel at the spawn point or in free space, on top of the other panels. It gets z 150, and the others are renumbered
 * downwards in their order.
 */
export function addColumn(
  layout: LayoutDocument,
  { id, component, size = defaultPanelSize, gap = { x: 0, y: 0 } }: NewColumn,
): LayoutDocument {
  const column: LayoutColumn = {
    id,
    component,
    coordinates: placeOfNew(layout, size, gap),
    ...newPanelProps(component),
  };
  return { ...layout, columns: [...stackBelow(layout.columns, newPanelZ), column] };
}

/**
 * The spawn point, clamped, unless a panel has its corner there or a panel at the default point would cover others while another
 * place covers none. The panel then opens at the place that covers the least, the nearest of several (decision 25).
 */
function placeOfNew(layout: LayoutDocument, size: PanelSize, gap: Gap): PanelCoordinates {
  const point = layout.spawnPoint ?? defaultSpawnPoint;
  const placeAt = (x: number, y: number) => clampInside({ x: tidy(x), y: tidy(y), ...size, z: newPanelZ });
  const spawn = placeAt(point.x, point.y);
  // The tabs of a frame lie in one place.
  const frames = new Map(layout.columns.map(({ id, frame, coordinates }) => [frame ?? id, coordinates]));
  const others = [...frames.values()];
  const isTaken = (place: PanelCoordinates) =>
    others.some(({ x, y }) => Math.abs(x - place.x) < 1 && Math.abs(y - place.y) < 1);
  // In tenths of the panel, so that the gaps between docked panels attract no panel.
  const coveredBy = (place: PanelCoordinates) =>
    Math.round((others.reduce((sum, other) => sum + overlap(other, place), 0) / (place.w * place.h)) * 10);
  const isMoved = point.x !== defaultSpawnPoint.x || point.y !== defaultSpawnPoint.y;
  if (!isTaken(spawn) && (isMoved || coveredBy(spawn) === 0)) return spawn;
  const xs = [spawn.x, 0, 100, ...others.flatMap(({ x, w }) => [x + w + gap.x, x - spawn.w - gap.x])];
  const ys = [spawn.y, 0, 100, ...others.flatMap(({ y, h }) => [y + h + gap.y, y - spawn.h - gap.y])];
  const distance = ({ x, y }: PanelCoordinates) => Math.hypot(x - spawn.x, y - spawn.y);
  const [best] = [...new Set(xs)]
    .flatMap((x) => [...new Set(ys)].map((y) => placeAt(x, y)))
    .filter((place) => !isTaken(place))
    .map((place) => ({ place, covered: coveredBy(place) }))
    .sort((a, b) => a.covered - b.covered || distance(a.place) - distance(b.place));
  if (best === undefined || (!isTaken(spawn) && best.covered > 0)) return spawn;
  return best.place;
}

function overlap(a: PanelCoordinates, b: PanelCoordinates): number {
  const lengthOf = (from: 'x' | 'y', length: 'w' | 'h') =>
    Math.max(0, Math.min(a[from] + a[length], b[from] + b[length]) - Math.max(a[from], b[from]));
  return lengthOf('x', 'w') * lengthOf('y', 'h');
}

/** Raises a panel to the top; returns the same layout if it is already there. */
export function raiseColumn(layout: LayoutDocument, id: LayoutColumn['id']): LayoutDocument {
  const others = layout.columns.filter((column) => column.id !== id).map((column) => column.coordinates.z);
  const top = Math.max(newPanelZ - 1, ...others);
  return changeColumn(layout, id, (column) =>
    column.coordinates.z > top ? column : { ...column, coordinates: { ...column.coordinates, z: top + 1 } },
  );
}

export function removeColumn(layout: LayoutDocument, id: LayoutColumn['id']): LayoutDocument {
  const columns = layout.columns.filter((column) => column.id !== id);
  return columns.length === layout.columns.length ? layout : { ...layout, columns };
}

/** Replaces a panel's component in place, and drops the settings of the old one (headers, order, grouping). */
export function swapColumn(
  layout: LayoutDocument,
  id: LayoutColumn['id'],
  component: string,
): LayoutDocument {
  return changeColumn(layout, id, (column) =>
    column.component === component
      ? column
      : {
          id: column.id,
          component,
          coordinates: column.coordinates,
          ...newPanelProps(component),
          ...(column.grid && { grid: column.grid }),
          ...(column.color !== undefined && { color: column.color }),
          ...(column.frame !== undefined && { frame: column.frame }),
          ...(column.float && { float: column.float }),
        },
  );
}

export function changeColumn(
  layout: LayoutDocument,
  id: LayoutColumn['id'],
  change: (column: LayoutColumn) => LayoutColumn,
): LayoutDocument {
  let isChanged = false;
  const columns = layout.columns.map((column) => {
    if (column.id !== id) return column;
    const next = change(column);
    isChanged ||= next !== column;
    return next;
  });
  return isChanged ? { ...layout, columns } : layout;
}

/** Renumbers the stack from 150 downwards, so that z does not grow without limit. */
export function restack(layout: LayoutDocument): LayoutDocument {
  return { ...layout, columns: stackBelow(layout.columns, newPanelZ + 1) };
}

function stackBelow(columns: readonly LayoutColumn[], ceiling: number): LayoutColumn[] {
  const bottomUp = [...columns].sort((a, b) => a.coordinates.z - b.coordinates.z);
  return columns.map((column) => ({
    ...column,
    coordinates: { ...column.coordinates, z: ceiling - columns.length + bottomUp.indexOf(column) },
  }));
}

/** Replaces the numeric panel ids of old layouts (3 or "3") by new ids (LAYOUT-3); returns the same layout if there are none. */
export function upgradeColumnIds(layout: LayoutDocument): LayoutDocument {
  if (!layout.columns.some(hasNumericId)) return layout;
  const columns = layout.columns.map((column) =>
    hasNumericId(column) ? { ...column, id: newColumnId(column.component) } : column,
  );
  return { ...layout, columns };
}

function hasNumericId({ id }: LayoutColumn): boolean {
  return typeof id === 'number' || /^\d+$/.test(id);
}

/** The same panels with new ids, for a copy or a layout from a file. */
export function withNewIds(layout: LayoutDocument): LayoutDocument {
  const columns = layout.columns.map((column) => ({ ...column, id: newColumnId(column.component) }));
  return { ...layout, columns };
}
