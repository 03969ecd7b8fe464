// Counts of failed sign-ins by a key that the caller forms. The number of counts for addresses that belong to no user is limited, so that
// an attacker cannot fill the database. Counts of users are never evicted.
import { type Db, type Schema, upsert } from './schema.ts';

/** `failures` are consecutive. The meaning of `nextAt` depends on the kind of count. `isOfUser`: whether the e-mail address belongs to a user. */
export type SignInCount = Readonly<Omit<Schema['signInCount'], 'isOfUser'>> & { readonly isOfUser: boolean };

export async function findSignInCount(db: Db, key: string): Promise<SignInCount | undefined> {
  const row = await db.selectFrom('signInCount').selectAll().where('key', '=', key).executeTakeFirst();
  return row && { ...row, isOfUser: row.isOfUser !== 0 };
}

/** Replaces the count of the same key. */
export const putSignInCount = (db: Db, count: SignInCount): Promise<void> =>
  upsert(db, 'signInCount', 'key', { ...count, isOfUser: Number(count.isOfUser) });

export async function deleteSignInCount(db: Db, key: string): Promise<void> {
  await db.deleteFrom('signInCount').where('key', '=', key).execute();
}

/** Deletes the counts that belong to no user, except the most recent ones. */
export async function pruneSignInCounts(db: Db, { keep }: { readonly keep: number }): Promise<void> {
  const first = await db
    .selectFrom('signInCount')
    .select(['updatedAt', 'isOfUser'])
    .where('isOfUser', '=', 0)
    .orderBy('updatedAt', 'desc')
    .limit(1)
    .offset(keep)
    .executeTakeFirst();
  if (first === undefined) return;
  await db
    .deleteFrom('signInCount')
    .where('isOfUser', '=', 0)
    .where('updatedAt', '<=', first.updatedAt)
    .execute();
}
