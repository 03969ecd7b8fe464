// The second factor of users (AUTH-2, AUTH-3): its secret, how far its codes are used up, the hashes of recovery codes, and
// which users have asked to switch it off.
import type { Db } from './schema.ts';

export interface TwoFactor {
  readonly userId: string;
  /** In base64url. */
  readonly secret: string;
  /** Milliseconds since 1970; null while the user has not confirmed the enrolment. */
  readonly confirmedAt: number | null;
  /** The step of the last accepted code. */
  readonly lastStep: number;
  readonly failures: number;
  /** Milliseconds since 1970. */
  readonly pausedUntil: number;
}

export async function findTwoFactor(db: Db, userId: string): Promise<TwoFactor | undefined> {
  const row = await db.selectFrom('two_factor').selectAll().where('user_id', '=', userId).executeTakeFirst();
  return (
    row && {
      userId: row.user_id,
      secret: row.secret,
      confirmedAt: row.confirmed_at,
      lastStep: row.last_step,
      failures: row.failures,
      pausedUntil: row.paused_until,
    }
  );
}

/** Replaces the one of the same user. */
export async function putTwoFactor(db: Db, { userId, ...rest }: TwoFactor): Promise<void> {
  const values = {
    secret: rest.secret,
    confirmed_at: rest.confirmedAt,
    last_step: rest.lastStep,
    failures: rest.failures,
    paused_until: rest.pausedUntil,
  };
  await db
    .insertInto('two_factor')
    .values({ user_id: userId, ...values })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values))
    .execute();
}

/** Switches it off: deletes secret, recovery codes and request. */
export async function deleteTwoFactor(db: Db, userId: string): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    for (const table of ['two_factor', 'recovery_code', 'two_factor_reset'] as const)
      await transaction.deleteFrom(table).where('user_id', '=', userId).execute();
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
  const rows = hashes.map((hash) => ({ code_hash: hash, user_id: userId, expires_at: expiresAt }));
  await db.insertInto('recovery_code').values(rows).execute();
}

export async function hasRecoveryCode(
  db: Db,
  { userId, hash, at }: { readonly userId: string; readonly hash: string; readonly at: number },
): Promise<boolean> {
  const row = await db
    .selectFrom('recovery_code')
    .selectAll()
    .where('code_hash', '=', hash)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row !== undefined && (row.expires_at === null || row.expires_at > at);
}

/** The first request stays. */
export async function requestTwoFactorReset(
  db: Db,
  { userId, at }: { readonly userId: string; readonly at: number },
): Promise<void> {
  await db
    .insertInto('two_factor_reset')
    .values({ user_id: userId, requested_at: at })
    .onConflict((conflict) => conflict.column('user_id').doNothing())
    .execute();
}

export async function isTwoFactorResetRequested(db: Db, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('two_factor_reset')
    .selectAll()
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row !== undefined;
}
