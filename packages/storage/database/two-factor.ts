// The second factor of users (AUTH-2, AUTH-3): its secret, how far its codes are used up, the hashes of recovery codes, and
// which users have asked to switch it off.
import { type Db, type Schema, upsert } from './schema.ts';

/**
 * `secret`: in base64url; `confirmedAt`: `null` while the user has not confirmed the enrolment; `lastStep`: the step of the last accepted
 * code.
 */
export type TwoFactorRecord = Readonly<Schema['twoFactor']>;

export async function findTwoFactor(db: Db, userId: string): Promise<TwoFactorRecord | undefined> {
  return await db.selectFrom('twoFactor').selectAll().where('userId', '=', userId).executeTakeFirst();
}

/** Replaces the user's earlier second factor. */
export const putTwoFactor = (db: Db, twoFactor: TwoFactorRecord): Promise<void> =>
  upsert(db, 'twoFactor', 'userId', twoFactor);

/** Switches it off: deletes secret, recovery codes and request. */
export async function deleteTwoFactor(db: Db, userId: string): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    for (const table of ['twoFactor', 'recoveryCode', 'twoFactorReset'] as const)
      await transaction.deleteFrom(table).where('userId', '=', userId).execute();
  });
}

/** `expiresAt`: null for codes that do not expire. */
export async function addRecoveryCodes(
  db: Db,
  {
    userId,
    hashes,
    expiresAt,
  }: { readonly userId: string; readonly hashes: readonly string[]; readonly expiresAt: number | null },
): Promise<void> {
  const rows = hashes.map((hash) => ({ codeHash: hash, userId, expiresAt }));
  await db.insertInto('recoveryCode').values(rows).execute();
}

export async function hasRecoveryCode(
  db: Db,
  { userId, hash, at }: { readonly userId: string; readonly hash: string; readonly at: number },
): Promise<boolean> {
  const row = await db
    .selectFrom('recoveryCode')
    .selectAll()
    .where('codeHash', '=', hash)
    .where('userId', '=', userId)
    .executeTakeFirst();
  return row !== undefined && (row.expiresAt === null || row.expiresAt > at);
}

/** The first request stays. */
export async function requestTwoFactorReset(
  db: Db,
  { userId, at }: { readonly userId: string; readonly at: number },
): Promise<void> {
  await db
    .insertInto('twoFactorReset')
    .values({ userId, requestedAt: at })
    .onConflict((conflict) => conflict.column('userId').doNothing())
    .execute();
}

export async function isTwoFactorResetRequested(db: Db, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('twoFactorReset')
    .selectAll()
    .where('userId', '=', userId)
    .executeTakeFirst();
  return row !== undefined;
}
