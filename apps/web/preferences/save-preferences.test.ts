import { newPreferenceDocument, type PreferenceDocument, paths } from '@openpit/wire';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useDialogs } from '../actions/dialogs.ts';
import { signedOut, usePreferences, useSession } from '../stores/session.ts';
import { type LocalServer, startLocalServer } from '../transport/testing/local-server.ts';
import type { QuestionAnswer } from '../ui/dialog.tsx';
import { mayRestoreDefaults, restoreDefaults, savePreferences } from './save-preferences.ts';

const opened = newPreferenceDocument();
const withDefaults = (change: Partial<PreferenceDocument['defaults']>): PreferenceDocument => ({
  ...opened,
  defaults: { ...opened.defaults, ...change },
});
const theirs = withDefaults({ maxDepth: 3, compact: true });
const mine = withDefaults({ defaultOrderQuantity: 7, compact: false });

let server: LocalServer;
let stored: { version: string; document: PreferenceDocument };
beforeEach(async () => {
  server = await startLocalServer();
  stored = { version: 'v2', document: theirs };
  const reply = () => ({
    json: {
      _id: 'p1',
      userId: 'u7',
      userPreferenceJson: JSON.stringify(stored.document),
      version: stored.version,
    },
  });
  server.answer(paths.getUserPreference, reply);
  server.answer(paths.updateUserPreference, (body) => {
    const { version, jsonString } = body as { version?: string; jsonString: string };
    if (version !== undefined && version !== stored.version)
      return {
        status: 409,
        json: { status: 409, code: 'preferencesChanged', message: 'Changed elsewhere.' },
      };
    stored = { version: 'v3', document: JSON.parse(jsonString) };
    return reply();
  });
  usePreferences.setState({ document: opened, storedId: 'p1', version: 'v1' });
});
afterEach(() => {
  vi.restoreAllMocks();
  return server.close();
});

async function saveStale(choice: QuestionAnswer) {
  const saving = savePreferences(mine, { document: opened, storedId: 'p1', version: 'v1' });
  await expect
    .poll(() => useDialogs.getState().question?.question.title)
    .toBe('The preferences were changed in another window');
  useDialogs.getState().question?.answer(choice);
  return saving;
}

describe('preferences that another window has saved', () => {
  it('are never silently replaced: nothing is saved while the user has not chosen', async () => {
    expect(await saveStale('no')).toEqual({ kind: 'notSaved', reason: null });
    expect(stored).toEqual({ version: 'v2', document: theirs });
  });

  it('keep what only the other window has changed, when the user also saves the changes made here', async () => {
    expect(await saveStale('yes')).toEqual({ kind: 'saved' });
    expect(stored.document.defaults).toMatchObject({ maxDepth: 3, compact: true, defaultOrderQuantity: 7 });
    expect(usePreferences.getState()).toMatchObject({ version: 'v3', document: stored.document });
  });

  it('are shown instead, when the user wants to see them', async () => {
    expect(await saveStale('other')).toEqual({ kind: 'shown' });
    expect(stored.version).toBe('v2');
    expect(usePreferences.getState()).toMatchObject({ version: 'v2', document: theirs });
  });

  it('are compared with the version that the form was opened with, even if they were reloaded since', async () => {
    usePreferences.setState({ document: theirs, version: 'v2' });
    expect(await saveStale('no')).toEqual({ kind: 'notSaved', reason: null });
  });
});

describe('[PREF-5] restored defaults', () => {
  const account = { userId: 'u7' } as NonNullable<ReturnType<typeof useSession.getState>['hqAccess']>;
  let created: unknown[];
  beforeEach(() => {
    created = [];
    useSession.setState({ ...signedOut, hqAccess: account });
    server.answer(paths.deleteUserPreferenceByUserId, () => {
      server.answer(paths.getUserPreference, () => ({
        status: 404,
        json: { status: 404, code: 'notFound', message: 'You have no saved preferences.' },
      }));
      return { json: { deleted: true } };
    });
    server.answer(paths.createUserPreference, (body) => {
      created.push(body);
      return {
        json: { _id: 'p2', version: 'v9', ...(body as { userId: string; userPreferenceJson: string }) },
      };
    });
  });

  it('replace the saved values, here and at the market, which a new document informs', async () => {
    usePreferences.setState({ document: theirs });
    expect(await restoreDefaults()).toEqual({ kind: 'saved' });
    expect(server.calls).toContain(`GET ${paths.deleteUserPreferenceByUserId}?userId=u7`);
    expect(created).toEqual([{ userId: 'u7', userPreferenceJson: JSON.stringify(opened) }]);
    expect(usePreferences.getState()).toMatchObject({ storedId: 'p2', version: 'v9', document: opened });
  });

  it.each([
    ['yes', true],
    ['no', false],
  ] as const)('are a question first, with the answer %s', async (answer, isSure) => {
    const asking = mayRestoreDefaults();
    expect(useDialogs.getState().question?.question.title).toBe('Restore the default preferences?');
    useDialogs.getState().question?.answer(answer);
    expect([await asking, server.calls]).toEqual([isSure, []]);
  });

  it('name the missing parts if the defaults cannot be saved', async () => {
    server.answer(paths.createUserPreference, () => ({
      status: 503,
      json: { status: 503, code: 'notReady', message: 'The market is starting.' },
    }));
    expect(await restoreDefaults()).toMatchObject({
      kind: 'notSaved',
      reason: expect.stringContaining('Reload'),
    });
  });
});
