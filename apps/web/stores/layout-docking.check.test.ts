import { type LayoutDocument, layoutDocument } from '@openpit/wire';
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { type DockRoom, isWholeDock, type PanelPlace } from './dock-tree.ts';
import { isSame } from './keyed-store.ts';
import { addColumn, raiseColumn, removeColumn, swapColumn } from './layout-columns.ts';
import {
  type DockTarget,
  dividersOf,
  dockAll,
  dockPanels,
  floatPanels,
  isDocked,
  moveDivider,
  moveTab,
  repairedLayout,
  shownPanels,
  tabsOf,
} from './layout-docking.ts';
import { isSameBesideStack } from './layout-history.ts';
import { changeLayout, redoLayout, setLayout, undoLayout, useLayouts } from './layouts.ts';
import { starterLayout, starterLayouts } from './starter-layouts.ts';

const room: DockRoom = { min: { w: 14, h: 14 }, gap: { x: 0.25, y: 0.5 } };
const desk = (...ids: string[]): LayoutDocument => ({
  name: 'Desk',
  isMobile: false,
  columns: ids.map((id, at) => ({
    id,
    component: 'Depth',
    coordinates: { x: 10 + at, y: 20 + at, w: 40, h: 30, z: 150 + at },
  })),
});
const dock = (layout: LayoutDocument, ids: string | string[], target: DockTarget) => {
  const next = dockPanels(layout, [ids].flat(), target, room);
  if (next === null) throw new Error('It was not docked.');
  return next;
};
const edge = (side: (DockTarget & { kind: 'edge' })['side']): DockTarget => ({ kind: 'edge', side });
const placesOf = ({ columns }: LayoutDocument) =>
  columns.map(({ id, coordinates: { x, y, w, h } }) => `${id} ${x} ${y} ${w} ${h}`).join(', ');
const idsOf = (columns: readonly { readonly id: string | number }[]) => columns.map(({ id }) => id).join(' ');

describe('docked panels', () => {
  it('take half of the workspace, then the free part, and then keep their own width or height', () => {
    const left = dock(desk('a', 'b', 'c'), 'a', edge('left'));
    expect(placesOf(left)).toBe('a 0 0 50 100, b 11 21 40 30, c 12 22 40 30');
    const both = dock(left, 'b', edge('right'));
    expect(placesOf(both)).toBe('a 0 0 50 100, b 50 0 50 100, c 12 22 40 30');
    expect(placesOf(dock(both, 'c', edge('top')))).toBe('a 0 30 50 70, b 50 30 50 70, c 0 0 100 30');
    expect(placesOf(dock(both, 'c', edge('right')))).toBe('a 0 0 30 100, b 30 0 30 100, c 60 0 40 100');
    // Docked at another edge, it returns to the width that it had when it floated.
    const top = dock(both, 'c', edge('top'));
    expect(placesOf(dock(top, 'c', edge('left')))).toBe('a 40 0 30 100, b 70 0 30 100, c 0 0 40 100');
  });

  it('take a quarter at a free corner, and half of the panel at an occupied corner', () => {
    const corner = dock(desk('a', 'b', 'c'), 'a', edge('bottom right'));
    expect(placesOf(corner)).toContain('a 50 50 50 50');
    expect(placesOf(dock(corner, 'b', edge('bottom right')))).toContain('a 50 50 50 25, b 50 75 50 25');
    expect(placesOf(dock(corner, 'b', edge('bottom left')))).toContain('b 0 50 50 50');
    // The corner is free, but no area along the whole edge.
    expect(placesOf(dock(corner, 'b', edge('top left')))).toContain('b 0 0 50 50');
  });

  it('halve the area of a docked or floating panel, each with its gap', () => {
    const docked = dock(desk('a', 'b'), 'a', edge('left'));
    expect(placesOf(dock(docked, 'b', { kind: 'beside', panelId: 'a', side: 'top' }))).toBe(
      'a 0 50 50 50, b 0 0 50 50',
    );
    const floating = dock(desk('a', 'b'), 'b', { kind: 'beside', panelId: 'a', side: 'right' });
    expect(placesOf(floating)).toBe('a 10 20 19.875 30, b 30.125 20 19.875 30');
    expect(floating.dock).toBeUndefined();
    expect(floating.columns.some(({ frame }) => frame)).toBe(false);
  });

  it('are not made smaller than the smallest panel', () => {
    const wide = { ...room, min: { w: 30, h: 60 } };
    const left = dockPanels(desk('a', 'b'), ['a'], edge('left'), wide);
    expect(left && dockPanels(left, ['b'], { kind: 'beside', panelId: 'a', side: 'right' }, wide)).toBeNull();
    expect(left && dockPanels(left, ['b'], edge('top'), wide)).toBeNull();
  });

  it('float again in their previous place, and their neighbour fills the area', () => {
    const both = dock(dock(desk('a', 'b'), 'a', edge('left')), 'b', edge('right'));
    const floated = floatPanels(both, ['b']);
    expect(placesOf(floated)).toBe('a 0 0 100 100, b 11 21 40 30');
    expect(floatPanels(floated, ['a'])).toEqual(desk('a', 'b'));
    expect(removeColumn(repairedLayout(removeColumn(both, 'a')), 'b').columns).toEqual([]);
    expect(repairedLayout(removeColumn(both, 'a')).columns[0]?.coordinates).toMatchObject({ x: 0, w: 100 });
  });

  it.each(starterLayouts)('are docked without gaps in the starter layout $name', (starter) => {
    const layout = starterLayout(starter, (component) => component);
    for (const [at, { coordinates }] of layout.columns.entries())
      for (const side of ['x', 'y', 'w', 'h'] as const)
        expect(Math.abs(coordinates[side] - (starter.places[at]?.[side] ?? 0))).toBeLessThan(1);
    expect(layout.columns.every((column) => isDocked(layout, column))).toBe(true);
    const shown = shownPanels(layout);
    expect(shown.reduce((sum, { coordinates: { w, h } }) => sum + w * h, 0)).toBeCloseTo(10_000, 0);
    // Docking all again, as in the menu of a panel, changes nothing.
    expect(dockAll(layout, room).dock).toHaveLength(layout.dock?.length ?? 0);
  });

  it('become tabs when all are docked and they lie nearly on top of each other', () => {
    const far = { ...desk('far').columns[0]!, coordinates: { x: 70, y: 20, w: 30, h: 30, z: 140 } };
    const all = dockAll({ ...desk('a', 'b'), columns: [...desk('a', 'b').columns, far] }, room);
    expect(placesOf(all)).toBe('a 0 0 60.5 100, b 0 0 60.5 100, far 60.5 0 39.5 100');
    expect(idsOf(shownPanels(all))).toBe('b far');
  });

  it('share dividers, which leave both sides their smallest size', () => {
    const three = dock(dock(dock(desk('a', 'b', 'c'), 'a', edge('left')), 'b', edge('right')), 'c', {
      kind: 'beside',
      panelId: 'b',
      side: 'right',
    });
    const [outer, inner] = dividersOf(three, room);
    expect(outer).toMatchObject({ way: 'row', at: 50, min: 14, max: 72, sides: ['a', 'b'] });
    expect(inner).toMatchObject({ way: 'row', at: 50, min: 28, max: 72, sides: ['b', 'c'] });
    expect(placesOf(moveDivider(three, outer?.path ?? '', 60, room))).toBe(
      'a 0 0 60 100, b 60 0 20 100, c 80 0 20 100',
    );
    expect(placesOf(moveDivider(three, outer?.path ?? '', 99, room))).toContain('c 86 0 14 100');
    expect(moveDivider(three, '111', 40, room)).toEqual(three);
  });
});

describe('tabs of a frame', () => {
  it('share its place, the last one is shown, and raising another shows that one', () => {
    const tabs = dock(dock(desk('a', 'b', 'c'), 'b', { kind: 'tab', panelId: 'a' }), 'c', {
      kind: 'tab',
      panelId: 'b',
    });
    expect(placesOf(tabs)).toBe('a 10 20 40 30, b 10 20 40 30, c 10 20 40 30');
    expect(idsOf(tabsOf(tabs, 'b'))).toBe('a b c');
    expect(idsOf(shownPanels(tabs))).toBe('c');
    expect(idsOf(shownPanels(raiseColumn(tabs, 'a')))).toBe('a');
    expect(placesOf(floatPanels(tabs, ['a', 'b', 'c'], { x: 0, y: 0, w: 30, h: 30 }))).toBe(
      'a 0 0 30 30, b 0 0 30 30, c 0 0 30 30',
    );
  });

  it('can be reordered without a change of the shown tab or other panels, and undo restores the order', () => {
    const two = dock(desk('a', 'x', 'b', 'c'), 'b', { kind: 'tab', panelId: 'a' });
    const tabs = dock(two, 'c', { kind: 'tab', panelId: 'a' });
    const orderOf = (layout: LayoutDocument) => idsOf(tabsOf(layout, 'a'));
    expect([0, 1, 2, 9, -1].map((to) => orderOf(moveTab(tabs, 'a', to)))).toEqual([
      'a b c',
      'b a c',
      'b c a',
      'b c a',
      'a b c',
    ]);
    const moved = moveTab(tabs, 'c', 0);
    expect(new Set(shownPanels(moved))).toEqual(new Set(shownPanels(tabs)));
    expect(moved.columns.find(({ id }) => id === 'x')).toBe(tabs.columns.find(({ id }) => id === 'x'));
    expect(moveTab(tabs, 'x', 3)).toEqual(tabs);
    expect(moveTab(tabs, 'gone', 0)).toEqual(tabs);
    // The new order of the tabs is a change that must be saved, and it opens as it was saved.
    expect(isSameBesideStack(moved, tabs)).toBe(false);
    expect(orderOf(repairedLayout(layoutDocument.parse(JSON.parse(JSON.stringify(moved)))))).toBe('c a b');
    setLayout({ _id: null, document: tabs });
    changeLayout((layout) => moveTab(layout, 'c', 0));
    undoLayout();
    expect(orderOf(useLayouts.getState().current?.document ?? moved)).toBe('a b c');
  });

  it('are docked together, keep a replaced panel, and are removed one at a time in their previous size', () => {
    const tabs = dock(dock(desk('a', 'b'), 'b', { kind: 'tab', panelId: 'a' }), ['a', 'b'], edge('left'));
    expect(placesOf(tabs)).toBe('a 0 0 50 100, b 0 0 50 100');
    expect(idsOf(tabsOf(repairedLayout(swapColumn(tabs, 'a', 'Clock')), 'b'))).toBe('a b');
    const out = floatPanels(tabs, ['b']);
    expect(placesOf(out)).toBe('a 0 0 50 100, b 11 21 40 30');
    expect(placesOf(dock(tabs, 'b', { kind: 'beside', panelId: 'a', side: 'bottom' }))).toBe(
      'a 0 0 50 50, b 0 50 50 50',
    );
    expect(isSameBesideStack(floatPanels(out, ['a']), desk('a', 'b'))).toBe(true);
  });
});

describe('a layout with a dock', () => {
  const both = dock(dock(desk('a', 'b'), 'a', edge('left')), 'b', edge('right'));

  it('[LAYOUT-2] stays unchanged if it has no dock, and is accepted as a document', () => {
    const old = desk('a', 'b');
    expect(repairedLayout(old)).toBe(old);
    expect(layoutDocument.parse(both)).toEqual(both);
    expect(
      layoutDocument.safeParse({ ...both, dock: [{ kind: 'row', at: 140 }] }).error?.issues[0]?.path,
    ).toEqual(['dock', 0, 'at']);
  });

  it('is repaired when an older version has removed, moved or added panels', () => {
    const [a] = both.columns;
    expect(placesOf(repairedLayout({ ...both, columns: a ? [a] : [] }))).toBe('a 0 0 100 100');
    const moved = both.columns.map((column) => ({
      ...column,
      coordinates: { ...column.coordinates, x: 33 },
    }));
    expect(repairedLayout({ ...both, columns: moved })).toEqual(both);
    expect(repairedLayout({ ...both, columns: [] }).dock).toBeUndefined();
    expect(repairedLayout({ ...both, dock: [...(both.dock ?? []), { kind: 'free' }] }).dock).toEqual(
      both.dock,
    );
  });

  it('has a list of parts that is neither too short nor too long', () => {
    expect(isWholeDock(both.dock ?? [])).toBe(true);
    expect(isWholeDock([])).toBe(false);
    expect(isWholeDock([{ kind: 'row', at: 50 }, { kind: 'free' }])).toBe(false);
    expect(isWholeDock([{ kind: 'free' }, { kind: 'free' }])).toBe(false);
  });

  it('is docked under the panels that a user adds at the spawn point [LAYOUT-4]', () => {
    const added = repairedLayout(addColumn(both, { id: 'c', component: 'Clock', size: { w: 19, h: 23 } }));
    expect(placesOf(added)).toBe('a 0 0 50 100, b 50 0 50 100, c 20 20 19 23');
  });
});

type Step = readonly [kind: number, panel: number, other: number, side: number, share: number];
const ids = ['a', 'b', 'c', 'd', 'e', 'f'];
const sides = ['left', 'right', 'top', 'bottom'] as const;
const corners = ['top left', 'top right', 'bottom left', 'bottom right'] as const;

/** A change of any kind; the same layout when there is no room for the change. */
function changed(layout: LayoutDocument, [kind, panel, other, side, share]: Step): LayoutDocument {
  const id = layout.columns[panel % Math.max(1, layout.columns.length)]?.id ?? 'a';
  const of = layout.columns[other % Math.max(1, layout.columns.length)]?.id ?? 'a';
  const frame = tabsOf(layout, id).map((tab) => tab.id);
  const docked = (moved: typeof frame, target: DockTarget) =>
    dockPanels(layout, moved, target, room) ?? layout;
  if (kind === 0) return docked(frame, edge(sides[side] ?? 'left'));
  if (kind === 1) return docked(frame, edge(corners[side] ?? 'top left'));
  if (kind === 2) return docked(frame, { kind: 'beside', panelId: of, side: sides[side] ?? 'left' });
  if (kind === 3) return docked([id], { kind: 'beside', panelId: of, side: sides[side] ?? 'left' });
  if (kind === 4) return docked([id], { kind: 'tab', panelId: of });
  if (kind === 5) return floatPanels(layout, [id]);
  if (kind === 6) return floatPanels(layout, frame, { x: share / 2, y: share / 3, w: 30, h: 40 });
  if (kind === 7) return repairedLayout(removeColumn(layout, id));
  if (kind === 9) return dockAll(layout, room);
  const dividers = dividersOf(layout, room);
  return moveDivider(layout, dividers[other % Math.max(1, dividers.length)]?.path ?? '', share, room);
}
const someSteps = fc.array(
  fc.tuple(
    // Panels are removed seldom, so that there are some.
    fc.oneof(
      { weight: 12, arbitrary: fc.nat(6) },
      { weight: 4, arbitrary: fc.constant(8) },
      fc.constant(7),
      fc.constant(9),
    ),
    fc.nat(5),
    fc.nat(5),
    fc.nat(3),
    fc.nat(100),
  ),
  { minLength: 1, maxLength: 24 },
);
const common = (a: PanelPlace, b: PanelPlace) =>
  Math.max(0, Math.min(a.x + a.w, b.x + b.w) - Math.max(a.x, b.x)) *
  Math.max(0, Math.min(a.y + a.h, b.y + b.h) - Math.max(a.y, b.y));

describe('after any changes', () => {
  it('docked panels fill the workspace without overlap and have room, and frames and the document are sound', () => {
    fc.assert(
      fc.property(someSteps, (steps) => {
        let layout = desk(...ids);
        for (const step of steps) {
          layout = changed(layout, step);
          expect(isSame(repairedLayout(layout), layout)).toBe(true);
          expect(layoutDocument.safeParse(layout).success).toBe(true);
          expect(layout.dock === undefined || isWholeDock(layout.dock)).toBe(true);
          const shown = shownPanels(layout);
          const docked = shown
            .filter((column) => isDocked(layout, column))
            .map((column) => column.coordinates);
          for (const [at, panel] of docked.entries()) {
            expect(Math.min(panel.w - room.min.w, panel.h - room.min.h)).toBeGreaterThan(-0.01);
            for (const other of docked.slice(at + 1)) expect(common(panel, other)).toBeLessThan(0.01);
          }
          const covered = docked.reduce((sum, { w, h }) => sum + w * h, 0);
          const hasFree = layout.dock?.some(({ kind }) => kind === 'free') ?? true;
          if (!hasFree) expect(covered).toBeCloseTo(10_000, 0);
          for (const column of layout.columns) {
            const tabs = tabsOf(layout, column.id);
            expect(tabs.filter((tab) => shown.includes(tab))).toHaveLength(1);
            expect(tabs.length > 1 || isDocked(layout, column)).toBe(column.frame !== undefined);
            const { z: _z, ...place } = column.coordinates;
            for (const tab of tabs) expect(tab.coordinates).toMatchObject(place);
          }
        }
      }),
      { numRuns: 300 },
    );
  });

  describe('the store with docked panels', () => {
    beforeEach(() => setLayout({ _id: 'd1', document: desk(...ids) }));
    const shown = () => useLayouts.getState().current?.document ?? desk();

    it('restores each layout by undo, and the next layout by redo', () => {
      fc.assert(
        fc.property(someSteps, (steps) => {
          setLayout({ _id: 'd1', document: desk(...ids) });
          const seen = [shown()];
          for (const step of steps) {
            changeLayout((layout) => changed(layout, step));
            if (!isSame(shown(), seen.at(-1))) seen.push(shown());
          }
          for (const before of seen.slice(0, -1).toReversed()) {
            expect(undoLayout()).toBe(true);
            expect(isSameBesideStack(before, shown())).toBe(true);
          }
          expect(useLayouts.getState().current?.isChanged).toBe(false);
          for (const after of seen.slice(1)) {
            expect(redoLayout()).toBe(true);
            expect(isSameBesideStack(after, shown())).toBe(true);
          }
        }),
        { numRuns: 100 },
      );
    });
  });
});
