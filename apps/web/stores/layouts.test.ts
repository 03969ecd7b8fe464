import { type LayoutDocument, paths } from '@openpit/wire';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type LocalServer, startLocalServer } from '../http/local-server.ts';
import { noToasts } from '../notices/toast-queue.ts';
import { useToasts } from '../notices/toasts.ts';
import {
  addPanel,
  applyChosenLayout,
  changeLayout,
  movePanel,
  raisePanel,
  redoLayout,
  resetLayout,
  setLayout,
  undoLayout,
  useLayouts,
} from './layouts.ts';
import { deleteLayout, duplicateLayout, renameLayout, saveLayout, saveLayoutAs } from './saved-layouts.ts';
import { signedOut, useSession } from './session.ts';

const desk: LayoutDocument = { name: 'Desk', isMobile: false, columns: [] };
const phone: LayoutDocument = { name: 'Deals', isMobile: true, columns: [] };
const hqAccess = {
  userId: 'u7',
  userName: 'Zanele',
  email: 'z@kand',
  memberCode: 'KAND',
  memberName: 'Kand',
  branch: '',
  dealerCode: 'Z',
  clients: [],
  subAccounts: [],
  twoFactorEnabled: false,
};

let server: LocalServer;
const said = () => {
  const { showing, waiting } = useToasts.getState();
  return [showing, ...waiting].flatMap((toast) => (toast === null ? [] : `${toast.type}: ${toast.message}`));
};

beforeEach(async () => {
  server = await startLocalServer();
  useToasts.setState(noToasts);
  useSession.setState({ ...signedOut, hqAccess });
  useLayouts.setState({ saved: [{ _id: 'd1', userId: 'u7', document: desk }], current: null, parked: null });
  server.answer(paths.updateUserLayout, (body) => {
    const { id, jsonString } = body as { id: string; jsonString: string };
    return { json: { _id: id, userId: 'u7', userLayoutJson: jsonString } };
  });
  server.answer(paths.createUserLayout, (body) => ({ json: { _id: 'new', ...(body as object) } }));
});
afterEach(() => server.close());

describe('the layout on screen', () => {
  it('is not changed by a panel that is raised, though the panel comes to the top', () => {
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

  it('is marked as changed by a change, and by nothing that changes nothing', () => {
    setLayout({ _id: 'd1', document: desk });
    movePanel('nobody', { x: 1, y: 1 });
    expect(useLayouts.getState().current?.isChanged).toBe(false);
    const id = addPanel('Depth');
    expect(useLayouts.getState().current).toMatchObject({ isChanged: true, document: { columns: [{ id }] } });
  });

  it('[LAYOUT-9] is updated under its id', async () => {
    setLayout({ _id: 'd1', document: desk });
    addPanel('Depth');
    expect(await saveLayout()).toBe(true);
    expect(server.calls[0]).toMatch(/^POST \/api\/UserSettings\/updateUserLayout \{"id":"d1","jsonString":"/);
    expect(said()).toEqual(['success: Updated layout: Desk']);
    const { current, saved } = useLayouts.getState();
    expect(current?.isChanged).toBe(false);
    expect(saved[0]?.document.columns).toHaveLength(1);
  });

  it('[LAYOUT-9] is created when it has no id, and goes on under the new one', async () => {
    setLayout({ _id: null, document: desk });
    expect(await saveLayout()).toBe(true);
    expect(server.calls[0]).toMatch(
      /^POST \/api\/UserSettings\/CreateUserLayout \{"userId":"u7","userLayoutJson":"/,
    );
    expect(said()).toEqual(['success: Layout saved']);
    expect(useLayouts.getState().current?._id).toBe('new');
    expect(useLayouts.getState().saved.map(({ _id }) => _id)).toEqual(['d1', 'new']);
  });

  it('[LAYOUT-8, LAYOUT-9] of a phone is created without an id and updated with one', async () => {
    setLayout({ _id: null, document: phone });
    await saveLayout();
    await saveLayout();
    expect(said()).toEqual(['success: Mobile Layout saved', 'success: Mobile Layout updated']);
  });

  it('[LAYOUT-8] cannot be saved before the HQ account is known, and asks the server nothing', async () => {
    useSession.setState(signedOut);
    setLayout({ _id: null, document: desk });
    expect(await saveLayout()).toBe(false);
    expect(await saveLayoutAs('Other')).toBe(false);
    expect(said()).toEqual(['error: No HQ for saving', 'error: No HQ for saving']);
    expect(server.calls).toEqual([]);
  });

  it('[LAYOUT-8] is not saved when the server answers for another user', async () => {
    server.answer(paths.createUserLayout, () => ({ json: { _id: 'x', userId: 'u8', userLayoutJson: '{}' } }));
    setLayout({ _id: null, document: desk });
    expect(await saveLayout()).toBe(false);
    expect(said()[0]).toMatch(/^error: The layout was not saved/);
    expect(useLayouts.getState().saved).toHaveLength(1);
    expect(useLayouts.getState().current?._id).toBeNull();
  });

  it('[LAYOUT-9] that is gone on the server is said so, with its content', async () => {
    setLayout({ _id: 'gone', document: desk });
    expect(await saveLayout()).toBe(false);
    expect(server.calls).toEqual([]);
    setLayout({ _id: 'gone', document: desk });
    useLayouts.setState({ saved: [{ _id: 'gone', userId: 'u7', document: desk }] });
    server.answer(paths.updateUserLayout, () => ({
      status: 404,
      json: { status: 404, message: 'There is no such layout.', code: 'notFound' },
    }));
    expect(await saveLayout()).toBe(false);
    const warnings = said().filter((text) => text.startsWith('warning'));
    expect(warnings).toHaveLength(2);
    expect(warnings[0]).toMatch(/^warning: Not found to updated saved layout \{"name":"Desk"/);
    expect(said().filter((text) => text.startsWith('error'))).toEqual([]);
    expect(useLayouts.getState()).toMatchObject({ saved: [], current: { _id: null, isChanged: true } });
    expect(await saveLayout()).toBe(true);
    expect(server.calls.at(-1)).toMatch(/^POST \/api\/UserSettings\/CreateUserLayout /);
  });

  it('keeps a change that is made while the save is under way', async () => {
    setLayout({ _id: 'd1', document: desk });
    const saving = saveLayout();
    changeLayout((layout) => ({ ...layout, locked: true }));
    await saving;
    const { current, saved } = useLayouts.getState();
    expect(current).toMatchObject({ isChanged: true, document: { locked: true } });
    expect(saved[0]?.document.locked).toBe(false);
  });

  it('gives way to another when it is deleted', async () => {
    server.answer(paths.deleteUserLayoutById, () => ({ json: { deleted: true } }));
    setLayout({ _id: 'd1', document: desk });
    expect(await deleteLayout('d1')).toBe(true);
    expect(server.calls).toEqual(['GET /api/UserSettings/DeleteUserLayoutById?Id=d1']);
    expect(useLayouts.getState().current).toMatchObject({ _id: null, document: { name: 'Blank Layout' } });
  });

  it('keeps unsaved changes of the desk while the window is as small as a phone', () => {
    applyChosenLayout('desktop');
    addPanel('Depth');
    const desktop = useLayouts.getState().current;
    applyChosenLayout('mobile');
    expect(useLayouts.getState().current?.document).toMatchObject({ name: 'Futures', isMobile: true });
    applyChosenLayout('desktop');
    expect(useLayouts.getState().current).toBe(desktop);
    expect(desktop?.isChanged).toBe(true);
  });

  it('is renamed in the store and on the server, and its other changes stay unsaved', async () => {
    setLayout({ _id: 'd1', document: desk });
    addPanel('Depth');
    expect(await renameLayout('d1', 'Morning')).toBe(true);
    expect(server.calls[0]).toContain('\\"name\\":\\"Morning\\"');
    expect(server.calls[0]).not.toContain('Depth');
    const { current, saved } = useLayouts.getState();
    expect(current).toMatchObject({ isChanged: true, document: { name: 'Morning' } });
    expect(saved[0]?.document).toMatchObject({ name: 'Morning', columns: [] });
    resetLayout();
    expect(useLayouts.getState().current).toMatchObject({
      isChanged: false,
      document: { name: 'Morning', columns: [] },
    });
  });

  it('that was never saved is renamed on screen only', async () => {
    setLayout({ _id: null, document: desk });
    expect(await renameLayout(null, 'Morning')).toBe(true);
    expect(useLayouts.getState().current).toMatchObject({ isChanged: true, document: { name: 'Morning' } });
    expect(server.calls).toEqual([]);
  });

  it('is duplicated under a free name, its panels under new ids, and goes on as the copy', async () => {
    setLayout({ _id: 'd1', document: desk });
    const id = addPanel('Depth');
    expect(await duplicateLayout()).toBe(true);
    const { current, saved } = useLayouts.getState();
    expect(current).toMatchObject({ _id: 'new', isChanged: false, document: { name: 'Desk copy' } });
    expect(current?.document.columns).toHaveLength(1);
    expect(current?.document.columns[0]?.id).not.toBe(id);
    expect(saved.map(({ document }) => document.name)).toEqual(['Desk', 'Desk copy']);
    expect(said()).toEqual(['success: Layout saved']);
  });

  it('is as it was saved again when every change has been taken back, and then needs no saving', () => {
    setLayout({ _id: 'd1', document: desk });
    expect(undoLayout()).toBe(false);
    const id = addPanel('Depth');
    if (id === null) throw new Error('no panel');
    movePanel(id, { x: 1, y: 1 });
    raisePanel(id);
    expect(undoLayout()).toBe(true);
    expect(useLayouts.getState().current?.document.columns[0]?.coordinates).toMatchObject({ x: 20, y: 20 });
    expect(undoLayout()).toBe(true);
    expect(useLayouts.getState().current).toMatchObject({ isChanged: false, document: { columns: [] } });
    expect(redoLayout()).toBe(true);
    expect(useLayouts.getState().current).toMatchObject({ isChanged: true, document: { columns: [{ id }] } });
  });

  it('[LAYOUT-6] is the saved one when there is one', () => {
    applyChosenLayout('desktop');
    expect(useLayouts.getState().current?._id).toBe('d1');
  });
});
