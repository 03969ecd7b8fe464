// Counts of failed sign-ins by a key that the caller forms. Counts of addresses that belong to no user are limited in number,
// so that nobody can fill the database; those of users are never dropped to make room.
import type { Db } from './schema.ts';

export interface SignInCount {
  readonly key: string;
  /** Consecutive failures. */
  readonly failures: number;
  /** Milliseconds since 1970; what it means depends on the kind of count. */
  readonly nextAt: number;
  /** Whether the e-mail address belongs to a user. */
  readonly isOfUser: boolean;
  readonly updatedAt: number;
}

export async function findSignInCount(db: Db, key: string): Promise<SignInCount | undefined> {
  const row = await db.selectFrom('sign_in_count').selectAll().where('key', '=', key).executeTakeFirst();
  return (
    row && {
      key: row.key,
      failures: row.failures,
      nextAt: row.next_at,
      isOfUser: row.is_of_user !== 0,
      updatedAt: row.updated_at,
    }
  );
}

/** Replaces the count of the same key. */
export async function putSignInCount(db: Db, count: SignInCount): Promise<void> {
  const values = {
    failures: count.failures,
    next_at: count.nextAt,
    is_of_user: count.isOfUser ? 1 : 0,
    updated_at: count.updatedAt,
  };
  await db
    .insertInto('sign_in_count')
    .values({ key: count.key, ...values })
    .onConflict((conflict) => conflict.column('key').doUpdateSet(values))
    .execute();
}

export async function deleteSignInCount(db: Db, key: string): Promise<void> {
  await db.deleteFrom('sign_in_count').where('key', '=', key).execute();
}

/** Of the counts that belong to no user, deletes all but the most recent ones. */
export async function pruneSignInCounts(db: Db, { keep }: { readonly keep: number }): Promise<void> {
  const first = await db
    .selectFrom('sign_in_count')
    .select(['updated_at', 'is_of_user'])
    .where('is_of_user', '=', 0)
    .orderBy('updated_at', 'desc')
    .limit(1)
    .offset(keep)
    .executeTakeFirst();
  if (first === undefined) return;
  await db
    .deleteFrom('sign_in_count')
    .where('is_of_user', '=', 0)
    .where('updated_at', '<=', first.updated_at)
    .execute();
}
