// A user's saved screen layouts, kept as the JSON text that was received. The caller limits their number.
import type { Db, Schema } from './schema.ts';

export interface Layout {
  readonly id: string;
  readonly userId: string;
  readonly json: string;
  /** Milliseconds since 1970, as is `updatedAt`. */
  readonly createdAt: number;
  readonly updatedAt: number;
}

export type NewLayout = Omit<Layout, 'updatedAt'>;
export type LayoutChange = Omit<Layout, 'createdAt'>;

/** Rejects when the id is taken or the user is unknown. */
export async function createLayout(db: Db, { id, userId, json, createdAt }: NewLayout): Promise<Layout> {
  await db
    .insertInto('layout')
    .values({ _id: id, user_id: userId, json, created_at: createdAt, updated_at: createdAt })
    .execute();
  return { id, userId, json, createdAt, updatedAt: createdAt };
}

/** In the order in which they were created. */
export async function listLayouts(db: Db, userId: string): Promise<Layout[]> {
  const rows = await db
    .selectFrom('layout')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('_id')
    .execute();
  return rows.map(layoutOf);
}

export async function countLayouts(db: Db, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom('layout')
    .select((layout) => layout.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/**
 * Returns the layout as it is stored afterwards; undefined when it does not exist or is another user's. With `was`, only a layout
 * that still has this text is changed.
 */
export async function updateLayout(
  db: Db,
  { id, userId, json, updatedAt, was }: LayoutChange & { readonly was?: string },
): Promise<Layout | undefined> {
  const update = db
    .updateTable('layout')
    .set({ json, updated_at: updatedAt })
    .where('_id', '=', id)
    .where('user_id', '=', userId);
  await (was === undefined ? update : update.where('json', '=', was)).execute();
  const row = await db
    .selectFrom('layout')
    .selectAll()
    .where('_id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row && layoutOf(row);
}

/** Returns false and changes nothing when it does not exist or is another user's. */
export async function deleteLayout(db: Db, { id, userId }: { id: string; userId: string }): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('layout')
    .where('_id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

function layoutOf(row: Schema['layout']): Layout {
  return {
    id: row._id,
    userId: row.user_id,
    json: row.json,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
