// Sessions that must not outlive a restart: those of a business day that has ended meanwhile (AUTH-10), of disabled users, and of
// users who may not sign in here any longer, such as those of the demonstration without `--demo`.
import { type Db, findSetting, listUsers, putSetting } from '@openpit/storage';
import type { Accounts } from './accounts.ts';

/** The business day to which the open sessions belong. */
const key = 'sessionsOfDay';

/** After a business day has ended and its sessions have. */
export const sessionsAreOf = (db: Db, businessDay: string): Promise<void> =>
  putSetting(db, { key, value: businessDay });

/** At each start, before anybody can sign in. `mayNotSignIn`: by e-mail address. */
export async function endWithdrawnSessions(parts: {
  readonly db: Db;
  readonly accounts: Pick<Accounts, 'endSessionsOf' | 'endSessionsBegunBefore'>;
  readonly businessDay: string;
  readonly mayNotSignIn: (email: string) => boolean;
}): Promise<void> {
  const { db, accounts, businessDay, mayNotSignIn } = parts;
  const day = await findSetting(db, key);
  if (day !== undefined && day !== businessDay)
    await accounts.endSessionsBegunBefore(Number.MAX_SAFE_INTEGER);
  if (day !== businessDay) await sessionsAreOf(db, businessDay);
  for (const { userId, email, disabled } of await listUsers(db))
    if (disabled || mayNotSignIn(email)) await accounts.endSessionsOf(userId, 'byOperator');
}
