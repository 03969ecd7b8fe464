import { announcedCalls, paths, userReads } from '@openpit/wire';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { noToasts, useToasts } from '../notices/toasts.ts';
import { signedOut, usePreferences, useSession } from '../stores/session.ts';
import { membersStore } from '../stores/stores.ts';
import { accountOfUser } from '../testing/rows.ts';
import { answersChanged } from '../transport/hub/data-sets.ts';
import { type LocalServer, startLocalServer } from '../transport/testing/local-server.ts';
import { dataSetsWithoutLoader, followAnswers, loaders } from './loaders.ts';

describe('the market data loader', () => {
  const loaded = dataSetsWithoutLoader();

  it('[START-1] loads the data sets of the user’s member', () => {
    expect(loaded).toEqual(
      expect.arrayContaining(['activeOrders', 'completedOrders', 'deals', 'positions', 'unmatchedDeal']),
    );
  });

  it.each(['mtm', 'contractDate', 'instruments', 'dailyTrends'] as const)(
    '[START-1] leaves %s to its own loader',
    (name) => expect(loaded).not.toContain(name),
  );

  it('does not load a set that clients request only when they need it', () => {
    expect(loaded).not.toContain('prices');
  });
});

const account = accountOfUser({ userId: 'thandi', dealerCode: 'THN' });

describe('the loaders over HTTP', () => {
  let server: LocalServer;
  beforeEach(async () => {
    server = await startLocalServer();
    useToasts.setState(noToasts);
    useSession.setState(signedOut);
    membersStore.clear();
    membersStore.setStatus('notStarted');
  });
  afterEach(() => server.close());

  it('[START-7] take the members from notStarted over loading to success', async () => {
    server.answer(userReads.getAllMembers.path, () => ({ json: [{ code: 'KAND', name: 'Kand' }] }));
    expect(membersStore.status()).toBe('notStarted');
    const loading = loaders.members();
    expect(membersStore.status()).toBe('loading');
    await loading;
    expect(membersStore.status()).toBe('success');
    expect(membersStore.keys()).toHaveLength(1);
  });

  it('load the answers that the market reports as changed, and nothing else', async () => {
    server.answer(userReads.getAllMembers.path, () => ({
      json: [{ code: 'KAND', name: 'Kand', active: true }],
    }));
    const stop = followAnswers(loaders);
    answersChanged.emit([userReads.getContractDetails.path, userReads.getAllMembers.path]);
    await expect.poll(() => membersStore.keys()).toEqual(['KAND']);
    expect(server.calls).toEqual([`GET ${userReads.getAllMembers.path}`]);
    server.answer(paths.getHqAccess, () => ({ json: account }));
    server.answer(paths.getUserPreference, () => ({
      json: { _id: 'p1', userId: 'thandi', userPreferenceJson: '{}', version: 'v1' },
    }));
    answersChanged.emit(announcedCalls);
    await expect.poll(() => useSession.getState().hqAccess?.dealerCode).toBe('THN');
    await expect.poll(() => usePreferences.getState().storedId).toBe('p1');
    stop();
  });

  it('[START-7] set the status of the members to error when the call fails, without their own toast', async () => {
    server.answer(userReads.getAllMembers.path, () => ({
      status: 503,
      json: { status: 503, message: 'The market is starting.', code: 'notReady' },
    }));
    await expect(loaders.members()).rejects.toThrow('503: The market is starting.');
    expect(membersStore.status()).toBe('error');
    expect(useToasts.getState().showing).toBeNull();
  });

  it('[START-5] reject the profile with the text of the failed call, without their own toast', async () => {
    server.answer(paths.getHqAccess, () => ({
      status: 500,
      json: { status: 500, message: 'Something failed inside.', code: 'fault' },
    }));
    await expect(loaders.userProfile()).rejects.toThrow('500: Something failed inside.');
    expect(useSession.getState().hqAccess).toBeNull();
    expect(useToasts.getState().showing).toBeNull();
  });
});
