import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  createUser,
  findSessionUse,
  type OpenedDatabase,
  openDatabase,
  putSessionUses,
  updateUser,
} from '@openpit/storage';
import { epochMs } from '@openpit/venue';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { databaseFile } from '../data-folder.ts';
import { VirtualClock } from '../schedule/virtual-clock.ts';
import { endWithdrawnSessions } from './ended-sessions.ts';
import { Sessions } from './sessions.ts';
import { Tokens } from './tokens.ts';

const start = 1_795_000_000_000;
const minuteMs = 60_000;
const place = { userAgent: null, remoteAddress: null };

let folder: string;
let database: OpenedDatabase;
let clock: VirtualClock;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'openpit-withdrawn-'));
  database = await openDatabase(databaseFile(folder));
  clock = new VirtualClock(epochMs(start));
  for (const userId of ['thandi', 'pieter'])
    await createUser(database.db, {
      userId,
      email: `${userId}@kand.example`,
      displayName: userId,
      passwordHash: 'x',
      createdAt: start,
    });
});
afterEach(async () => {
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

/** The sessions after a restart, which keeps nothing in memory. */
const sessionsAfterStart = (inactivityMs: number | null = null) =>
  new Sessions({
    db: database.db,
    clock,
    tokens: new Tokens(new TextEncoder().encode('a secret of thirty-two characters')),
    inactivityMs,
  });

async function tokens(): Promise<{ readonly thandi: string; readonly pieter: string }> {
  const sessions = sessionsAfterStart();
  const begin = async (userId: string) => {
    const user = await sessions.user(userId);
    if (user === undefined) throw new Error(`There is no ${userId}.`);
    return sessions.begin(user, place);
  };
  return { thandi: await begin('thandi'), pieter: await begin('pieter') };
}

/** Starts, and returns the users with open sessions. */
async function openAfterStart(
  given: { readonly thandi: string; readonly pieter: string },
  { businessDay = '2026-11-18', closed = '' } = {},
): Promise<string[]> {
  const sessions = sessionsAfterStart();
  const mayNotSignIn = (email: string) => email.startsWith(`${closed}@`);
  await endWithdrawnSessions({ db: database.db, sessions, businessDay, mayNotSignIn });
  const accounts = [await sessions.ofToken(given.thandi), await sessions.ofToken(given.pieter)];
  return accounts.flatMap((account) => (account === null ? [] : [account.userId]));
}

describe('a start of the server', () => {
  it('keeps sessions of the same business day', async () => {
    const given = await tokens();
    expect(await openAfterStart(given)).toEqual(['thandi', 'pieter']);
    expect(await openAfterStart(given)).toEqual(['thandi', 'pieter']);
  });

  it('[AUTH-10] ends all sessions when the business day has ended while no server ran', async () => {
    const given = await tokens();
    expect(await openAfterStart(given)).toHaveLength(2);
    expect(await openAfterStart(given, { businessDay: '2026-11-19' })).toEqual([]);
    const next = await tokens();
    expect(await openAfterStart(next, { businessDay: '2026-11-19' })).toHaveLength(2);
  });

  it('ends the sessions of a user who was disabled', async () => {
    const given = await tokens();
    await updateUser(database.db, 'thandi', { disabled: true });
    expect(await openAfterStart(given)).toEqual(['pieter']);
  });

  it('ends the sessions of users who may not sign in any longer, as without --demo', async () => {
    const given = await tokens();
    expect(await openAfterStart(given, { closed: 'pieter' })).toEqual(['thandi']);
  });
});

describe('the uses of sessions', () => {
  it('are stored once a minute and when the server stops, and limit a session over a restart', async () => {
    const sessions = sessionsAfterStart(30 * minuteMs);
    const stop = sessions.keepUses((error) => expect.fail(String(error)));
    const user = await sessions.user('thandi');
    if (user === undefined) throw new Error('There is no Thandi.');
    const token = await sessions.begin(user, place);
    const { sessionId = '' } = (await sessions.ofToken(token)) ?? {};
    clock.advance(20 * minuteMs);
    sessions.used({ userId: '', sessionId });
    await stop();
    expect(await findSessionUse(database.db, sessionId)).toBe(start + 20 * minuteMs);
    clock.advance(29 * minuteMs);
    expect(await sessionsAfterStart(30 * minuteMs).ofToken(token)).not.toBeNull();
    clock.advance(minuteMs);
    expect(await sessionsAfterStart(30 * minuteMs).ofToken(token)).toBeNull();
  });

  it('are not stored for a session that does not exist any longer', async () => {
    await putSessionUses(database.db, new Map([['of-nobody', start]]));
    expect(await findSessionUse(database.db, 'of-nobody')).toBeUndefined();
  });
});
