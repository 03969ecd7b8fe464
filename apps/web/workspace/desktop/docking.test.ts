import type { LayoutDocument } from '@openpit/wire';
import { describe, expect, it } from 'vitest';
import { dockPanels } from '../../stores/layout-docking.ts';
import { roomOf, tabPlaceAt, targetAt } from './docking.tsx';

const area = { width: 1_000, height: 800 };
const layout: LayoutDocument = {
  name: 'Desk',
  isMobile: false,
  columns: [
    { id: 'low', component: 'Depth', coordinates: { x: 10, y: 10, w: 40, h: 40, z: 150 } },
    { id: 'high', component: 'Clock', coordinates: { x: 30, y: 30, w: 40, h: 40, z: 151 } },
    { id: 'own', component: 'Deals', coordinates: { x: 60, y: 60, w: 40, h: 40, z: 152 } },
  ],
};
const at = (x: number, y: number, of = layout, ids: string[] = ['own']) => targetAt({ x, y }, area, of, ids);

describe('the place where a dragged panel would go', () => {
  it.each<[what: string, x: number, y: number, side: string]>([
    ['the left edge', 2, 400, 'left'],
    ['beyond the right edge', 1_200, 400, 'right'],
    ['the top edge', 500, -3, 'top'],
    ['the bottom edge', 500, 799, 'bottom'],
    ['the left edge near the top', 2, 100, 'top left'],
    ['the bottom edge near the right', 900, 799, 'bottom right'],
  ])('is %s of the workspace', (_what, x, y, side) => {
    expect(at(x, y)).toEqual({ kind: 'edge', side });
  });

  it('is the highest panel under the pointer: its header for tabs, a strip along each edge to divide it', () => {
    expect(at(350, 250)).toEqual({ kind: 'tab', panelId: 'high' });
    expect(at(110, 300)).toEqual({ kind: 'beside', panelId: 'low', side: 'left' });
    expect(at(690, 400)).toEqual({ kind: 'beside', panelId: 'high', side: 'right' });
    expect(at(500, 550)).toEqual({ kind: 'beside', panelId: 'high', side: 'bottom' });
    expect(at(500, 280)).toEqual({ kind: 'beside', panelId: 'high', side: 'top' });
  });

  it('is nowhere in the middle of a panel, outside of all panels, and on the dragged one', () => {
    expect([at(500, 400), at(50, 700), at(900, 700)]).toEqual([null, null, null]);
  });

  it('is a docked panel like any other, and a tab can be put next to the others of its frame', () => {
    const docked = dockPanels(layout, ['low'], { kind: 'edge', side: 'left' }, roomOf(area)) ?? layout;
    expect(at(20, 10, docked)).toEqual({ kind: 'tab', panelId: 'low' });
    expect(at(350, 250, docked)).toEqual({ kind: 'tab', panelId: 'high' });
    const tabs = dockPanels(docked, ['own'], { kind: 'tab', panelId: 'low' }, roomOf(area)) ?? docked;
    expect(at(20, 10, tabs)).toBeNull();
    expect(at(20, 300, tabs)).toEqual({ kind: 'beside', panelId: 'low', side: 'left' });
  });
});

describe('a dragged tab', () => {
  const strip = { left: 100, right: 300, top: 10, bottom: 36 };
  const others = [
    { left: 100, right: 160 },
    { left: 240, right: 300 },
  ];
  it.each<[what: string, x: number, y: number, place: number | null]>([
    ['before the first, and a little further left', 70, 20, 0],
    ['between the others, past the middle of the first', 131, 20, 1],
    ['after the last, and a little further right', 335, 20, 2],
    ['nowhere below the strip', 131, 40, null],
    ['nowhere far beside the strip', 345, 20, null],
  ])('goes %s', (_what, x, y, place) => {
    expect(tabPlaceAt({ x, y }, strip, others)).toBe(place);
  });
});
