// Users who may sign in. E-mail addresses are stored in lower case and found in any case.
import type { Db, Schema } from './schema.ts';

export type User = Readonly<Omit<Schema['user'], 'disabled'>> & { readonly disabled: boolean };
type NewUser = Omit<User, 'disabled'> & { readonly disabled?: boolean };
type UserChange = Partial<Pick<User, 'email' | 'displayName' | 'passwordHash' | 'disabled'>>;

/** Rejects when the id or the e-mail address is taken: see isUniqueViolation. */
export async function createUser(db: Db, user: NewUser): Promise<User> {
  const created = { ...user, email: lowerCased(user.email), disabled: user.disabled ?? false };
  await db
    .insertInto('user')
    .values({ ...created, disabled: Number(created.disabled) })
    .execute();
  return created;
}

export async function findUser(db: Db, userId: string): Promise<User | undefined> {
  const row = await db.selectFrom('user').selectAll().where('userId', '=', userId).executeTakeFirst();
  return row && userOf(row);
}

export async function findUserByEmail(db: Db, email: string): Promise<User | undefined> {
  const row = await db
    .selectFrom('user')
    .selectAll()
    .where('email', '=', lowerCased(email))
    .executeTakeFirst();
  return row && userOf(row);
}

/** In the order of their e-mail addresses. */
export async function listUsers(db: Db): Promise<User[]> {
  return (await db.selectFrom('user').selectAll().orderBy('email').execute()).map(userOf);
}

/** Returns the changed user, undefined if there is none. Rejects when the new e-mail address is taken. */
export async function updateUser(db: Db, userId: string, change: UserChange): Promise<User | undefined> {
  const { email, disabled, ...others } = change;
  const columns: Partial<Schema['user']> = {
    ...others,
    ...(email === undefined ? {} : { email: lowerCased(email) }),
    ...(disabled === undefined ? {} : { disabled: Number(disabled) }),
  };
  if (Object.keys(columns).length > 0)
    await db.updateTable('user').set(columns).where('userId', '=', userId).execute();
  return await findUser(db, userId);
}

/** Returns false and changes nothing if the user's password is no longer `former`. */
export async function replacePassword(
  db: Db,
  userId: string,
  { former, passwordHash }: { readonly former: string; readonly passwordHash: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('user')
    .set({ passwordHash })
    .where('userId', '=', userId)
    .where('passwordHash', '=', former)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

function lowerCased(email: string): string {
  return email.trim().toLowerCase();
}

const userOf = (row: Schema['user']): User => ({ ...row, disabled: row.disabled !== 0 });
