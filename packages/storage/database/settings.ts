// Settings of this installation by name, such as the secret that signs tokens.
import { type Db, type Schema, upsert } from './schema.ts';

export async function findSetting(db: Db, key: string): Promise<string | undefined> {
  const row = await db.selectFrom('setting').select('value').where('key', '=', key).executeTakeFirst();
  return row?.value;
}

/** Replaces the value if there is one. */
export const putSetting = (db: Db, setting: Schema['setting']): Promise<void> =>
  upsert(db, 'setting', 'key', setting);

/**
 * The stored value; if there is none, stores what `make` returns. Two concurrent callers get the same
 * value.
 */
export async function ensureSetting(db: Db, key: string, make: () => string): Promise<string> {
  const stored = await findSetting(db, key);
  if (stored !== undefined) return stored;
  await db
    .insertInto('setting')
    .values({ key, value: make() })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute();
  const row = await db.selectFrom('setting').select('value').where('key', '=', key).executeTakeFirstOrThrow();
  return row.value;
}

/** Returns false if there is none. */
export async function deleteSetting(db: Db, key: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('setting').where('key', '=', key).executeTakeFirst();
  return numDeletedRows > 0n;
}
