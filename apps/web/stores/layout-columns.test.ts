import type { LayoutDocument } from '@openpit/wire';
import { describe, expect, it } from 'vitest';
import {
  addColumn,
  clampInside,
  type NewColumn,
  newColumnId,
  raiseColumn,
  removeColumn,
  restack,
  swapColumn,
  upgradeColumnIds,
} from './layout-columns.ts';
import { floatPanels } from './layout-docking.ts';
import { starterLayout, starterLayouts } from './starter-layouts.ts';

function layoutOf(...panels: [id: string | number, component: string, z: number][]): LayoutDocument {
  return {
    name: 'Desk',
    isMobile: false,
    columns: panels.map(([id, component, z]) => ({
      id,
      component,
      coordinates: { x: 10, y: 10, w: 30, h: 30, z },
    })),
  };
}

const stackOf = (layout: LayoutDocument) =>
  layout.columns.map(({ id, coordinates }) => `${id} ${coordinates.z}`).join(', ');

describe('panels of a layout', () => {
  it('[LAYOUT-4] adds a panel in its size at the spawn point 20,20 with z 150', () => {
    const layout = addColumn(layoutOf(), { id: 'new', component: 'Clock', size: { w: 19, h: 23 } });
    expect(layout.columns).toEqual([
      { id: 'new', component: 'Clock', coordinates: { x: 20, y: 20, w: 19, h: 23, z: 150 } },
    ]);
  });

  it('[LAYOUT-4] adds a panel without its own size with 48 x 40 percent', () => {
    const layout = addColumn(layoutOf(), { id: 'new', component: 'Futures' });
    expect(layout.columns[0]?.coordinates).toEqual({ x: 20, y: 20, w: 48, h: 40, z: 150 });
  });

  it('[LAYOUT-4] clamps a panel inside the container when the spawn point is near its edge', () => {
    const layout = addColumn(
      { ...layoutOf(), spawnPoint: { x: 90, y: 85 } },
      { id: 'new', component: 'Futures' },
    );
    expect(layout.columns[0]?.coordinates).toMatchObject({ x: 52, y: 60 });
  });

  describe('the spawn point', () => {
    const clock = { component: 'Clock', size: { w: 19, h: 23 } };
    const ladder = { component: 'Ladder', size: { w: 24, h: 92 }, gap: { x: 0.5, y: 1 } };
    const placesOf = ({ columns }: LayoutDocument) =>
      columns.map(({ coordinates: { x, y } }) => `${x} ${y}`).join(', ');
    const added = (
      count: number,
      panel: Pick<NewColumn, 'component' | 'size' | 'gap'>,
      layout = layoutOf(),
    ) =>
      Array.from({ length: count }, (_, at) => `new${at}`).reduce<LayoutDocument>(
        (was, id) => addColumn(was, { id, ...panel }),
        layout,
      );

    it('[LAYOUT-4] is for one panel, and further panels open beside it in free space (decision 25)', () => {
      expect(placesOf(added(3, clock))).toBe('20 20, 39 20, 1 20');
      expect(placesOf(added(3, ladder))).toBe('20 8, 44.5 8, 69 8');
    });

    it('[LAYOUT-4] sends the next panel to the place that covers the least, if there is no free space', () => {
      expect(placesOf(added(4, ladder))).toBe('20 8, 44.5 8, 69 8, 0 8');
    });

    it('[LAYOUT-4] is left for free space if a panel there would cover others, unless the user has moved it', () => {
      const futures = floatPanels(layoutOf(['a', 'Futures', 1]), ['a'], { x: 0, y: 0, w: 60, h: 70 });
      expect(placesOf(added(1, clock, futures))).toBe('0 0, 60 20');
      const spawnPoint = { x: 30, y: 20 };
      expect(placesOf(added(1, clock, { ...futures, spawnPoint }))).toBe('0 0, 30 20');
    });

    it('[LAYOUT-4] takes a panel if others fill the workspace', () => {
      const desk = starterLayout(starterLayouts[0]!, (name) => name);
      const { columns } = added(2, { component: 'TVChartContainer', size: { w: 40, h: 40 } }, desk);
      expect(columns.slice(-2).map(({ coordinates: { x, y } }) => `${x} ${y}`)).toEqual(['20 20', '20 60']);
    });

    it('[LAYOUT-4] never lets a panel hide the header of another', () => {
      const places = placesOf(added(60, clock)).split(', ');
      expect(new Set(places).size).toBe(60);
    });
  });

  it('puts a new panel on top of panels that were raised, and keeps their order', () => {
    const layout = addColumn(layoutOf(['a', 'Futures', 180], ['b', 'Depth', 155]), {
      id: 'c',
      component: 'Clock',
    });
    expect(stackOf(layout)).toBe('a 149, b 148, c 150');
  });

  it('[LAYOUT-5] removes a panel by its id, and does nothing for an unknown id', () => {
    const layout = layoutOf(['a', 'Futures', 150], ['b', 'Depth', 150]);
    expect(removeColumn(layout, 'a').columns.map(({ id }) => id)).toEqual(['b']);
    expect(removeColumn(layout, 'x')).toBe(layout);
  });

  it('[LAYOUT-5] swaps the component, keeps place and colour, and drops the settings of the old component', () => {
    const layout = layoutOf(['a', 'Futures', 150]);
    const [panel] = layout.columns;
    const swapped = swapColumn(
      { ...layout, columns: [{ ...panel!, color: '#123456', tableHeaders: ['bid'], sortingOrder: 'x' }] },
      'a',
      'Clearing',
    );
    expect(swapped.columns).toEqual([
      { id: 'a', component: 'Clearing', coordinates: panel?.coordinates, color: '#123456' },
    ]);
  });

  it('gives a new Depth a line for each price, and keeps the settings of a Depth of an old layout', () => {
    const byPrice = { view: 'price' };
    expect(addColumn(layoutOf(), { id: 'new', component: 'Depth' }).columns[0]?.props).toEqual(byPrice);
    const old = layoutOf(['d', 'Depth', 1], ['c', 'Clock', 2]);
    const { columns } = swapColumn(addColumn(old, { id: 'new', component: 'MTM' }), 'c', 'Depth');
    expect(columns.map(({ props }) => props)).toEqual([undefined, byPrice, undefined]);
    for (const starter of starterLayouts)
      for (const { component, props } of starterLayout(starter, (name) => name).columns)
        expect(props).toEqual(component === 'Depth' ? byPrice : undefined);
  });

  it('raises a panel above all others once, and does nothing when it is on top', () => {
    const raised = raiseColumn(layoutOf(['a', 'Futures', 150], ['b', 'Depth', 160]), 'a');
    expect(stackOf(raised)).toBe('a 161, b 160');
    expect(raiseColumn(raised, 'a')).toBe(raised);
  });

  it('renumbers the stack from 150 downwards', () => {
    expect(stackOf(restack(layoutOf(['a', 'Futures', 500], ['b', 'Depth', 3], ['c', 'Clock', 77])))).toBe(
      'a 150, b 148, c 149',
    );
  });

  it('clamps a panel that is moved or sized beyond the workspace', () => {
    const layout = layoutOf(['a', 'Futures', 150]);
    expect(floatPanels(layout, ['a'], { x: -5, y: 99, w: 30, h: 30 }).columns[0]?.coordinates).toMatchObject({
      x: 0,
      y: 70,
    });
    expect(clampInside({ x: 50, y: 0, w: 140, h: 0, z: 1 })).toEqual({ x: 0, y: 0, w: 100, h: 1, z: 1 });
  });

  it('[LAYOUT-3] replaces the numeric ids of old layouts, as numbers or as text, by the component and random digits, and keeps others', () => {
    const old = layoutOf(
      [3, 'Futures', 150],
      ['Depth9', 'Depth', 150],
      ['4', 'Clock', 150],
      ['5a', 'Deals', 1],
    );
    const upgraded = upgradeColumnIds(old);
    expect(upgraded.columns[0]?.id).toMatch(/^Futures[0-9a-f]{16}$/);
    expect(upgraded.columns[1]?.id).toBe('Depth9');
    expect(upgraded.columns[2]?.id).toMatch(/^Clock[0-9a-f]{16}$/);
    expect(upgraded.columns[3]?.id).toBe('5a');
    expect(upgradeColumnIds(layoutOf(['4', 'Clock', 150])).columns[0]?.id).toMatch(/^Clock/);
    expect(upgradeColumnIds(upgraded)).toBe(upgraded);
    expect(newColumnId('Futures')).not.toBe(newColumnId('Futures'));
  });
});
