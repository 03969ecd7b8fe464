import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  createSession,
  createUser,
  endSession,
  findSession,
  type OpenedDatabase,
  openDatabase,
} from '@openpit/storage';
import { epochMs } from '@openpit/venue';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { databaseFile } from '../data-folder.ts';
import { VirtualClock } from '../schedule/virtual-clock.ts';
import { deleteExpiredSessionsDaily } from './ended-sessions.ts';

const start = 1_795_000_000_000;
const hourMs = 60 * 60 * 1000;

let folder: string;
let database: OpenedDatabase;
let clock: VirtualClock;
const failures: unknown[] = [];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'openpit-sessions-'));
  database = await openDatabase(databaseFile(folder));
  clock = new VirtualClock(epochMs(start));
  const user = { userId: 'thandi', email: 'thandi@kand.example', displayName: 'Thandi' };
  await createUser(database.db, { ...user, passwordHash: 'x', createdAt: start });
});
afterEach(async () => {
  await database.close();
  await rm(folder, { recursive: true, force: true });
  expect(failures.splice(0)).toEqual([]);
});

async function addSession(sessionId: string, expiresAt: number): Promise<void> {
  const from = { userAgent: null, remoteAddress: null };
  await createSession(database.db, { sessionId, userId: 'thandi', createdAt: start, expiresAt, ...from });
}
const isStored = async (sessionId: string) => (await findSession(database.db, sessionId)) !== undefined;
const run = () =>
  deleteExpiredSessionsDaily({ db: database.db, clock, onFailure: (error) => failures.push(error) });

describe('expired sessions', () => {
  it('are deleted at the start, and others are not, even if they have ended', async () => {
    await addSession('expired', start);
    await addSession('active', start + 1);
    await addSession('ended', start + 1);
    await endSession(database.db, { sessionId: 'ended', at: start });
    const stop = run();
    await stop();
    expect([await isStored('expired'), await isStored('active'), await isStored('ended')]).toEqual([
      false,
      true,
      true,
    ]);
  });

  it('are deleted once a day until it is stopped', async () => {
    await addSession('short', start + hourMs);
    await addSession('long', start + 36 * hourMs);
    const stop = run();
    clock.advance(23 * hourMs);
    expect(await isStored('short')).toBe(true);
    clock.advance(hourMs);
    await expect.poll(() => isStored('short')).toBe(false);
    clock.advance(24 * hourMs);
    await stop();
    expect(await isStored('long')).toBe(false);
    await addSession('later', start + 49 * hourMs);
    clock.advance(48 * hourMs);
    await stop();
    expect(await isStored('later')).toBe(true);
  });
});
