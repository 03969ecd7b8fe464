// Signed-in sessions. A session is active until it is ended or expires; ended sessions stay in the table until they expire.
import type { SelectQueryBuilder } from 'kysely';
import type { Db, Schema } from './schema.ts';

export interface Session {
  readonly sessionId: string;
  readonly userId: string;
  /** Milliseconds since 1970, as are the other times. */
  readonly createdAt: number;
  readonly expiresAt: number;
  readonly endedAt: number | null;
  readonly userAgent: string | null;
  readonly remoteAddress: string | null;
}

export type NewSession = Omit<Session, 'endedAt'>;

/** Rejects when the id is taken or the user is unknown. */
export async function createSession(db: Db, session: NewSession): Promise<Session> {
  await db
    .insertInto('session')
    .values({
      session_id: session.sessionId,
      user_id: session.userId,
      created_at: session.createdAt,
      expires_at: session.expiresAt,
      ended_at: null,
      user_agent: session.userAgent,
      remote_address: session.remoteAddress,
    })
    .execute();
  return { ...session, endedAt: null };
}

/** Active or not. */
export async function findSession(db: Db, sessionId: string): Promise<Session | undefined> {
  const row = await db
    .selectFrom('session')
    .selectAll()
    .where('session_id', '=', sessionId)
    .executeTakeFirst();
  return row && sessionOf(row);
}

/** Those of a user that have neither ended nor expired; the newest first. */
export async function listOpenSessions(
  db: Db,
  { userId, at }: { userId: string; at: number },
): Promise<Session[]> {
  const rows = await db
    .selectFrom('session')
    .selectAll()
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', at)
    .orderBy('created_at', 'desc')
    .orderBy('session_id')
    .execute();
  return rows.map(sessionOf);
}

/** How many sessions of all users are open. */
export async function countOpenSessions(db: Db, { at }: { at: number }): Promise<number> {
  const { count } = await db
    .selectFrom('session')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('ended_at', 'is', null)
    .where('expires_at', '>', at)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Returns false and changes nothing when there is no such session or it has ended already. */
export async function endSession(
  db: Db,
  { sessionId, at }: { sessionId: string; at: number },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('session')
    .set({ ended_at: at })
    .where('session_id', '=', sessionId)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Ends every session of a user, or all but one. Returns the ids of those that it ended. */
export async function endSessionsOf(
  db: Db,
  { userId, at, except = '' }: { userId: string; at: number; except?: string },
): Promise<string[]> {
  const ofUser = db.selectFrom('session').select('session_id').where('user_id', '=', userId);
  return await endEach(db, at, ofUser.where('session_id', '!=', except));
}

/** Ends the sessions of all users that began before a time. Returns the ids of those that it ended. */
export async function endSessionsBegunBefore(
  db: Db,
  { before, at }: { before: number; at: number },
): Promise<string[]> {
  const begun = db.selectFrom('session').select('session_id').where('created_at', '<', before);
  return await endEach(db, at, begun.where('expires_at', '>', at));
}

async function endEach(
  db: Db,
  at: number,
  sessions: SelectQueryBuilder<Schema, 'session', { session_id: string }>,
): Promise<string[]> {
  const rows = await sessions.where('ended_at', 'is', null).execute();
  const ids = rows.map(({ session_id }) => session_id);
  for (let start = 0; start < ids.length; start += idsPerStatement)
    await db
      .updateTable('session')
      .set({ ended_at: at })
      .where('session_id', 'in', ids.slice(start, start + idsPerStatement))
      .where('ended_at', 'is', null)
      .execute();
  return ids;
}

/** SQLite limits the parameters of a statement. */
const idsPerStatement = 1000;

/** Deletes the sessions that have expired by this time, ended or not. Returns how many there were. */
export async function deleteExpiredSessions(db: Db, { at }: { at: number }): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom('session').where('expires_at', '<=', at).executeTakeFirst();
  return Number(numDeletedRows);
}

function sessionOf(row: Schema['session']): Session {
  return {
    sessionId: row.session_id,
    userId: row.user_id,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    endedAt: row.ended_at,
    userAgent: row.user_agent,
    remoteAddress: row.remote_address,
  };
}
