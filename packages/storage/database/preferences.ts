// A user's preference document: one for each user, kept as the JSON text that was received.
import type { Db, Schema } from './schema.ts';

export interface Preference {
  readonly id: string;
  readonly userId: string;
  readonly json: string;
  /** Milliseconds since 1970. */
  readonly updatedAt: number;
}

/** Rejects when the user already has one: see isUniqueViolation. */
export async function createPreference(
  db: Db,
  { id, userId, json, updatedAt }: Preference,
): Promise<Preference> {
  await db
    .insertInto('preference')
    .values({ _id: id, user_id: userId, json, updated_at: updatedAt })
    .execute();
  return { id, userId, json, updatedAt };
}

export async function findPreference(db: Db, userId: string): Promise<Preference | undefined> {
  const row = await db.selectFrom('preference').selectAll().where('user_id', '=', userId).executeTakeFirst();
  return row && preferenceOf(row);
}

/** Returns undefined and changes nothing when the document does not exist or is another user's. */
export async function updatePreference(
  db: Db,
  { id, userId, json, updatedAt }: Preference,
): Promise<Preference | undefined> {
  const { numUpdatedRows } = await db
    .updateTable('preference')
    .set({ json, updated_at: updatedAt })
    .where('_id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return numUpdatedRows > 0n ? { id, userId, json, updatedAt } : undefined;
}

/** False when the user has none. */
export async function deletePreference(db: Db, userId: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('preference')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

function preferenceOf(row: Schema['preference']): Preference {
  return { id: row._id, userId: row.user_id, json: row.json, updatedAt: row.updated_at };
}
