import { newPreferenceDocument, paths } from '@openpit/wire';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { noToasts, useToasts } from '../notices/toasts.ts';
import { useLayouts } from '../stores/layouts.ts';
import { signedOut, usePreferences, useSession } from '../stores/session.ts';
import { accountOfUser } from '../testing/rows.ts';
import { type LocalServer, startLocalServer } from '../transport/testing/local-server.ts';
import { loadLayouts, loadPreferences } from './documents.ts';

const hqAccess = accountOfUser();

let server: LocalServer;
beforeEach(async () => {
  server = await startLocalServer();
  useToasts.setState(noToasts);
  useSession.setState({ ...signedOut, hqAccess });
  usePreferences.setState({ document: newPreferenceDocument(), storedId: null });
  useLayouts.setState({ saved: [], current: null, parked: [] });
});
afterEach(() => server.close());

const storedPreference = (document: unknown) => ({
  json: { _id: 'p1', userId: 'u7', userPreferenceJson: JSON.stringify(document) },
});

describe('loading preferences', () => {
  it('[PREF-6] creates the default document when there is none, with the flags that the server grants', async () => {
    const granted = newPreferenceDocument();
    granted.flags.insertOrderOrDouble = true;
    server.answer(paths.createUserPreference, () => ({
      json: { _id: 'p9', userId: 'u7', userPreferenceJson: JSON.stringify(granted) },
    }));
    await loadPreferences();
    expect(server.calls[1]).toMatch(/^POST .*CreateUserPreference \{"userId":"u7","userPreferenceJson":"/);
    expect(usePreferences.getState()).toEqual({ document: granted, storedId: 'p9' });
  });

  it('[PREF-6] cannot create it without HQ access, and makes no other call', async () => {
    useSession.setState(signedOut);
    await expect(loadPreferences()).rejects.toThrow(/^No HQ: Cannot create default$/);
    expect(server.calls).toEqual([`GET ${paths.getUserPreference}`]);
  });

  it('[PREF-6] fails with the text of any other error, creating nothing', async () => {
    server.answer(paths.getUserPreference, () => ({
      status: 503,
      json: { status: 503, message: 'The market is starting.', code: 'notReady' },
    }));
    await expect(loadPreferences()).rejects.toThrow('503: The market is starting.');
    expect(server.calls).toHaveLength(1);
  });

  it('[PREF-6] fails with No userpref returned. when the reply is empty', async () => {
    server.answer(paths.getUserPreference, () => ({ json: null }));
    await expect(loadPreferences()).rejects.toThrow(/^No userpref returned\.$/);
  });

  it('[PREF-4] converts an old document and saves it back, once', async () => {
    server.answer(paths.getUserPreference, () => storedPreference({ defaults: { max_depth: 5 } }));
    server.answer(paths.updateUserPreference, () => storedPreference({}));
    await loadPreferences();
    expect(usePreferences.getState()).toMatchObject({
      storedId: 'p1',
      document: { defaults: { maxDepth: 5 } },
    });
    expect(server.calls).toHaveLength(2);
    expect(server.calls[1]).toMatch(/UpdateUserPreference \{"id":"p1","jsonString":".*maxDepth/);
    server.answer(paths.getUserPreference, () => storedPreference({ defaults: { maxDepth: 5 } }));
    await loadPreferences();
    expect(server.calls).toHaveLength(3);
  });

  it('[PREF-4] saves unknown fields back with the converted document', async () => {
    server.answer(paths.getUserPreference, () =>
      storedPreference({ defaults: { max_depth: 5, quickKeys: { buy: 'F2' } }, team: 'grain' }),
    );
    server.answer(paths.updateUserPreference, () => storedPreference({}));
    await loadPreferences();
    const { jsonString } = JSON.parse(server.calls[1]?.replace(/^[^{]*/, '') ?? '') as { jsonString: string };
    expect(JSON.parse(jsonString)).toMatchObject({
      defaults: { maxDepth: 5, quickKeys: { buy: 'F2' } },
      team: 'grain',
    });
  });
});

describe('loading layouts', () => {
  const layout = (_id: string, document: unknown) => ({
    _id,
    userId: 'u7',
    userLayoutJson: JSON.stringify(document),
  });
  const panel = (id: string | number) => ({
    id,
    component: 'Futures',
    coordinates: { x: 0, y: 0, w: 48, h: 40, z: 150 },
  });

  it('[LAYOUT-6] shows the saved one', async () => {
    server.answer(paths.getAllUserLayouts, () => ({
      json: [layout('d1', { name: 'Dealer desk', isMobile: false, columns: [panel('Futures1')] })],
    }));
    await loadLayouts();
    expect(useLayouts.getState().current).toMatchObject({ _id: 'd1', document: { name: 'Dealer desk' } });
    expect(useToasts.getState().showing).toBeNull();
  });

  it('[LAYOUT-3] upgrades numeric panel ids, as numbers or as text, reports how many layouts, and saves them back', async () => {
    server.answer(paths.getAllUserLayouts, () => ({
      json: [
        layout('d1', { name: 'Old', isMobile: false, columns: [panel(1), panel(2)] }),
        layout('d2', { name: 'New', isMobile: false, columns: [panel('Futures1')] }),
        layout('d3', { name: 'Old too', isMobile: false, columns: [panel('3'), panel('Futures1')] }),
      ],
    }));
    server.answer(paths.updateUserLayout, () => ({ json: layout('d1', {}) }));
    await loadLayouts();
    expect(useToasts.getState().showing).toMatchObject({ type: 'info', message: 'Upgraded 2 old layouts' });
    // Both layouts are saved at the same time.
    const ids = server.calls.slice(1).map((call) => /"id":"(\w+)"/.exec(call)?.[1]);
    expect(ids.sort()).toEqual(['d1', 'd3']);
    const { saved } = useLayouts.getState();
    expect(saved[0]?.document.columns[0]?.id).toMatch(/^Futures[0-9a-f]{16}$/);
    expect(saved[2]?.document.columns.map(({ id }) => id)).toEqual([
      expect.stringMatching(/^Futures[0-9a-f]{16}$/),
      'Futures1',
    ]);
  });

  it('[HUB-7] ignores a layout that cannot be read, logs it, and shows the others', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    server.answer(paths.getAllUserLayouts, () => ({
      json: [
        { _id: 'd0', userId: 'u7', userLayoutJson: '{' },
        layout('d1', { name: 'Desk', isMobile: false, columns: [] }),
      ],
    }));
    await loadLayouts();
    expect(useLayouts.getState().saved.map(({ _id }) => _id)).toEqual(['d1']);
    expect(logged).toHaveBeenCalledTimes(1);
    logged.mockRestore();
  });

  it('keeps the layout on screen when loading runs again', async () => {
    useLayouts.setState({
      saved: [],
      current: {
        number: 0,
        _id: null,
        isChanged: true,
        document: { name: 'Mine', isMobile: false, columns: [] },
      },
    });
    server.answer(paths.getAllUserLayouts, () => ({
      json: [layout('d1', { name: 'Desk', isMobile: false, columns: [] })],
    }));
    await loadLayouts();
    expect(useLayouts.getState().current?.document.name).toBe('Mine');
    expect(useLayouts.getState().saved).toHaveLength(1);
  });
});
