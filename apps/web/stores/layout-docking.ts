// Docked panels and tabs. Panels with the same `frame` are tabs of one frame, and the one with the highest z is shown. A docked
// frame is a leaf in a tree of divisions that covers the workspace, and its coordinates follow from the tree. All other frames
// float. The functions are pure, an unknown id changes nothing, and `repairedLayout` restores the rules after any other change to
// a layout.
import type { LayoutColumn, LayoutDocument } from '@openpit/wire';
import {
  atEdge,
  between,
  type Corner,
  type DockedSide,
  type DockRoom,
  fits,
  free,
  halves,
  isFirst,
  isSplit,
  type Leaf,
  lengthOf,
  minOf,
  type PanelPlace,
  partsOf,
  pruned,
  replaced,
  splitOf,
  type Tree,
  tidy,
  treeOf,
  walked,
  wayOf,
  whole,
} from './dock-tree.ts';
import { isSame } from './keyed-store.ts';
import { clampInside } from './layout-columns.ts';

type Id = LayoutColumn['id'];

/**
 * Where a frame is dropped: at an edge or corner of the workspace, at one side of another panel, or into its frame as additional
 * tabs.
 */
export type DockTarget =
  | { readonly kind: 'edge'; readonly side: DockedSide | Corner }
  | { readonly kind: 'beside'; readonly panelId: Id; readonly side: DockedSide }
  | { readonly kind: 'tab'; readonly panelId: Id };

const placeOf = ({ coordinates: { x, y, w, h } }: LayoutColumn): PanelPlace => ({ x, y, w, h });

/**
 * Restores the rules of a layout. An empty frame leaves the dock, docked panels take their coordinates from the dock, tabs of a
 * frame share coordinates, and a panel that floats alone has no frame. Returns the same object if all rules hold.
 */
export function repairedLayout(layout: LayoutDocument): LayoutDocument {
  const { dock, ...rest } = layout;
  if (dock === undefined && !layout.columns.some(({ frame, float }) => frame ?? float)) return layout;
  const names = layout.columns.flatMap(({ frame }) => frame ?? []);
  const tree = pruned(treeOf(dock), new Set(names)) ?? free;
  const places = new Map<string, PanelPlace>();
  for (const { tree: part, place } of walked(tree)) if (part.kind === 'frame') places.set(part.frame, place);
  for (const name of new Set(names)) {
    const tabs = layout.columns.filter(({ frame }) => frame === name);
    if (!places.has(name) && tabs.length > 1) places.set(name, placeOf(shownOf(tabs)));
  }
  const columns = layout.columns.map((column): LayoutColumn => {
    const { frame, float: _float, ...alone } = column;
    const place = frame === undefined ? undefined : places.get(frame);
    if (place === undefined) return frame === undefined && column.float === undefined ? column : alone;
    const isThere = isSame(placeOf(column), place);
    return isThere ? column : { ...column, coordinates: { ...column.coordinates, ...place } };
  });
  return tree.kind === 'free' ? { ...rest, columns } : { ...rest, columns, dock: partsOf(tree) };
}

const shownOf = (tabs: readonly LayoutColumn[]): LayoutColumn =>
  tabs.reduce((top, tab) => (tab.coordinates.z > top.coordinates.z ? tab : top));

/** The panels in this panel's frame, in tab order; only the panel itself if it has no frame. */
export function tabsOf({ columns }: LayoutDocument, id: Id): readonly LayoutColumn[] {
  const frame = columns.find((column) => column.id === id)?.frame;
  return columns.filter((column) => column.id === id || (frame !== undefined && column.frame === frame));
}

/** Moves the panel to this tab position in its frame, from 0. Tab order is the order of the layout's panels. */
export function moveTab(layout: LayoutDocument, id: Id, to: number): LayoutDocument {
  const tabs = tabsOf(layout, id);
  const order = tabs.filter((tab) => tab.id !== id);
  order.splice(between(0, to, order.length), 0, ...tabs.filter((tab) => tab.id === id));
  return {
    ...layout,
    columns: layout.columns.map((column) => {
      const at = tabs.indexOf(column);
      return at < 0 ? column : (order[at] ?? column);
    }),
  };
}

/** The visible panel of each frame. */
export function shownPanels(layout: LayoutDocument): readonly LayoutColumn[] {
  return layout.columns.filter((column) => shownOf(tabsOf(layout, column.id)) === column);
}

export function isDocked({ dock }: LayoutDocument, { frame }: LayoutColumn): boolean {
  return dock?.some((part) => part.kind === 'frame' && part.frame === frame) ?? false;
}

/** The panels' frame if all of its panels are moved, otherwise an unused frame name. */
function frameFor({ columns }: LayoutDocument, ids: readonly Id[]): string {
  const moved = new Set(columns.flatMap(({ id, frame }) => (ids.includes(id) ? [frame] : [])));
  const staying = new Set(columns.flatMap(({ id, frame }) => (ids.includes(id) ? [] : [frame])));
  const [kept] = moved;
  if (moved.size === 1 && kept !== undefined && !staying.has(kept)) return kept;
  for (let count = 1; ; count += 1)
    if (!moved.has(`f${count}`) && !staying.has(`f${count}`)) return `f${count}`;
}

/** The dock after these panels have left it. */
function dockWithout({ columns, dock }: LayoutDocument, ids: readonly Id[]): Tree {
  const staying = columns.flatMap(({ id, frame }) => (ids.includes(id) ? [] : (frame ?? [])));
  return pruned(treeOf(dock), new Set(staying)) ?? free;
}

/** Drops these panels as one frame at the target; null if the target is one of them, or too small to be divided. */
export function dockPanels(
  layout: LayoutDocument,
  ids: readonly Id[],
  target: DockTarget,
  room: DockRoom,
): LayoutDocument | null {
  const into = (frame: string): LayoutColumn[] =>
    layout.columns.map((column) =>
      ids.includes(column.id) ? { ...column, frame, float: column.float ?? placeOf(column) } : column,
    );
  const frame = frameFor(layout, ids);
  const tree = dockWithout(layout, ids);
  const leaf: Leaf = { kind: 'frame', frame };
  if (target.kind === 'edge') {
    const shown = shownOf(layout.columns.filter(({ id }) => ids.includes(id)));
    const docked = atEdge(tree, target.side, leaf, shown.float ?? placeOf(shown), room);
    return docked && repairedLayout({ ...layout, columns: into(frame), dock: partsOf(docked) });
  }
  const other = layout.columns.find(({ id }) => id === target.panelId);
  if (other === undefined || ids.includes(other.id)) return null;
  if (target.kind === 'tab') {
    const joined = other.frame ?? frame;
    const columns = into(joined).map((column) =>
      column === other ? { float: placeOf(column), ...column, frame: joined } : column,
    );
    return repairedLayout(joinedLast({ ...layout, columns }, ids, placeOf(other)));
  }
  const there = walked(tree).find(({ tree: part }) => part.kind === 'frame' && part.frame === other.frame);
  if (there === undefined) return besideFloating(layout, ids, other, target.side, room);
  if (!fits(there.place, target.side, room)) return null;
  const docked = replaced(tree, there.path, (old) => splitOf(target.side, 50, leaf, old));
  return repairedLayout({ ...layout, columns: into(frame), dock: partsOf(docked) });
}

/** Appends the panels as tabs, in the frame's place and above the visible tab. */
function joinedLast(layout: LayoutDocument, ids: readonly Id[], place: PanelPlace): LayoutDocument {
  const top = Math.max(...layout.columns.map(({ coordinates }) => coordinates.z));
  const isMoved = ({ id }: LayoutColumn) => ids.includes(id);
  const byHeight = layout.columns.filter(isMoved).sort((a, b) => a.coordinates.z - b.coordinates.z);
  const moved = layout.columns.filter(isMoved).map((column) => ({
    ...column,
    coordinates: { ...column.coordinates, ...place, z: top + 1 + byHeight.indexOf(column) },
  }));
  return { ...layout, columns: [...layout.columns.filter((column) => !isMoved(column)), ...moved] };
}

/** Both frames float, each in half of the target frame's area. */
function besideFloating(
  layout: LayoutDocument,
  ids: readonly Id[],
  other: LayoutColumn,
  side: DockedSide,
  room: DockRoom,
): LayoutDocument | null {
  const place = placeOf(other);
  const way = wayOf(side);
  const space = way === 'row' ? { ...place, w: place.w - room.gap.x } : { ...place, h: place.h - room.gap.y };
  if (!fits(space, side, room)) return null;
  const [first, second] = halves({ kind: way, at: 50, parts: [free, free] }, space);
  const further =
    way === 'row' ? { ...second, x: second.x + room.gap.x } : { ...second, y: second.y + room.gap.y };
  const [own, rest] = isFirst(side) ? [first, further] : [further, first];
  const others = tabsOf(layout, other.id).map(({ id }) => id);
  return floatPanels(floatPanels(layout, others, rest), ids, own);
}

/** Makes these panels float as one frame, at this place or where they were before they joined a frame. */
export function floatPanels(layout: LayoutDocument, ids: readonly Id[], place?: PanelPlace): LayoutDocument {
  const moved = layout.columns.filter(({ id }) => ids.includes(id));
  if (moved.length === 0) return layout;
  const shown = shownOf(moved);
  const to = place ?? shown.float ?? placeOf(shown);
  const frame = frameFor(layout, ids);
  const columns = layout.columns.map((column): LayoutColumn => {
    if (!ids.includes(column.id)) return column;
    const coordinates = clampInside({ ...column.coordinates, ...to });
    const { frame: _frame, float: _float, ...alone } = column;
    return moved.length === 1 ? { ...alone, coordinates } : { ...column, coordinates, frame };
  });
  return repairedLayout({ ...layout, columns, dock: partsOf(dockWithout(layout, ids)) });
}

interface PlacedFrame {
  readonly place: PanelPlace;
  readonly ids: readonly Id[];
}

/**
 * Docks all panels about where they are, so that they fill the workspace. Panels that lie nearly on top of each other, or that do not
 * fit, become tabs.
 */
export function dockAll(layout: LayoutDocument, { min }: Pick<DockRoom, 'min'>): LayoutDocument {
  const frameOf = new Map<Id, string>();
  const treeOfFrames = (frames: readonly PlacedFrame[], area: PanelPlace): Tree => {
    const cut = bestCut(frames, area, min);
    if (cut === null) {
      const frame = `f${new Set(frameOf.values()).size + 1}`;
      for (const { ids } of frames) for (const id of ids) frameOf.set(id, frame);
      return { kind: 'frame', frame };
    }
    const [first, second] = halves({ ...cut, parts: [free, free] }, area);
    const parts = [treeOfFrames(cut.before, first), treeOfFrames(cut.after, second)] as const;
    return { kind: cut.kind, at: cut.at, parts };
  };
  if (layout.columns.length === 0) return layout;
  const frames = shownPanels(layout).map((shown) => ({
    place: placeOf(shown),
    ids: tabsOf(layout, shown.id).map(({ id }) => id),
  }));
  const dock = partsOf(treeOfFrames(frames, whole));
  const columns = layout.columns.map((column): LayoutColumn => {
    const frame = frameOf.get(column.id);
    return frame === undefined ? column : { ...column, frame, float: column.float ?? placeOf(column) };
  });
  return repairedLayout({ ...layout, columns, dock });
}

/** In percent: frames are still divided if they overlap by less, or if their centres are further apart. */
const overlapPercent = 2;
const apartPercent = 10;

/** The division with the widest gap, or the least overlap, between two groups of frames; null for one frame, or if none fits. */
function bestCut(frames: readonly PlacedFrame[], area: PanelPlace, min: DockRoom['min']) {
  const cuts = (['row', 'column'] as const).flatMap((kind) => {
    const [from, length] = kind === 'row' ? (['x', 'w'] as const) : (['y', 'h'] as const);
    if (area[length] < 2 * min[length]) return [];
    const middleOf = ({ place }: PlacedFrame) => place[from] + place[length] / 2;
    const sorted = frames.toSorted((a, b) => middleOf(a) - middleOf(b));
    return sorted.slice(1).flatMap((next, at) => {
      const [before, after] = [sorted.slice(0, at + 1), sorted.slice(at + 1)];
      const end = Math.max(...before.map(({ place }) => place[from] + place[length]));
      const start = Math.min(...after.map(({ place }) => place[from]));
      const apart = middleOf(next) - Math.max(...before.map(middleOf));
      if (start - end < -overlapPercent && apart < apartPercent) return [];
      const edge = between(min[length], (end + start) / 2 - area[from], area[length] - min[length]);
      return [{ kind, at: tidy((edge / area[length]) * 100), gap: start - end, before, after }];
    });
  });
  return cuts.reduce<(typeof cuts)[number] | null>(
    (best, cut) => (best && best.gap >= cut.gap ? best : cut),
    null,
  );
}

export interface Divider {
  /** Names the division in this dock. */
  readonly path: string;
  readonly way: 'row' | 'column';
  /** The area that the divider splits. */
  readonly area: PanelPlace;
  /** The share of the first part in percent, and the minimum and maximum that leave room for both parts. */
  readonly at: number;
  readonly min: number;
  readonly max: number;
  /** The z of the lowest panel that the divider moves, so that the divider stays below panels that float above those panels. */
  readonly z: number;
  /** The first panel on each side, or null for a free area. */
  readonly sides: readonly [Id | null, Id | null];
}

export function dividersOf(layout: LayoutDocument, { min }: Pick<DockRoom, 'min'>): readonly Divider[] {
  const firstOf = (tree: Tree): Id | null => {
    if (isSplit(tree)) return firstOf(tree.parts[0]) ?? firstOf(tree.parts[1]);
    if (tree.kind === 'free') return null;
    const tabs = layout.columns.filter(({ frame }) => frame === tree.frame);
    return tabs.length === 0 ? null : shownOf(tabs).id;
  };
  const lowestOf = (tree: Tree): number => {
    if (isSplit(tree)) return Math.min(...tree.parts.map(lowestOf));
    const shown = layout.columns.find(({ id }) => id === firstOf(tree));
    return shown?.coordinates.z ?? Infinity;
  };
  return walked(treeOf(layout.dock)).flatMap(({ tree, place, path }) => {
    if (!isSplit(tree)) return [];
    const length = lengthOf(tree.kind);
    const [first, second] = tree.parts.map((part) => (minOf(part, min)[length] / place[length]) * 100);
    const [low, high] = [Math.min(first ?? 0, tree.at), Math.max(100 - (second ?? 0), tree.at)];
    return [
      {
        path,
        way: tree.kind,
        area: place,
        at: tree.at,
        min: tidy(low),
        max: tidy(high),
        z: lowestOf(tree),
        sides: [firstOf(tree.parts[0]), firstOf(tree.parts[1])] as const,
      },
    ];
  });
}

/** Sets the share of the first part, within the limits of both parts. */
export function moveDivider(
  layout: LayoutDocument,
  path: string,
  at: number,
  room: Pick<DockRoom, 'min'>,
): LayoutDocument {
  const divider = dividersOf(layout, room).find((divider) => divider.path === path);
  if (divider === undefined) return layout;
  const share = tidy(between(divider.min, at, divider.max));
  const tree = replaced(treeOf(layout.dock), path, (part) => (isSplit(part) ? { ...part, at: share } : part));
  return repairedLayout({ ...layout, dock: partsOf(tree) });
}
