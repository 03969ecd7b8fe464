// The documents of users, kept as the JSON text that was received: one of preferences for each user, and screen layouts, whose number the
// caller limits.
import type { Db, Schema } from './schema.ts';

export type Preference = Readonly<Schema['preference']>;
export type Layout = Readonly<Schema['layout']>;

/** Rejects when the user already has one: see isUniqueViolation. */
export async function createPreference(db: Db, preference: Preference): Promise<Preference> {
  await db.insertInto('preference').values(preference).execute();
  return preference;
}

export async function findPreference(db: Db, userId: string): Promise<Preference | undefined> {
  return await db.selectFrom('preference').selectAll().where('userId', '=', userId).executeTakeFirst();
}

/** Returns undefined and changes nothing when the document does not exist or is another user's. */
export async function updatePreference(
  db: Db,
  { id, userId, json, updatedAt }: Preference,
): Promise<Preference | undefined> {
  const { numUpdatedRows } = await db
    .updateTable('preference')
    .set({ json, updatedAt })
    .where('id', '=', id)
    .where('userId', '=', userId)
    .executeTakeFirst();
  return numUpdatedRows > 0n ? { id, userId, json, updatedAt } : undefined;
}

/** False when the user has none. */
export async function deletePreference(db: Db, userId: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('preference')
    .where('userId', '=', userId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Rejects when the id is taken or the user is unknown. */
export async function createLayout(db: Db, layout: Omit<Layout, 'updatedAt'>): Promise<Layout> {
  const created = { ...layout, updatedAt: layout.createdAt };
  await db.insertInto('layout').values(created).execute();
  return created;
}

/** In the order in which they were created. */
export async function listLayouts(db: Db, userId: string): Promise<Layout[]> {
  const ofUser = db.selectFrom('layout').selectAll().where('userId', '=', userId);
  return await ofUser.orderBy('createdAt').orderBy('id').execute();
}

export async function countLayouts(db: Db, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom('layout')
    .select((layout) => layout.fn.countAll<number>().as('count'))
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/**
 * Returns the layout that is stored afterwards; undefined if it does not exist or belongs to another user. With `was`, only a layout that
 * still has this text is changed.
 */
export async function updateLayout(
  db: Db,
  { id, userId, json, updatedAt, was }: Omit<Layout, 'createdAt'> & { readonly was?: string },
): Promise<Layout | undefined> {
  const update = db
    .updateTable('layout')
    .set({ json, updatedAt })
    .where('id', '=', id)
    .where('userId', '=', userId);
  await (was === undefined ? update : update.where('json', '=', was)).execute();
  return await db
    .selectFrom('layout')
    .selectAll()
    .where('id', '=', id)
    .where('userId', '=', userId)
    .executeTakeFirst();
}

/** Returns false and changes nothing when it does not exist or is another user's. */
export async function deleteLayout(db: Db, { id, userId }: { id: string; userId: string }): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('layout')
    .where('id', '=', id)
    .where('userId', '=', userId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
