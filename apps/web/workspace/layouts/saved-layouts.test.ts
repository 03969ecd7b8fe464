import { type LayoutDocument, paths } from '@openpit/wire';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { useDialogs } from '../../actions/dialogs.ts';
import { noToasts, useToasts } from '../../notices/toasts.ts';
import { loadLayouts } from '../../startup/documents.ts';
import {
  addPanel,
  applyChosenLayout,
  bringBackLayout,
  changeLayout,
  raisePanel,
  redoLayout,
  resetLayout,
  setLayout,
  undoLayout,
  useLayouts,
} from '../../stores/layouts.ts';
import { signedOut, useSession } from '../../stores/session.ts';
import { accountOfUser } from '../../testing/rows.ts';
import { type LocalServer, startLocalServer } from '../../transport/testing/local-server.ts';
import { deleteLayout, duplicateLayout, renameLayout, saveLayout, saveLayoutAs } from './saved-layouts.ts';

const desk: LayoutDocument = { name: 'Desk', isMobile: false, columns: [] };
const phone: LayoutDocument = { name: 'Deals', isMobile: true, columns: [] };
const hqAccess = accountOfUser();

let server: LocalServer;
const shownToasts = () => {
  const { showing, waiting } = useToasts.getState();
  return [showing, ...waiting].flatMap((toast) => (toast === null ? [] : `${toast.type}: ${toast.message}`));
};

beforeEach(async () => {
  server = await startLocalServer();
  useToasts.setState(noToasts);
  useSession.setState({ ...signedOut, hqAccess });
  useLayouts.setState({ saved: [{ _id: 'd1', userId: 'u7', document: desk }], current: null, parked: [] });
  server.answer(paths.updateUserLayout, (body) => {
    const { id, jsonString } = body as { id: string; jsonString: string };
    return { json: { _id: id, userId: 'u7', userLayoutJson: jsonString } };
  });
  server.answer(paths.createUserLayout, (body) => ({ json: { _id: 'new', ...(body as object) } }));
});
afterEach(() => server.close());

describe('a layout that another window has saved', () => {
  const theirs: LayoutDocument = { ...desk, name: 'Desk of the other window' };
  /** Saves a stale layout of this window, and answers the question with `choice`. */
  async function saveStale(choice: 'yes' | 'other' | 'third' | 'no'): Promise<boolean> {
    useLayouts.setState({ saved: [{ _id: 'd1', userId: 'u7', document: desk, version: 'v1' }] });
    applyChosenLayout();
    addPanel('Depth');
    server.answer(paths.updateUserLayout, (body) => {
      const { id, jsonString, version } = body as { id: string; jsonString: string; version?: string };
      return version === 'v1'
        ? { status: 409, json: { status: 409, code: 'layoutChanged', message: 'Changed elsewhere.' } }
        : { json: { _id: id, userId: 'u7', userLayoutJson: jsonString, version: 'v3' } };
    });
    server.answer(paths.getAllUserLayouts, () => ({
      json: [{ _id: 'd1', userId: 'u7', userLayoutJson: JSON.stringify(theirs), version: 'v2' }],
    }));
    const saving = saveLayout();
    await expect
      .poll(() => useDialogs.getState().question?.question.title)
      .toBe('The layout was changed in another window');
    useDialogs.getState().question?.answer(choice);
    return saving;
  }
  const updates = () => server.calls.filter((call) => call.includes('updateUserLayout')).length;

  it('is never silently replaced: nothing is saved while the user has not chosen', async () => {
    expect(await saveStale('no')).toBe(false);
    expect(updates()).toBe(1);
    expect(useLayouts.getState().current?.isChanged).toBe(true);
  });

  it('asks even if the list of layouts was reloaded since, as after each lost connection', async () => {
    useLayouts.setState({ saved: [{ _id: 'd1', userId: 'u7', document: desk, version: 'v1' }] });
    applyChosenLayout();
    addPanel('Depth');
    server.answer(paths.getAllUserLayouts, () => ({
      json: [{ _id: 'd1', userId: 'u7', userLayoutJson: JSON.stringify(theirs), version: 'v2' }],
    }));
    await loadLayouts();
    server.answer(paths.updateUserLayout, () => ({
      status: 409,
      json: { status: 409, code: 'layoutChanged', message: 'Changed elsewhere.' },
    }));
    const saving = saveLayout();
    await expect.poll(() => useDialogs.getState().question !== null).toBe(true);
    useDialogs.getState().question?.answer('no');
    await saving;
    expect(server.calls.at(-1)).toContain('"version":"v1"');
    // The same after the page was loaded again.
    bringBackLayout({ _id: 'd1', document: desk, version: 'v1' });
    expect(useLayouts.getState().current?.version).toBe('v1');
  });

  it('is overwritten, saved as another, or shown, as the user chooses', async () => {
    expect(await saveStale('other')).toBe(true);
    expect(updates()).toBe(2);
    expect(useLayouts.getState().saved[0]?.version).toBe('v3');

    expect(await saveStale('yes')).toBe(true);
    expect(useLayouts.getState().current).toMatchObject({ _id: 'new', document: { name: 'Desk 2' } });

    expect(await saveStale('third')).toBe(true);
    expect(useLayouts.getState().current).toMatchObject({
      document: { name: theirs.name },
      isChanged: false,
    });
  });
});

describe('a layout', () => {
  it('[LAYOUT-9] is updated under its id', async () => {
    setLayout({ _id: 'd1', document: desk });
    addPanel('Depth');
    expect(await saveLayout()).toBe(true);
    expect(server.calls[0]).toMatch(/^POST \/api\/UserSettings\/updateUserLayout \{"id":"d1","jsonString":"/);
    expect(shownToasts()).toEqual(['success: Updated layout: Desk']);
    const { current, saved } = useLayouts.getState();
    expect(current?.isChanged).toBe(false);
    expect(saved[0]?.document.columns).toHaveLength(1);
  });

  it('[LAYOUT-9] is created when it has no id, and has the new id afterwards', async () => {
    setLayout({ _id: null, document: desk });
    expect(await saveLayout()).toBe(true);
    expect(server.calls[0]).toMatch(
      /^POST \/api\/UserSettings\/CreateUserLayout \{"userId":"u7","userLayoutJson":"/,
    );
    expect(shownToasts()).toEqual(['success: Layout saved']);
    expect(useLayouts.getState().current?._id).toBe('new');
    expect(useLayouts.getState().saved.map(({ _id }) => _id)).toEqual(['d1', 'new']);
  });

  it('[LAYOUT-8, LAYOUT-9] is created without an id and updated with one on a phone', async () => {
    setLayout({ _id: null, document: phone });
    await saveLayout();
    await saveLayout();
    expect(shownToasts()).toEqual(['success: Mobile Layout saved', 'success: Mobile Layout updated']);
  });

  it('[LAYOUT-8] cannot be saved before the HQ account is known, without a call to the server', async () => {
    useSession.setState(signedOut);
    setLayout({ _id: null, document: desk });
    expect(await saveLayout()).toBe(false);
    expect(await saveLayoutAs('Other')).toBe(false);
    expect(shownToasts()).toEqual(['error: No HQ for saving', 'error: No HQ for saving']);
    expect(server.calls).toEqual([]);
  });

  it('[LAYOUT-8] is not saved when the server answers for another user', async () => {
    server.answer(paths.createUserLayout, () => ({ json: { _id: 'x', userId: 'u8', userLayoutJson: '{}' } }));
    setLayout({ _id: null, document: desk });
    expect(await saveLayout()).toBe(false);
    expect(shownToasts()[0]).toMatch(/^error: The layout was not saved/);
    expect(useLayouts.getState().saved).toHaveLength(1);
    expect(useLayouts.getState().current?._id).toBeNull();
  });

  it('[LAYOUT-9] shows a warning with its content when the server no longer has it', async () => {
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
    const warnings = shownToasts().filter((text) => text.startsWith('warning'));
    expect(warnings).toHaveLength(2);
    expect(warnings[0]).toMatch(/^warning: Not found to updated saved layout \{"name":"Desk"/);
    expect(shownToasts().filter((text) => text.startsWith('error'))).toEqual([]);
    expect(useLayouts.getState()).toMatchObject({ saved: [], current: { _id: null, isChanged: true } });
    expect(await saveLayout()).toBe(true);
    expect(server.calls.at(-1)).toMatch(/^POST \/api\/UserSettings\/CreateUserLayout /);
  });

  it('keeps a change that is made during a save', async () => {
    setLayout({ _id: 'd1', document: desk });
    const saving = saveLayout();
    changeLayout((layout) => ({ ...layout, locked: true }));
    await saving;
    const { current, saved } = useLayouts.getState();
    expect(current).toMatchObject({ isChanged: true, document: { locked: true } });
    expect(saved[0]?.document.locked).toBe(false);
  });

  it('is saved although a panel comes to the front during the save', async () => {
    setLayout({ _id: 'd1', document: desk });
    const lower = addPanel('Depth') ?? '';
    addPanel('Deals');
    const saving = saveLayout();
    raisePanel(lower);
    await saving;
    expect(useLayouts.getState().current?.isChanged).toBe(false);
  });

  it('is replaced by another on screen when it is deleted', async () => {
    server.answer(paths.deleteUserLayoutById, () => ({ json: { deleted: true } }));
    setLayout({ _id: 'd1', document: desk });
    expect(await deleteLayout('d1')).toBe(true);
    expect(server.calls).toEqual(['GET /api/UserSettings/DeleteUserLayoutById?Id=d1']);
    expect(useLayouts.getState().current).toMatchObject({ _id: null, document: { name: 'Blank Layout' } });
  });

  it('is renamed in the store and on the server, while its other changes stay unsaved', async () => {
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

  it('keeps its new name when the change before the rename is undone and redone', async () => {
    setLayout({ _id: 'd1', document: desk });
    addPanel('Depth');
    await renameLayout('d1', 'Morning');
    undoLayout();
    expect(useLayouts.getState().current).toMatchObject({
      isChanged: false,
      document: { name: 'Morning', columns: [] },
    });
    redoLayout();
    expect(useLayouts.getState().current?.document.name).toBe('Morning');
  });

  it('keeps the name under which it was first saved when an earlier change is undone', async () => {
    setLayout({ _id: null, document: desk });
    addPanel('Depth');
    await saveLayoutAs('Evening');
    undoLayout();
    expect(useLayouts.getState().current?.document).toMatchObject({ name: 'Evening', columns: [] });
  });

  it('keeps its name when it is reset, and has no step to undo for the rename', async () => {
    setLayout({ _id: null, document: desk });
    await renameLayout(null, 'Morning');
    expect(undoLayout()).toBe(false);
    addPanel('Depth');
    resetLayout();
    expect(useLayouts.getState().current?.document).toMatchObject({ name: 'Morning', columns: [] });
    undoLayout();
    expect(useLayouts.getState().current?.document).toMatchObject({ name: 'Morning', columns: [{}] });
  });

  it('is renamed only on screen when it was never saved', async () => {
    setLayout({ _id: null, document: desk });
    expect(await renameLayout(null, 'Morning')).toBe(true);
    expect(useLayouts.getState().current).toMatchObject({ isChanged: true, document: { name: 'Morning' } });
    expect(server.calls).toEqual([]);
  });

  it('is duplicated under a free name with new panel ids, and the copy is shown', async () => {
    setLayout({ _id: 'd1', document: desk });
    const id = addPanel('Depth');
    expect(await duplicateLayout()).toBe(true);
    const { current, saved } = useLayouts.getState();
    expect(current).toMatchObject({ _id: 'new', isChanged: false, document: { name: 'Desk copy' } });
    expect(current?.document.columns).toHaveLength(1);
    expect(current?.document.columns[0]?.id).not.toBe(id);
    expect(saved.map(({ document }) => document.name)).toEqual(['Desk', 'Desk copy']);
    expect(shownToasts()).toEqual(['success: Layout saved']);
  });
});

describe('a save that is requested while another is in progress', () => {
  /** Answers updates like the server: a save with an old version is rejected. */
  function answerVersions() {
    let version = 1;
    server.answer(paths.updateUserLayout, (body) => {
      const { id, jsonString, version: sent } = body as { id: string; jsonString: string; version?: string };
      if (sent !== `v${version}`)
        return { status: 409, json: { status: 409, code: 'documentChanged', message: 'Changed elsewhere.' } };
      version += 1;
      return { json: { _id: id, userId: 'u7', userLayoutJson: jsonString, version: `v${version}` } };
    });
    let count = 0;
    server.answer(paths.createUserLayout, (body) => {
      count += 1;
      return { json: { _id: `n${count}`, version: `v${version}`, ...(body as object) } };
    });
  }
  const storedNames = () => useLayouts.getState().saved.map(({ _id, document }) => `${_id} ${document.name}`);

  beforeEach(() => {
    answerVersions();
    useLayouts.setState({ saved: [{ _id: 'd1', userId: 'u7', document: desk, version: 'v1' }] });
    useDialogs.setState({ question: null });
  });

  it('begins with the version that the first one has returned', async () => {
    setLayout({ _id: 'd1', document: desk, version: 'v1' });
    addPanel('Futures');
    const first = saveLayout();
    addPanel('Depth');
    const second = saveLayout();
    await expect.poll(() => useLayouts.getState().saved[0]?.version).toBe('v3');
    expect(await Promise.all([first, second])).toEqual([true, true]);
    expect(useDialogs.getState().question).toBeNull();
    expect(useLayouts.getState().saved[0]?.document.columns).toHaveLength(2);
    expect(useLayouts.getState().current?.isChanged).toBe(false);
  });

  it('updates the layout that the first one has created', async () => {
    setLayout({ _id: null, document: { ...desk, name: 'New' } });
    await Promise.all([saveLayout(), saveLayout(), renameLayout(null, 'Morning')]);
    expect(storedNames()).toEqual(['d1 Desk', 'n1 Morning']);
    expect(useLayouts.getState().current).toMatchObject({ _id: 'n1', document: { name: 'Morning' } });
  });

  it('updates it even if another new layout has replaced it on screen, and leaves the other without an id', async () => {
    setLayout({ _id: null, document: { ...desk, name: 'Dealer' } });
    const saves = [saveLayout(), saveLayout()];
    setLayout({ _id: null, document: { ...desk, name: 'Options desk' } });
    await Promise.all(saves);
    expect(storedNames()).toEqual(['d1 Desk', 'n1 Dealer']);
    expect(useLayouts.getState().current).toMatchObject({
      _id: null,
      isChanged: false,
      document: { name: 'Options desk' },
    });
  });

  it('keeps the name under which the first one has saved the layout', async () => {
    setLayout({ _id: null, document: desk });
    const saves = [saveLayoutAs('Evening'), saveLayout()];
    addPanel('Depth');
    await Promise.all(saves);
    expect(storedNames()).toEqual(['d1 Desk', 'n1 Evening']);
    expect(useLayouts.getState().current?.document.name).toBe('Evening');
  });
});
