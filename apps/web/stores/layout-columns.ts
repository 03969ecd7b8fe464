// Pure functions that change the panels of a layout document (LAYOUT-2 to 5). Coordinates are percent of the workspace. An
// unknown id changes nothing.
import type { LayoutColumn, LayoutDocument, PanelCoordinates } from '@openpit/wire';

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

/** How far the spawn point moves right and down if a panel already occupies it: about the height of a panel's header. */
const defaultSpawnStep = { x: 2, y: 4 } as const;

/** The settings of a new panel. A Depth panel of an old layout has no settings and keeps one line for each order. */
export function newPanelProps(component: string): Pick<LayoutColumn, 'props'> {
  return component === 'Depth' ? { props: { view: 'price' } } : {};
}

export interface NewColumn {
  readonly id: string;
  readonly component: string;
  readonly size?: PanelSize;
  /** The height of a header in the current window, in percent. */
  readonly step?: { readonly x: number; readonly y: number };
}

/**
 * Adds a panel at the spawn point, clamped, on top of the other panels. It gets z 150, and the others are renumbered downwards in
 * their order.
 */
export function addColumn(
  layout: LayoutDocument,
  { id, component, size = defaultPanelSize, step = defaultSpawnStep }: NewColumn,
): LayoutDocument {
  const column: LayoutColumn = {
    id,
    component,
    coordinates: freePlace(layout, size, step),
    ...newPanelProps(component),
  };
  return { ...layout, columns: [...stackBelow(layout.columns, newPanelZ), column] };
}

/**
 * The spawn point, or the first step from it that is free, so that a new panel does not hide the last one. If the workspace has
 * no room for another step, it starts over.
 */
function freePlace(
  layout: LayoutDocument,
  size: PanelSize,
  step: { readonly x: number; readonly y: number },
): PanelCoordinates {
  const { x, y } = layout.spawnPoint ?? defaultSpawnPoint;
  const placeOf = (steps: number) =>
    clampInside({ x: x + steps * step.x, y: y + steps * step.y, ...size, z: newPanelZ });
  const isAt = (a: PanelCoordinates, b: PanelCoordinates) =>
    Math.abs(a.x - b.x) < step.x / 2 && Math.abs(a.y - b.y) < step.y / 2;
  for (let steps = 0; ; steps += 1) {
    const place = placeOf(steps);
    if (steps > 0 && isAt(place, placeOf(steps - 1))) return placeOf(0);
    if (!layout.columns.some(({ coordinates }) => isAt(coordinates, place))) return place;
  }
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
