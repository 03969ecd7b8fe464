// Signed-in sessions. One is active until it is ended or its time is over; ended ones stay for a while, so that a user
// can be shown where the account was used.
import type { Db, Schema } from './schema.ts';

export interface Session {
  readonly sessionId: string;
  readonly userId: string;
  /** Milliseconds since 1970, like the other times. */
  readonly createdAt: number;
  readonly expiresAt: number;
  readonly endedAt: number | null;
  readonly userAgent: string | null;
  readonly remoteAddress: string | null;
}

export type NewSession = Omit<Session, 'endedAt'>;

/** Rejects when the id is taken or the user is unknown. */
export async function createSession(db: Db, session: NewSession): Promise<Session> {
  const row = await db
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
    .returningAll()
    .executeTakeFirstOrThrow();
  return sessionOf(row);
}

/** Whether it is active or not. */
export async function findSession(db: Db, sessionId: string): Promise<Session | undefined> {
  const row = await db
    .selectFrom('session')
    .selectAll()
    .where('session_id', '=', sessionId)
    .executeTakeFirst();
  return row && sessionOf(row);
}

/** The newest first. */
export async function listActiveSessions(
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

/** Moves the end of an active session; undefined when it is not active at `at`. */
export async function extendSession(
  db: Db,
  { sessionId, at, expiresAt }: { sessionId: string; at: number; expiresAt: number },
): Promise<Session | undefined> {
  const row = await db
    .updateTable('session')
    .set({ expires_at: expiresAt })
    .where('session_id', '=', sessionId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', at)
    .returningAll()
    .executeTakeFirst();
  return row && sessionOf(row);
}

/** False when there is no such session or it has ended before; its end then stays as it was. */
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

/** Ends every session of a user, except one if given; the ids of those that it ended. */
export async function endSessionsOf(
  db: Db,
  { userId, at, exceptSessionId }: { userId: string; at: number; exceptSessionId?: string },
): Promise<string[]> {
  let query = db
    .updateTable('session')
    .set({ ended_at: at })
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null);
  if (exceptSessionId !== undefined) query = query.where('session_id', '!=', exceptSessionId);
  const rows = await query.returning('session_id').execute();
  return rows.map((row) => row.session_id);
}

/** Ends the sessions of all users that were begun before a time; the ids of those that it ended. */
export async function endSessionsBegunBefore(
  db: Db,
  { before, at }: { before: number; at: number },
): Promise<string[]> {
  const rows = await db
    .updateTable('session')
    .set({ ended_at: at })
    .where('created_at', '<', before)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', at)
    .returning('session_id')
    .execute();
  return rows.map((row) => row.session_id);
}

/** Forgets sessions whose time was over before `before`; how many. */
export async function deleteExpiredSessions(db: Db, { before }: { before: number }): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('session')
    .where('expires_at', '<', before)
    .executeTakeFirst();
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
