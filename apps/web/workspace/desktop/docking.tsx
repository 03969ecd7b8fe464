// Pointer and keyboard handling for docked panels and tabs; the rules are in stores/layout-docking.ts. While a panel or a tab is
// dragged, a marker shows its target.
import type { LayoutColumn, LayoutDocument } from '@openpit/wire';
import { type KeyboardEvent, type PointerEvent, type RefObject, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { DockedSide, DockRoom } from '../../stores/dock-tree.ts';
import {
  type Divider,
  type DockTarget,
  dividersOf,
  dockAll,
  dockPanels,
  floatPanels,
  isDocked,
  moveDivider,
  moveTab,
  shownPanels,
  tabsOf,
} from '../../stores/layout-docking.ts';
import { changeLayout, useLayouts } from '../../stores/layouts.ts';
import { type PointPx, usePointerDrag } from '../../ui/floating-panel.tsx';
import {
  type AreaPx,
  clampPlace,
  dockedStyle,
  gapPx,
  minimumPercent,
  type Place,
  percentOf,
  placeStyle,
} from '../../ui/panel-geometry.ts';
import type { PanelDocking } from '../panel-menu-items.tsx';
import styles from './docking.module.css';

type Id = LayoutColumn['id'];

export const roomOf = (area: AreaPx): DockRoom => ({
  min: minimumPercent(area),
  gap: percentOf({ x: gapPx, y: gapPx }, area),
});

/** How close the pointer must be to an edge of the workspace, in pixels, and to a corner, as a share of the workspace. */
const edgePx = 4;
const cornerShare = 0.15;
/** The header of a panel accepts tabs; a strip along its edges divides it. */
const headerPx = 30;
const stripPx = 24;

function nearEnd<Name>(at: number, length: number, within: number, first: Name, last: Name): Name | null {
  return at < within ? first : at > length - within ? last : null;
}

/**
 * Where panels dragged to this point of the workspace, in pixels, would dock; null if they would float. Of overlapping panels,
 * the topmost counts. A tab can be dropped beside its own frame's other tabs.
 */
export function targetAt(
  { x, y }: PointPx,
  area: AreaPx,
  layout: LayoutDocument,
  ids: readonly Id[],
): DockTarget | null {
  const row = nearEnd(x, area.width, edgePx, 'left', 'right');
  const column = nearEnd(y, area.height, edgePx, 'top', 'bottom');
  if (row !== null || column !== null) {
    const across = row ?? nearEnd(x, area.width, area.width * cornerShare, 'left', 'right');
    const along = column ?? nearEnd(y, area.height, area.height * cornerShare, 'top', 'bottom');
    if (across !== null && along !== null) return { kind: 'edge', side: `${along} ${across}` };
    const side = across ?? along;
    return side && { kind: 'edge', side };
  }
  const under = shownPanels(layout)
    .flatMap((panel) => {
      const tabs = tabsOf(layout, panel.id);
      const other = tabs.find(({ id }) => !ids.includes(id));
      const place = isDocked(layout, panel) ? panel.coordinates : clampPlace(panel.coordinates, area);
      const isOwn = tabs.some(({ id }) => ids.includes(id));
      return other === undefined ? [] : [{ panelId: other.id, isOwn, place, z: panel.coordinates.z }];
    })
    .map(({ place, ...panel }) => ({
      ...panel,
      left: x - (place.x / 100) * area.width,
      right: ((place.x + place.w) / 100) * area.width - x,
      top: y - (place.y / 100) * area.height,
      bottom: ((place.y + place.h) / 100) * area.height - y,
    }))
    .filter(({ left, right, top, bottom }) => Math.min(left, right, top, bottom) >= 0)
    .reduce<({ z: number; panelId: Id; isOwn: boolean } & Record<DockedSide, number>) | null>(
      (highest, panel) => (highest === null || panel.z > highest.z ? panel : highest),
      null,
    );
  if (under === null) return null;
  const { panelId, isOwn, left, right, bottom, top } = under;
  if (top < headerPx) return isOwn ? null : { kind: 'tab', panelId };
  const near = { left, right, bottom, top: top - headerPx };
  const sides: readonly DockedSide[] = ['left', 'right', 'bottom', 'top'];
  const nearest = sides.reduce((best, side) => (near[side] < near[best] ? side : best));
  return near[nearest] < stripPx ? { kind: 'beside', panelId, side: nearest } : null;
}

export interface Docking {
  readonly marker: Place | null;
  /** The pointer in pixels of the window; null at the end. */
  readonly over: (ids: readonly Id[], at: PointPx | null) => void;
  /** True if the panels were docked. */
  readonly drop: (ids: readonly Id[], at: PointPx) => boolean;
  /** Drops the panels at the target if there is room. */
  readonly dock: (ids: readonly Id[], target: DockTarget) => void;
  readonly canDock: (ids: readonly Id[], target: DockTarget) => boolean;
  readonly dockAll: () => void;
  /** Moves one tab out of its frame to this point, or to the target there. */
  readonly dropTab: (id: Id, at: PointPx) => void;
  readonly overTab: (id: Id, at: PointPx | null) => void;
}

export function useDocking(canvas: RefObject<HTMLElement | null>): Docking {
  const [marker, setMarker] = useState<Place | null>(null);
  const actions = useMemo(() => {
    const targetUnder = (ids: readonly Id[], at: PointPx) => {
      const box = canvas.current?.getBoundingClientRect();
      const layout = useLayouts.getState().current?.document;
      if (box === undefined || layout === undefined) return null;
      const point = { x: at.x - box.left, y: at.y - box.top };
      const area = { width: box.width, height: box.height };
      const mayDock = (layout.resizeable ?? true) && !(layout.locked ?? false);
      const target = mayDock ? targetAt(point, area, layout, ids) : null;
      const next = target && dockPanels(layout, ids, target, roomOf(area));
      return { layout, next, point, area };
    };
    const placeIn = (layout: LayoutDocument | null | undefined, [id]: readonly Id[]) => {
      const place = layout?.columns.find((column) => column.id === id)?.coordinates;
      return place === undefined ? null : { x: place.x, y: place.y, w: place.w, h: place.h };
    };
    const show = (place: Place | null) =>
      setMarker((was) => (JSON.stringify(was) === JSON.stringify(place) ? was : place));
    /** The layout after a tab is dropped at this point; unchanged if the point is on the frame's own header. */
    const takenOut = (id: Id, at: PointPx): LayoutDocument | null => {
      const there = targetUnder([id], at);
      if (there === null || there.next !== null) return there?.next ?? null;
      const { layout, point, area } = there;
      const column = layout.columns.find((column) => column.id === id);
      if (column === undefined || layout.locked === true) return null;
      const { x, y, w, h } = column.coordinates;
      const from = percentOf(point, area);
      const isOnOwn =
        from.x >= x &&
        from.x <= x + w &&
        from.y >= y &&
        from.y <= y + percentOf({ x: 0, y: headerPx }, area).y;
      if (isOnOwn) return null;
      const size = column.float ?? { w, h };
      const head = percentOf({ x: 0, y: headerPx / 2 }, area).y;
      return floatPanels(
        layout,
        [id],
        clampPlace({ x: from.x - size.w / 2, y: from.y - head, w: size.w, h: size.h }, area),
      );
    };
    const areaOf = (): AreaPx => {
      const { clientWidth: width = 0, clientHeight: height = 0 } = canvas.current ?? {};
      return { width, height };
    };
    const docked = (ids: readonly Id[], target: DockTarget) => {
      const layout = useLayouts.getState().current?.document;
      return layout && dockPanels(layout, ids, target, roomOf(areaOf()));
    };
    const put = (next: LayoutDocument | null | undefined) => {
      if (next) changeLayout(() => next);
      return Boolean(next);
    };
    const actions: Omit<Docking, 'marker'> = {
      over: (ids, at) => show(at && placeIn(targetUnder(ids, at)?.next, ids)),
      drop: (ids, at) => put(targetUnder(ids, at)?.next),
      dock: (ids, target) => void put(docked(ids, target)),
      canDock: (ids, target) => Boolean(docked(ids, target)),
      dockAll: () => changeLayout((layout) => dockAll(layout, roomOf(areaOf()))),
      overTab: (id, at) => show(at && placeIn(takenOut(id, at), [id])),
      dropTab: (id, at) => void put(takenOut(id, at)),
    };
    return actions;
  }, [canvas]);
  return useMemo(() => ({ ...actions, marker }), [actions, marker]);
}

export function panelDocking(
  { id }: LayoutColumn,
  tabs: readonly LayoutColumn[],
  isDocked: boolean,
  names: ReadonlyMap<Id, string>,
  docking: Docking,
): PanelDocking {
  const ids = tabs.map((tab) => tab.id);
  const at = ids.indexOf(id);
  const move = (to: number) =>
    to < 0 || to >= ids.length ? null : () => changeLayout((layout) => moveTab(layout, id, to));
  return {
    isDocked,
    isTab: tabs.length > 1,
    moveTab: { left: move(at - 1), right: move(at + 1) },
    others() {
      const layout = useLayouts.getState().current?.document;
      const others = layout ? shownPanels(layout).filter((other) => !ids.includes(other.id)) : [];
      return others.map((other) => ({ id: other.id, name: names.get(other.id) ?? other.component }));
    },
    canDock: (target) => docking.canDock(ids, target),
    dock: (target) => docking.dock(ids, target),
    dockAll: docking.dockAll,
    float: () => changeLayout((layout) => floatPanels(layout, ids)),
    takeOut: () => changeLayout((layout) => floatPanels(layout, [id])),
  };
}

/** The target of the dragged panel. */
export function DropMarker({ place }: { readonly place: Place }) {
  return <div className={styles.marker} style={placeStyle(place)} aria-hidden="true" data-drop-marker="" />;
}

interface TabStripProps {
  readonly id: Id;
  readonly name: string;
  readonly tabs: readonly { readonly id: Id; readonly title: string }[];
  readonly isLocked: boolean;
  readonly onSelect: (id: Id) => void;
  readonly onClose: (id: Id) => void;
  readonly docking: Docking;
}

/** Each panel of a frame renders the strip in its header, so a tab's id names both panels. */
const tabId = (owner: Id, tab: Id) => `tab-${owner}-${tab}`;
export const tabPanelOf = (id: Id) => ({ id: `tab-panel-${id}`, 'aria-labelledby': tabId(id, id) });
/** A tab leaves its strip only after a deliberate movement. */
const dragPx = 6;

/** The distance from the strip within which a dropped tab becomes the first or the last. */
const besideStripPx = 40;

/** The tab position for a tab dropped at this point; null outside the strip. */
export function tabPlaceAt(
  { x, y }: PointPx,
  strip: Readonly<Record<DockedSide, number>>,
  others: readonly { readonly left: number; readonly right: number }[],
): number | null {
  const isInside =
    y >= strip.top &&
    y <= strip.bottom &&
    x >= strip.left - besideStripPx &&
    x <= strip.right + besideStripPx;
  return isInside ? others.filter(({ left, right }) => (left + right) / 2 < x).length : null;
}

/**
 * The tabs of a frame. Arrows, Home and End select a tab, and with Shift they move it; Delete closes it. A tab can be dragged to
 * another position, or out of the strip.
 */
export function TabStrip({ id, name, tabs, isLocked, onSelect, onClose, docking }: TabStripProps) {
  const pressed = useRef<PointPx | null>(null);
  const isDragged = useRef(false);
  /** The dragged tab, and the position where it would be dropped. */
  const [drop, setDrop] = useState<{ readonly tab: Id; readonly to: number } | null>(null);
  const select = (next: Id | undefined) => {
    if (next === undefined || next === id) return;
    flushSync(() => onSelect(next));
    document.getElementById(tabId(next, next))?.focus({ preventScroll: true });
  };
  const move = (tab: Id, to: number) => changeLayout((layout) => moveTab(layout, tab, to));
  const placeAt = (tab: Id, event: PointerEvent): number | null => {
    const strip = event.currentTarget.parentElement;
    if (strip === null) return null;
    const others = tabs.filter((other) => other.id !== tab);
    const boxes = others.flatMap(
      (other) => document.getElementById(tabId(id, other.id))?.getBoundingClientRect() ?? [],
    );
    return tabPlaceAt({ x: event.clientX, y: event.clientY }, strip.getBoundingClientRect(), boxes);
  };
  /** The side of this tab where the dragged tab would be dropped. */
  const dropSideOf = (tab: Id): 'before' | 'after' | undefined => {
    if (drop === null || tab === drop.tab) return undefined;
    const others = tabs.filter((other) => other.id !== drop.tab);
    if (others[drop.to]?.id === tab) return 'before';
    return drop.to === others.length && others.at(-1)?.id === tab ? 'after' : undefined;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const at = tabs.findIndex((tab) => tab.id === id);
    const next =
      event.key === 'ArrowRight'
        ? tabs[(at + 1) % tabs.length]
        : event.key === 'ArrowLeft'
          ? tabs.at(at - 1)
          : event.key === 'Home'
            ? tabs[0]
            : event.key === 'End'
              ? tabs.at(-1)
              : undefined;
    if (event.altKey || event.ctrlKey || event.metaKey || (next === undefined && event.key !== 'Delete'))
      return;
    event.preventDefault();
    event.stopPropagation();
    if (next !== undefined && event.shiftKey) {
      if (isLocked) return;
      const step = { ArrowRight: at + 1, ArrowLeft: at - 1 }[event.key];
      flushSync(() => move(id, step ?? tabs.indexOf(next)));
      document.getElementById(tabId(id, id))?.focus({ preventScroll: true });
      return;
    }
    if (next !== undefined) {
      select(next.id);
      return;
    }
    const beside = tabs[at + 1] ?? tabs[at - 1];
    select(beside?.id);
    onClose(id);
  };
  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return;
    pressed.current = { x: event.clientX, y: event.clientY };
    isDragged.current = false;
    if (!isLocked) event.currentTarget.setPointerCapture(event.pointerId);
  };
  const onPointerMove = (tab: Id) => (event: PointerEvent) => {
    const from = pressed.current;
    if (from === null || isLocked) return;
    isDragged.current ||= Math.hypot(event.clientX - from.x, event.clientY - from.y) >= dragPx;
    if (!isDragged.current) return;
    const to = placeAt(tab, event);
    setDrop((was) => (to === null ? null : was?.tab === tab && was.to === to ? was : { tab, to }));
    docking.overTab(tab, to === null ? { x: event.clientX, y: event.clientY } : null);
  };
  const onPointerUp = (tab: Id) => (event: PointerEvent) => {
    if (pressed.current === null) return;
    pressed.current = null;
    docking.overTab(tab, null);
    setDrop(null);
    if (!isDragged.current || event.type !== 'pointerup') return;
    const to = placeAt(tab, event);
    if (to !== null) move(tab, to);
    else docking.dropTab(tab, { x: event.clientX, y: event.clientY });
  };
  return (
    <div role="tablist" aria-label={`Tabs beside ${name}`} className={styles.tabs} onKeyDown={onKeyDown}>
      {tabs.map((tab) => (
        <button
          key={tab.id}
          type="button"
          role="tab"
          id={tabId(id, tab.id)}
          className={styles.tab}
          aria-selected={tab.id === id}
          aria-controls={tab.id === id ? tabPanelOf(id).id : undefined}
          aria-keyshortcuts={isLocked ? undefined : 'Shift+ArrowLeft Shift+ArrowRight'}
          data-drop={dropSideOf(tab.id)}
          tabIndex={tab.id === id ? 0 : -1}
          onClick={() => {
            if (!isDragged.current) select(tab.id);
          }}
          onPointerDown={onPointerDown}
          onPointerMove={onPointerMove(tab.id)}
          onPointerUp={onPointerUp(tab.id)}
          onPointerCancel={onPointerUp(tab.id)}
        >
          {tab.title}
        </button>
      ))}
    </div>
  );
}

interface DividersProps {
  readonly layout: LayoutDocument;
  readonly names: ReadonlyMap<Id, string>;
  readonly areaOf: () => AreaPx;
  /** The share of a division while its divider is dragged, which is not stored in the layout; null at the end. */
  readonly onPreview: (preview: DividerPreview | null) => void;
}
export interface DividerPreview {
  readonly path: string;
  readonly at: number;
}

const stepPercent = 1;
const leapPercent = 5;

/** The dividers between docked panels, which can be dragged, or moved with arrow keys, Home and End. */
export function Dividers({ layout, names, areaOf, onPreview }: DividersProps) {
  const room = { min: minimumPercent(areaOf()) };
  return dividersOf(layout, room).map((divider) => (
    <DividerLine
      key={divider.path}
      divider={divider}
      label={`Divider of ${divider.sides.map((id) => (id === null ? 'free space' : (names.get(id) ?? id))).join(' and ')}`}
      areaOf={areaOf}
      onPreview={(at) => onPreview(at === null ? null : { path: divider.path, at })}
      onMove={(at) =>
        changeLayout(
          (was) => moveDivider(was, divider.path, at, { min: minimumPercent(areaOf()) }),
          `divider:${divider.path}`,
        )
      }
    />
  ));
}

function DividerLine(props: {
  readonly divider: Divider;
  readonly label: string;
  readonly areaOf: () => AreaPx;
  readonly onPreview: (at: number | null) => void;
  readonly onMove: (at: number) => void;
}) {
  const { divider, label, areaOf, onPreview, onMove } = props;
  const { way, area, at, min, max } = divider;
  const { handlers } = usePointerDrag<{ readonly at: number; readonly lengthPx: number }, number>({
    placeAt({ at, lengthPx }, by) {
      const px = way === 'row' ? by.x : by.y;
      return px === 0 || lengthPx === 0 ? null : Math.min(Math.max(at + (px / lengthPx) * 100, min), max);
    },
    onDrag: (drag) => onPreview(drag === null ? null : drag.to),
    onDrop: ({ to }) => onMove(to),
  });
  const onKeyDown = (event: KeyboardEvent) => {
    const [back, on] = way === 'row' ? ['ArrowLeft', 'ArrowRight'] : ['ArrowUp', 'ArrowDown'];
    const step = event.shiftKey ? leapPercent : stepPercent;
    const next = { [back ?? '']: at - step, [on ?? '']: at + step, Home: min, End: max }[event.key];
    if (next === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    onMove(next);
  };
  const edge =
    way === 'row'
      ? { ...area, x: area.x + (area.w * at) / 100, w: 0 }
      : { ...area, y: area.y + (area.h * at) / 100, h: 0 };
  const { left, top, width, height } = dockedStyle(edge);
  return (
    <div
      role="separator"
      tabIndex={0}
      className={styles.divider}
      data-way={way}
      aria-label={label}
      aria-orientation={way === 'row' ? 'vertical' : 'horizontal'}
      aria-valuenow={Math.round(at)}
      aria-valuemin={Math.round(min)}
      aria-valuemax={Math.round(max)}
      aria-valuetext={`${Math.round(at)} percent`}
      style={{ left, top, zIndex: divider.z, ...(way === 'row' ? { height } : { width }) }}
      onKeyDown={onKeyDown}
      onDoubleClick={() => onMove(50)}
      {...handlers(() => ({
        at,
        lengthPx: way === 'row' ? (area.w * areaOf().width) / 100 : (area.h * areaOf().height) / 100,
      }))}
    />
  );
}
