// Users with their sessions, preferences and layouts, and settings, in a real database of each engine.
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { openPostgresDatabase } from '../postgres/postgres-database.ts';
import { sharedPostgres } from '../testing/postgres-server.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { type OpenedDatabase, openDatabase } from './database.ts';
import {
  countLayouts,
  createLayout,
  createPreference,
  deleteLayout,
  deletePreference,
  findLayout,
  findPreference,
  layoutBytes,
  nextLayout,
  updateLayout,
  updatePreference,
} from './documents.ts';
import { type Db, isUniqueViolation } from './schema.ts';
import {
  createSession,
  deleteExpiredSessions,
  endSession,
  endSessionsBegunBefore,
  endSessionsOf,
  findSession,
} from './sessions.ts';
import { deleteSetting, ensureSetting, findSetting, putSetting } from './settings.ts';
import { createUser, findUser, findUserByEmail, listUsers, replacePassword, updateUser } from './users.ts';

const engines: readonly { readonly name: string; open(): Promise<OpenedDatabase> }[] = [
  { name: 'in a file', open: () => openDatabase(join(temporaryFolder(), 'openpit.db')) },
  {
    name: 'in PostgreSQL',
    open: async () => openPostgresDatabase(await (await sharedPostgres()).createDatabase(onTestFinished)),
  },
];

let opened: OpenedDatabase;
let db: Db;

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
const rejectionOf = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );

describe.each(engines)('$name', ({ open }) => {
  beforeEach(async () => {
    opened = await open();
    db = opened.db;
  });
  afterEach(() => opened.close());

  describe('users', () => {
    it('are stored with the e-mail address in lower case and found in any case', async () => {
      const stored = { ...thandi, email: 'thandi@bvg.co.za', disabled: false };
      expect(await createUser(db, thandi)).toEqual(stored);
      expect(await findUserByEmail(db, 'THANDI@bvg.co.za')).toEqual(stored);
      expect(await findUser(db, 'u1')).toEqual(stored);
      expect(await findUser(db, 'u9')).toBeUndefined();
      expect(await findUserByEmail(db, 'nobody@bvg.co.za')).toBeUndefined();
    });

    it('rejects a second user with the same id or e-mail address, in any case, with its own error', async () => {
      await createUser(db, thandi);
      expect(
        isUniqueViolation(await rejectionOf(createUser(db, { ...pieter, email: 'tHandi@bvg.CO.ZA' }))),
      ).toBe(true);
      expect(isUniqueViolation(await rejectionOf(createUser(db, { ...pieter, userId: 'u1' })))).toBe(true);
      await createUser(db, pieter);
      expect(isUniqueViolation(await rejectionOf(updateUser(db, 'u2', { email: 'THANDI@bvg.co.za' })))).toBe(
        true,
      );
      const unknownUser = await rejectionOf(
        createPreference(db, { id: 'p', userId: 'u9', json: '{}', updatedAt: 1 }),
      );
      expect(unknownUser).toBeInstanceOf(Error);
      expect(isUniqueViolation(unknownUser)).toBe(false);
      expect((await listUsers(db)).map((user) => user.email)).toEqual([
        'pieter@bvg.co.za',
        'thandi@bvg.co.za',
      ]);
    });

    it('change only in the named columns, and an unknown user is reported', async () => {
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

    it('replace a password only while it is the former one', async () => {
      const { passwordHash: former } = await createUser(db, thandi);
      expect(await replacePassword(db, 'u1', { former, passwordHash: 'h2' })).toBe(true);
      expect(await replacePassword(db, 'u1', { former, passwordHash: 'h3' })).toBe(false);
      expect((await findUser(db, 'u1'))?.passwordHash).toBe('h2');
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
    const endOf = async (sessionId: string) => (await findSession(db, sessionId))?.endedAt;

    it('are found with their end, and the first is kept', async () => {
      expect(await findSession(db, 's1')).toEqual({ ...session('s1', 10), endedAt: null });
      expect(await endSession(db, { sessionId: 's1', at: 50 })).toBe(true);
      expect(await endSession(db, { sessionId: 's1', at: 60 })).toBe(false);
      expect(await findSession(db, 's1')).toEqual({ ...session('s1', 10), endedAt: 50 });
      expect(await endSession(db, { sessionId: 'none', at: 60 })).toBe(false);
      expect(await findSession(db, 'none')).toBeUndefined();
    });

    it('end together for one user, without ending other users’ sessions', async () => {
      await createUser(db, pieter);
      await createSession(db, { ...session('s9', 5), userId: 'u2' });
      await endSession(db, { sessionId: 's1', at: 40 });
      expect((await endSessionsOf(db, { userId: 'u1', at: 50 })).sort()).toEqual(['s2', 's3']);
      expect(await Promise.all(['s1', 's2', 's3', 's9'].map(endOf))).toEqual([40, 50, 50, null]);
      expect(await endSessionsOf(db, { userId: 'u1', at: 61 })).toEqual([]);
    });

    it('end for all users if they began before a time and have not expired', async () => {
      await createUser(db, pieter);
      await createSession(db, { ...session('s9', 5), userId: 'u2' });
      await endSession(db, { sessionId: 's2', at: 40 });
      // s9 expires at 105, s1 at 110; s3 began at 30.
      expect(await endSessionsBegunBefore(db, { before: 30, at: 105 })).toEqual(['s1']);
      expect(await Promise.all(['s1', 's2', 's3', 's9'].map(endOf))).toEqual([105, 40, null, null]);
    });

    it('are deleted when they have expired, ended or not', async () => {
      await endSession(db, { sessionId: 's3', at: 40 });
      // s1 expires at 110, s2 at 120, s3 at 130.
      expect(await deleteExpiredSessions(db, { at: 120 })).toBe(2);
      expect(await Promise.all(['s1', 's2', 's3'].map(endOf))).toEqual([undefined, undefined, 40]);
      expect(await deleteExpiredSessions(db, { at: 120 })).toBe(0);
    });
  });

  describe('preferences', () => {
    it('are one document for each user, changed and deleted only by its owner', async () => {
      await createUser(db, thandi);
      await createUser(db, pieter);
      const first = { id: 'p1', userId: 'u1', json: '{"theme":"dark"}', updatedAt: 1 };
      expect(await createPreference(db, first)).toEqual(first);
      expect(isUniqueViolation(await rejectionOf(createPreference(db, { ...first, id: 'p2' })))).toBe(true);
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
    it('are listed in the order of their creation, counted, and closed to other users', async () => {
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
        ['l4', 30],
        ['l3', 30],
        ['l1', 10],
      ] as const)
        await createLayout(db, layout(id, at));
      const inOrder = [await nextLayout(db, 'u1')];
      for (let at = 0; at < 4; at += 1) inOrder.push(await nextLayout(db, 'u1', inOrder.at(-1)));
      expect(inOrder.map((next) => next?.id)).toEqual(['l1', 'l2', 'l3', 'l4', undefined]);
      expect(await nextLayout(db, 'u2')).toBeUndefined();
      expect([await layoutBytes(db, 'u1'), await layoutBytes(db, 'u2')]).toEqual([52, 0]);
      expect([await countLayouts(db, 'u1'), await countLayouts(db, 'u2')]).toEqual([4, 0]);

      expect(await updateLayout(db, { id: 'l1', userId: 'u2', json: '{}', updatedAt: 99 })).toBeUndefined();
      expect(await deleteLayout(db, { id: 'l1', userId: 'u2' })).toBe(false);
      expect(await findLayout(db, { id: 'l1', userId: 'u2' })).toBeUndefined();
      expect(await findLayout(db, { id: 'l1', userId: 'u1' })).toEqual({
        ...layout('l1', 10),
        updatedAt: 10,
      });

      const json = JSON.stringify({ name: 'a\0b', half: '\ud800', text: 'x'.repeat(256 * 1024) });
      expect(await updateLayout(db, { id: 'l1', userId: 'u1', json, updatedAt: 99 })).toMatchObject({
        createdAt: 10,
        updatedAt: 99,
      });
      expect((await findLayout(db, { id: 'l1', userId: 'u1' }))?.json).toBe(json);
      expect(await layoutBytes(db, 'u1')).toBe(39 + Buffer.byteLength(json));
      expect(await deleteLayout(db, { id: 'l1', userId: 'u1' })).toBe(true);
      expect(await countLayouts(db, 'u1')).toBe(3);
    });
  });

  describe('settings', () => {
    it('are created once, by the first caller who needs them', async () => {
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
});
