// Signed-in sessions. A session is active until it is ended or expires; ended sessions stay in the table until they expire.
import type { SelectQueryBuilder } from 'kysely';
import { type Db, type Schema, upsert } from './schema.ts';

export type Session = Readonly<Schema['session']>;
type NewSession = Omit<Session, 'endedAt'>;

/** Rejects when the id is taken or the user is unknown. */
export async function createSession(db: Db, session: NewSession): Promise<Session> {
  const created = { ...session, endedAt: null };
  await db.insertInto('session').values(created).execute();
  return created;
}

/** Active or not. */
export async function findSession(db: Db, sessionId: string): Promise<Session | undefined> {
  return await db.selectFrom('session').selectAll().where('sessionId', '=', sessionId).executeTakeFirst();
}

/** The user's sessions that have neither ended nor expired, newest first. */
export async function listOpenSessions(
  db: Db,
  { userId, at }: { userId: string; at: number },
): Promise<Session[]> {
  return await db
    .selectFrom('session')
    .selectAll()
    .where('userId', '=', userId)
    .where('endedAt', 'is', null)
    .where('expiresAt', '>', at)
    .orderBy('createdAt', 'desc')
    .orderBy('sessionId')
    .execute();
}

export async function countOpenSessions(db: Db, { at }: { at: number }): Promise<number> {
  const { count } = await db
    .selectFrom('session')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('endedAt', 'is', null)
    .where('expiresAt', '>', at)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Returns false and changes nothing when there is no such session or it has already ended. */
export async function endSession(
  db: Db,
  { sessionId, at }: { sessionId: string; at: number },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('session')
    .set({ endedAt: at })
    .where('sessionId', '=', sessionId)
    .where('endedAt', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Ends every session of a user, or all but one. Returns the ids of those that it ended. */
export async function endSessionsOf(
  db: Db,
  { userId, at, except = '' }: { userId: string; at: number; except?: string },
): Promise<string[]> {
  const ofUser = db.selectFrom('session').select('sessionId').where('userId', '=', userId);
  return await endEach(db, at, ofUser.where('sessionId', '!=', except));
}

/** Ends the sessions of all users that began before a time. Returns the ids of those that it ended. */
export async function endSessionsBegunBefore(
  db: Db,
  { before, at }: { before: number; at: number },
): Promise<string[]> {
  const begun = db.selectFrom('session').select('sessionId').where('createdAt', '<', before);
  return await endEach(db, at, begun.where('expiresAt', '>', at));
}

async function endEach(
  db: Db,
  at: number,
  sessions: SelectQueryBuilder<Schema, 'session', { sessionId: string }>,
): Promise<string[]> {
  const rows = await sessions.where('endedAt', 'is', null).execute();
  const ids = rows.map(({ sessionId }) => sessionId);
  for (let start = 0; start < ids.length; start += idsPerStatement)
    await db
      .updateTable('session')
      .set({ endedAt: at })
      .where('sessionId', 'in', ids.slice(start, start + idsPerStatement))
      .where('endedAt', 'is', null)
      .execute();
  return ids;
}

/** SQLite limits the parameters of a statement. */
const idsPerStatement = 1000;

/** Deletes the sessions that have expired by this time, ended or not. Returns how many there were. */
export async function deleteExpiredSessions(db: Db, { at }: { at: number }): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom('session').where('expiresAt', '<=', at).executeTakeFirst();
  return Number(numDeletedRows);
}

/** When the session was last used; undefined if it was not used since it began. */
export async function findSessionUse(db: Db, sessionId: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('sessionUse')
    .selectAll()
    .where('sessionId', '=', sessionId)
    .executeTakeFirst();
  return row?.usedAt;
}

/** In one transaction; sessions that are no longer stored are omitted. Times are milliseconds since 1970. */
export async function putSessionUses(db: Db, uses: ReadonlyMap<string, number>): Promise<void> {
  if (uses.size === 0) return;
  await db.transaction().execute(async (transaction) => {
    for (const [sessionId, usedAt] of uses) {
      const isStored = await transaction
        .selectFrom('session')
        .select('sessionId')
        .where('sessionId', '=', sessionId)
        .executeTakeFirst();
      if (isStored === undefined) continue;
      await upsert(transaction, 'sessionUse', 'sessionId', { sessionId, usedAt });
    }
  });
}
