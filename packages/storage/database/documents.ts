// The documents of users, kept as the JSON text that was received: one of preferences for each user, and screen layouts, whose number the
// caller limits.
import { sql } from 'kysely';
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

/**
 * The user's layout that was created next after `last`, or the oldest one. The layouts of a user may have 25 MB together, so they are read
 * one at a time.
 */
export async function nextLayout(
  db: Db,
  userId: string,
  last?: Pick<Layout, 'id' | 'createdAt'>,
): Promise<Layout | undefined> {
  let layouts = db.selectFrom('layout').selectAll().where('userId', '=', userId);
  if (last !== undefined) {
    const { id, createdAt } = last;
    layouts = layouts.where(({ eb, and, or }) =>
      or([eb('createdAt', '>', createdAt), and([eb('createdAt', '=', createdAt), eb('id', '>', id)])]),
    );
  }
  return await layouts.orderBy('createdAt').orderBy('id').limit(1).executeTakeFirst();
}

/** The size of a user's layouts. Their texts are not read. */
export async function layoutBytes(db: Db, userId: string): Promise<number> {
  const { bytes } = await db
    .selectFrom('layout')
    .select((layout) => layout.fn.sum<number | null>(sql`octet_length(json)`).as('bytes'))
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow();
  return Number(bytes);
}

/** Returns undefined when it does not exist or is another user's. */
export async function findLayout(
  db: Db,
  { id, userId }: Pick<Layout, 'id' | 'userId'>,
): Promise<Layout | undefined> {
  const layout = db.selectFrom('layout').selectAll().where('id', '=', id).where('userId', '=', userId);
  return await layout.executeTakeFirst();
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
  return await findLayout(db, { id, userId });
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
