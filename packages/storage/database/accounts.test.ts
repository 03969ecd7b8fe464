// Users and what belongs to them, on a real database file.
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { type OpenedDatabase, openDatabase } from './database.ts';
import {
  countLayouts,
  createLayout,
  deleteLayout,
  findLayout,
  listLayouts,
  updateLayout,
} from './layouts.ts';
import { createPreference, deletePreference, findPreference, updatePreference } from './preferences.ts';
import type { Db } from './schema.ts';
import {
  createSession,
  deleteExpiredSessions,
  endSession,
  endSessionsOf,
  extendSession,
  findSession,
  listActiveSessions,
} from './sessions.ts';
import { deleteSetting, ensureSetting, findSetting, putSetting } from './settings.ts';
import { isUniqueViolation } from './unique-violation.ts';
import { createUser, deleteUser, findUser, findUserByEmail, listUsers, updateUser } from './users.ts';

let opened: OpenedDatabase;
let db: Db;
beforeEach(async () => {
  opened = await openDatabase(join(temporaryFolder(), 'openpit.db'));
  db = opened.db;
});
afterEach(() => opened.close());

const thandi = {
  userId: 'u1',
  email: 'Thandi@BVG.co.za ',
  displayName: 'Thandi',
  passwordHash: 'h1',
  createdAt: 1_763_700_000_000,
};
const pieter = {
  userId: 'u2',
  email: 'pieter@bvg.co.za',
  displayName: 'Pieter',
  passwordHash: 'h2',
  createdAt: 1_763_700_000_001,
};
const refusalOf = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );

describe('users', () => {
  it('keeps e-mail addresses in lower case and finds them in any', async () => {
    const stored = { ...thandi, email: 'thandi@bvg.co.za', disabled: false };
    expect(await createUser(db, thandi)).toEqual(stored);
    expect(await findUserByEmail(db, 'THANDI@bvg.co.za')).toEqual(stored);
    expect(await findUser(db, 'u1')).toEqual(stored);
    expect(await findUser(db, 'u9')).toBeUndefined();
    expect(await findUserByEmail(db, 'nobody@bvg.co.za')).toBeUndefined();
  });

  it('lets nobody take an address or an id twice, in whatever case, and says so apart from other errors', async () => {
    await createUser(db, thandi);
    expect(isUniqueViolation(await refusalOf(createUser(db, { ...pieter, email: 'tHandi@bvg.CO.ZA' })))).toBe(
      true,
    );
    expect(isUniqueViolation(await refusalOf(createUser(db, { ...pieter, userId: 'u1' })))).toBe(true);
    await createUser(db, pieter);
    expect(isUniqueViolation(await refusalOf(updateUser(db, 'u2', { email: 'THANDI@bvg.co.za' })))).toBe(
      true,
    );
    const unknownUser = await refusalOf(
      createPreference(db, { id: 'p', userId: 'u9', json: '{}', updatedAt: 1 }),
    );
    expect(unknownUser).toBeInstanceOf(Error);
    expect(isUniqueViolation(unknownUser)).toBe(false);
    expect((await listUsers(db)).map((user) => user.email)).toEqual(['pieter@bvg.co.za', 'thandi@bvg.co.za']);
  });

  it('changes only what is named, and tells when there is nobody to change', async () => {
    await createUser(db, thandi);
    expect(await updateUser(db, 'u1', { disabled: true })).toMatchObject({
      displayName: 'Thandi',
      disabled: true,
    });
    expect(await updateUser(db, 'u1', { passwordHash: 'h9' })).toMatchObject({
      passwordHash: 'h9',
      disabled: true,
    });
    expect(await updateUser(db, 'u1', {})).toMatchObject({ passwordHash: 'h9' });
    expect(await updateUser(db, 'u9', { displayName: 'x' })).toBeUndefined();
  });

  it('takes along what belongs to a user who is deleted, and nothing of others', async () => {
    await createUser(db, thandi);
    await createUser(db, pieter);
    for (const userId of ['u1', 'u2']) {
      await createPreference(db, { id: `p-${userId}`, userId, json: '{}', updatedAt: 1 });
      await createLayout(db, { id: `l-${userId}`, userId, json: '{}', createdAt: 1 });
      await createSession(db, {
        sessionId: `s-${userId}`,
        userId,
        createdAt: 1,
        expiresAt: 9,
        userAgent: null,
        remoteAddress: null,
      });
    }
    expect(await deleteUser(db, 'u1')).toBe(true);
    expect(await deleteUser(db, 'u1')).toBe(false);
    expect([
      await findPreference(db, 'u1'),
      await countLayouts(db, 'u1'),
      await findSession(db, 's-u1'),
    ]).toEqual([undefined, 0, undefined]);
    expect(await countLayouts(db, 'u2')).toBe(1);
    expect(await findPreference(db, 'u2')).toBeDefined();
    expect(await findSession(db, 's-u2')).toBeDefined();
  });
});

describe('sessions', () => {
  const session = (sessionId: string, createdAt: number) => ({
    sessionId,
    userId: 'u1',
    createdAt,
    expiresAt: createdAt + 100,
    userAgent: 'Firefox',
    remoteAddress: '10.0.0.1',
  });
  beforeEach(async () => {
    await createUser(db, thandi);
    for (const [id, at] of [
      ['s1', 10],
      ['s2', 20],
      ['s3', 30],
    ] as const)
      await createSession(db, session(id, at));
  });
  const active = async (at: number) =>
    (await listActiveSessions(db, { userId: 'u1', at })).map((found) => found.sessionId);

  it('are active until they are ended or their time is over, the newest listed first', async () => {
    expect(await active(109)).toEqual(['s3', 's2', 's1']);
    expect(await active(110)).toEqual(['s3', 's2']);
    expect(await endSession(db, { sessionId: 's3', at: 50 })).toBe(true);
    expect(await active(60)).toEqual(['s2', 's1']);
    expect(await findSession(db, 's3')).toEqual({ ...session('s3', 30), endedAt: 50 });
  });

  it('end once: the first end stays', async () => {
    expect(await endSession(db, { sessionId: 's1', at: 50 })).toBe(true);
    expect(await endSession(db, { sessionId: 's1', at: 60 })).toBe(false);
    expect((await findSession(db, 's1'))?.endedAt).toBe(50);
    expect(await endSession(db, { sessionId: 'none', at: 60 })).toBe(false);
  });

  it('end all together, except the one that asks', async () => {
    await endSession(db, { sessionId: 's1', at: 40 });
    expect(await endSessionsOf(db, { userId: 'u1', at: 50, exceptSessionId: 's3' })).toEqual(['s2']);
    expect(await active(60)).toEqual(['s3']);
    expect(await endSessionsOf(db, { userId: 'u1', at: 61 })).toEqual(['s3']);
    expect(await active(62)).toEqual([]);
  });

  it('are extended only while they are active', async () => {
    expect(await extendSession(db, { sessionId: 's1', at: 50, expiresAt: 500 })).toMatchObject({
      expiresAt: 500,
    });
    expect(await extendSession(db, { sessionId: 's2', at: 120, expiresAt: 500 })).toBeUndefined();
    await endSession(db, { sessionId: 's3', at: 50 });
    expect(await extendSession(db, { sessionId: 's3', at: 51, expiresAt: 500 })).toBeUndefined();
    expect(await active(400)).toEqual(['s1']);
  });

  it('are forgotten some time after their time was over', async () => {
    expect(await deleteExpiredSessions(db, { before: 121 })).toBe(2);
    expect([await findSession(db, 's1'), await findSession(db, 's2')]).toEqual([undefined, undefined]);
    expect(await findSession(db, 's3')).toBeDefined();
  });
});

describe('preferences', () => {
  it('are one document a user, changed and deleted by its owner only', async () => {
    await createUser(db, thandi);
    await createUser(db, pieter);
    const first = { id: 'p1', userId: 'u1', json: '{"theme":"dark"}', updatedAt: 1 };
    expect(await createPreference(db, first)).toEqual(first);
    expect(isUniqueViolation(await refusalOf(createPreference(db, { ...first, id: 'p2' })))).toBe(true);
    expect(await updatePreference(db, { ...first, userId: 'u2', json: '{}' })).toBeUndefined();
    expect(await updatePreference(db, { ...first, id: 'p9', json: '{}' })).toBeUndefined();
    expect(await findPreference(db, 'u1')).toEqual(first);
    expect(await updatePreference(db, { ...first, json: '{}', updatedAt: 2 })).toEqual({
      ...first,
      json: '{}',
      updatedAt: 2,
    });
    expect(await deletePreference(db, 'u2')).toBe(false);
    expect(await deletePreference(db, 'u1')).toBe(true);
    expect(await findPreference(db, 'u1')).toBeUndefined();
  });
});

describe('layouts', () => {
  it('are listed in the order in which they were made, counted, and closed to other users', async () => {
    await createUser(db, thandi);
    await createUser(db, pieter);
    const layout = (id: string, createdAt: number) => ({
      id,
      userId: 'u1',
      json: `{"name":"${id}"}`,
      createdAt,
    });
    for (const [id, at] of [
      ['l2', 20],
      ['l3', 30],
      ['l1', 10],
    ] as const)
      await createLayout(db, layout(id, at));
    expect((await listLayouts(db, 'u1')).map(({ id }) => id)).toEqual(['l1', 'l2', 'l3']);
    expect(await listLayouts(db, 'u2')).toEqual([]);
    expect([await countLayouts(db, 'u1'), await countLayouts(db, 'u2')]).toEqual([3, 0]);

    expect(await findLayout(db, { id: 'l1', userId: 'u2' })).toBeUndefined();
    expect(await updateLayout(db, { id: 'l1', userId: 'u2', json: '{}', updatedAt: 99 })).toBeUndefined();
    expect(await deleteLayout(db, { id: 'l1', userId: 'u2' })).toBe(false);
    expect(await findLayout(db, { id: 'l1', userId: 'u1' })).toEqual({ ...layout('l1', 10), updatedAt: 10 });

    const json = JSON.stringify({ name: 'a\0b', half: '\ud800', text: 'x'.repeat(256 * 1024) });
    expect(await updateLayout(db, { id: 'l1', userId: 'u1', json, updatedAt: 99 })).toMatchObject({
      createdAt: 10,
      updatedAt: 99,
    });
    expect((await findLayout(db, { id: 'l1', userId: 'u1' }))?.json).toBe(json);
    expect(await deleteLayout(db, { id: 'l1', userId: 'u1' })).toBe(true);
    expect(await countLayouts(db, 'u1')).toBe(2);
  });
});

describe('settings', () => {
  it('are made once and for good by the first who needs them', async () => {
    expect(await ensureSetting(db, 'jwt', () => 'first')).toBe('first');
    expect(await ensureSetting(db, 'jwt', () => 'second')).toBe('first');
    await putSetting(db, { key: 'jwt', value: 'third' });
    await putSetting(db, { key: 'node', value: 'n1' });
    expect(await findSetting(db, 'jwt')).toBe('third');
    expect(await deleteSetting(db, 'jwt')).toBe(true);
    expect(await deleteSetting(db, 'jwt')).toBe(false);
    expect([await findSetting(db, 'jwt'), await findSetting(db, 'node')]).toEqual([undefined, 'n1']);
  });
});
