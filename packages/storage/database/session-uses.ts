// When sessions were last used. A session without an entry was not used since it began.
import type { Db } from './schema.ts';

export async function findSessionUse(db: Db, sessionId: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('session_use')
    .selectAll()
    .where('session_id', '=', sessionId)
    .executeTakeFirst();
  return row?.used_at;
}

/** In one transaction; sessions that are no longer stored are left out. Times are milliseconds since 1970. */
export async function putSessionUses(db: Db, uses: ReadonlyMap<string, number>): Promise<void> {
  if (uses.size === 0) return;
  await db.transaction().execute(async (transaction) => {
    for (const [sessionId, usedAt] of uses) {
      const isStored = await transaction
        .selectFrom('session')
        .select('session_id')
        .where('session_id', '=', sessionId)
        .executeTakeFirst();
      if (isStored === undefined) continue;
      await transaction
        .insertInto('session_use')
        .values({ session_id: sessionId, used_at: usedAt })
        .onConflict((conflict) => conflict.column('session_id').doUpdateSet({ used_at: usedAt }))
        .execute();
    }
  });
}
