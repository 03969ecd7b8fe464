// Users who may sign in. E-mail addresses are stored in lower case and found in any case.
import type { Db, Schema } from './schema.ts';

export interface User {
  readonly userId: string;
  readonly email: string;
  readonly displayName: string;
  readonly passwordHash: string;
  readonly disabled: boolean;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
}

export type NewUser = Omit<User, 'disabled'> & { readonly disabled?: boolean };
export type UserChange = Partial<Pick<User, 'email' | 'displayName' | 'passwordHash' | 'disabled'>>;

/** Rejects when the id or the e-mail address is taken: see isUniqueViolation. */
export async function createUser(db: Db, user: NewUser): Promise<User> {
  await db
    .insertInto('user')
    .values({
      user_id: user.userId,
      email: lowerCased(user.email),
      display_name: user.displayName,
      password_hash: user.passwordHash,
      disabled: user.disabled ? 1 : 0,
      created_at: user.createdAt,
    })
    .execute();
  return { ...user, email: lowerCased(user.email), disabled: user.disabled ?? false };
}

export async function findUser(db: Db, userId: string): Promise<User | undefined> {
  const row = await db.selectFrom('user').selectAll().where('user_id', '=', userId).executeTakeFirst();
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

/** Returns the changed user, undefined when there is none. Rejects when the new e-mail address is taken. */
export async function updateUser(db: Db, userId: string, change: UserChange): Promise<User | undefined> {
  const { email, displayName, passwordHash, disabled } = change;
  const columns: Partial<Schema['user']> = {
    ...(email === undefined ? {} : { email: lowerCased(email) }),
    ...(displayName === undefined ? {} : { display_name: displayName }),
    ...(passwordHash === undefined ? {} : { password_hash: passwordHash }),
    ...(disabled === undefined ? {} : { disabled: disabled ? 1 : 0 }),
  };
  if (Object.keys(columns).length > 0)
    await db.updateTable('user').set(columns).where('user_id', '=', userId).execute();
  return await findUser(db, userId);
}

function lowerCased(email: string): string {
  return email.trim().toLowerCase();
}

function userOf(row: Schema['user']): User {
  return {
    userId: row.user_id,
    email: row.email,
    displayName: row.display_name,
    passwordHash: row.password_hash,
    disabled: row.disabled !== 0,
    createdAt: row.created_at,
  };
}
