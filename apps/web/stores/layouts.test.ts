import type { LayoutDocument } from '@openpit/wire';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  addPanel,
  applyChosenLayout,
  changePanel,
  changePanelSettings,
  placePanel,
  raisePanel,
  redoLayout,
  setLayout,
  setUnsavedLayout,
  showPanel,
  undoLayout,
  useLayouts,
} from './layouts.ts';

const desk: LayoutDocument = { name: 'Desk', isMobile: false, columns: [] };

beforeEach(() => {
  useLayouts.setState({ saved: [{ _id: 'd1', userId: 'u7', document: desk }], current: null, parked: [] });
});

describe('the layout on screen', () => {
  it('does not count as changed when a panel is raised', () => {
    setLayout({ _id: 'd1', document: desk });
    const first = addPanel('Futures');
    addPanel('Depth');
    const current = useLayouts.getState().current;
    if (current === null || first === null) throw new Error('no layout');
    useLayouts.setState({ current: { ...current, isChanged: false } });
    raisePanel(first);
    const after = useLayouts.getState().current;
    expect(after?.isChanged).toBe(false);
    const z = (after?.document.columns ?? []).map(({ coordinates }) => coordinates.z);
    expect(z[0]).toBeGreaterThan(z[1] ?? Number.POSITIVE_INFINITY);
  });

  it('[LAYOUT-7] is restored with its defaults: spawn point 20,20 and confirmations at 50,50', () => {
    setLayout({ _id: 'd1', document: desk });
    expect(useLayouts.getState().current).toEqual({
      number: expect.any(Number),
      _id: 'd1',
      isChanged: false,
      document: {
        ...desk,
        spawnPoint: { x: 20, y: 20 },
        spawnPointMove: false,
        locked: false,
        resizeable: true,
        spawnPointConfirmations: { x: 50, y: 50 },
      },
    });
  });

  it('[PANEL-20] keeps the other settings of a panel when some change', () => {
    setLayout({ _id: 'd1', document: desk });
    const id = addPanel('Clearing') ?? '';
    changePanelSettings(id, { tab: 'Movements', showsFilters: true });
    changePanelSettings(id, { tab: 'Margins' });
    expect(useLayouts.getState().current?.document.columns[0]?.props).toEqual({
      tab: 'Margins',
      showsFilters: true,
    });
  });

  it('is marked as changed by a change, but not by one without effect', () => {
    setLayout({ _id: 'd1', document: desk });
    placePanel('nobody', { x: 1, y: 1, w: 20, h: 20 });
    expect(useLayouts.getState().current?.isChanged).toBe(false);
    const id = addPanel('Depth');
    expect(useLayouts.getState().current).toMatchObject({ isChanged: true, document: { columns: [{ id }] } });
  });

  it('is not changed by a panel that is back in its place, or by setting the same value', () => {
    const clock = { id: 'c', component: 'Clock', coordinates: { x: 20, y: 20, w: 19, h: 23, z: 150 } };
    setLayout({ _id: 'd1', document: { ...desk, columns: [clock] } });
    placePanel('c', { x: 20, y: 20, w: 19, h: 23 });
    expect(useLayouts.getState().current?.isChanged).toBe(false);
    placePanel('c', { x: 30, y: 20, w: 19, h: 23 });
    expect(useLayouts.getState().current?.isChanged).toBe(true);
    placePanel('c', { x: 20, y: 20, w: 19, h: 23 });
    expect(useLayouts.getState().current?.isChanged).toBe(false);
    changePanel('c', { color: 'red' });
    changePanel('c', { color: 'red' });
    expect(undoLayout()).toBe(true);
    expect(useLayouts.getState().current?.isChanged).toBe(false);
  });

  it('counts as changed after it was read from a file until it is saved, even after changes and undo', () => {
    setUnsavedLayout(desk);
    addPanel('Depth');
    undoLayout();
    expect(useLayouts.getState().current?.isChanged).toBe(true);
  });

  it('brings the panels of a component to the front, each in turn', () => {
    setLayout({ _id: 'd1', document: desk });
    const [first, , third] = ['Clock', 'Depth', 'Clock'].map((component) => addPanel(component));
    expect(showPanel('Chart')).toBeNull();
    expect([showPanel('Clock'), showPanel('Clock'), showPanel('Clock')]).toEqual([first, third, first]);
    const columns = useLayouts.getState().current?.document.columns ?? [];
    const top = columns.toSorted((a, b) => b.coordinates.z - a.coordinates.z)[0];
    expect(top?.id).toBe(first);
  });

  it('keeps unsaved changes of the desktop layout while the window is as small as a phone', () => {
    applyChosenLayout('desktop');
    addPanel('Depth');
    const desktop = useLayouts.getState().current;
    applyChosenLayout('mobile');
    expect(useLayouts.getState().current?.document).toMatchObject({ name: 'Futures', isMobile: true });
    applyChosenLayout('desktop');
    expect(useLayouts.getState().current).toBe(desktop);
    expect(desktop?.isChanged).toBe(true);
  });

  it('no longer counts as changed when every change is undone', () => {
    setLayout({ _id: 'd1', document: desk });
    expect(undoLayout()).toBe(false);
    const id = addPanel('Depth');
    if (id === null) throw new Error('no panel');
    placePanel(id, { x: 1, y: 1, w: 20, h: 20 });
    raisePanel(id);
    expect(undoLayout()).toBe(true);
    expect(useLayouts.getState().current?.document.columns[0]?.coordinates).toMatchObject({ x: 20, y: 20 });
    expect(undoLayout()).toBe(true);
    expect(useLayouts.getState().current).toMatchObject({ isChanged: false, document: { columns: [] } });
    expect(redoLayout()).toBe(true);
    expect(useLayouts.getState().current).toMatchObject({ isChanged: true, document: { columns: [{ id }] } });
  });

  it('[LAYOUT-6] is the saved layout when there is one', () => {
    applyChosenLayout('desktop');
    expect(useLayouts.getState().current?._id).toBe('d1');
  });
});
