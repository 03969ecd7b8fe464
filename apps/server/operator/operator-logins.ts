// The logins of users to the operator. They are in the database only: what they need of the market is a command, and no password or
// code is in one. New passwords and codes are made here, returned once, and stored as hashes.
import {
  createUser,
  findUser,
  findUserByEmail,
  isUniqueViolation,
  type User,
  updateUser,
} from '@openpit/storage';
import { newPassword } from '../auth/new-password.ts';
import { type ActingOperator, OperatorRejection, submit } from './operator-parts.ts';
import type { RequestOf } from './operator-requests.ts';
import { userIdOf } from './operator-users.ts';

export interface PasswordReply {
  readonly userId: string;
  /** To be shown once. */
  readonly password: string;
}
export interface EndedSessions {
  readonly userId: string;
  readonly ended: number;
}
export interface ListedSession {
  readonly sessionId: string;
  readonly beganAt: number;
  readonly lastUsedAt: number;
  readonly address: string | null;
  readonly browser: string | null;
}

/**
 * Registers the user with the market and creates the login; a user of the market without a login only gets the login. Throws
 * OperatorRejection.
 */
export async function createLogin(
  operator: ActingOperator,
  { userId, email, member, dealer, name: displayName }: RequestOf<'user-create'>,
): Promise<PasswordReply> {
  const { db, view, clock, signIns } = operator;
  if ((await findUser(db, userId)) !== undefined)
    throw new OperatorRejection(`The user ${userId} has a login already.`);
  const emailTaken = () => new OperatorRejection(`Another user signs in with ${email} already.`);
  if ((await findUserByEmail(db, email)) !== undefined) throw emailTaken();
  const known = view.rights.of(userId);
  if (known === undefined) await submit(operator, { kind: 'registerUser', userId, member, dealer });
  else if (known.member !== member || known.dealer !== dealer)
    throw new OperatorRejection(`The market knows ${userId} as dealer ${known.dealer} of ${known.member}.`);
  const password = newPassword({ email, displayName, member, hasTwoFactor: false });
  const passwordHash = await signIns.hashOf(password);
  try {
    await createUser(db, { userId, email, displayName, passwordHash, createdAt: clock.now() });
  } catch (error) {
    throw isUniqueViolation(error) ? emailTaken() : error;
  }
  return { userId, password };
}

/** A disabled user cannot sign in, and all sessions of the user end. Throws OperatorRejection. */
export async function setDisabled(
  operator: ActingOperator,
  { user, disabled }: { readonly user: string; readonly disabled: boolean },
): Promise<EndedSessions> {
  const { userId } = await loginOf(operator, user);
  await updateUser(operator.db, userId, { disabled });
  return { userId, ended: disabled ? await operator.accounts.endSessionsOf(userId, 'byOperator') : 0 };
}

/** Gives the user another password, which ends all sessions and forgets wrong passwords. Throws OperatorRejection. */
export async function replacePassword(
  operator: ActingOperator,
  { user }: RequestOf<'user-password'>,
): Promise<PasswordReply> {
  const login = await loginOf(operator, user);
  const { userId, email, displayName } = login;
  const member = operator.view.rights.of(userId)?.member ?? '';
  const password = newPassword({ email, displayName, member, hasTwoFactor: false });
  await operator.signIns.setPassword(login, password);
  return { userId, password };
}

/** The code is to be shown once. Throws OperatorRejection. */
export async function issueSignInCode(
  operator: ActingOperator,
  { user }: RequestOf<'user-sign-in-code'>,
): Promise<{ readonly userId: string; readonly code: string }> {
  const login = await loginOf(operator, user);
  return { userId: login.userId, code: await operator.signIns.issueSignInCode(login) };
}

/** Throws OperatorRejection. */
export async function listSessions(
  operator: ActingOperator,
  { user }: RequestOf<'user-sessions'>,
): Promise<{ readonly userId: string; readonly sessions: readonly ListedSession[] }> {
  const { userId } = await loginOf(operator, user);
  const open = await operator.accounts.sessionsOf(userId);
  const sessions = open.map(({ sessionId, createdAt, lastUsedAt, remoteAddress, userAgent }) => ({
    sessionId,
    beganAt: createdAt,
    lastUsedAt,
    address: remoteAddress,
    browser: userAgent,
  }));
  return { userId, sessions };
}

/** Throws OperatorRejection. */
export async function endSessions(
  operator: ActingOperator,
  { user }: RequestOf<'user-end-sessions'>,
): Promise<EndedSessions> {
  const { userId } = await loginOf(operator, user);
  return { userId, ended: await operator.accounts.endSessionsOf(userId, 'byOperator') };
}

/** Approves a request to switch two-factor off. The code is to be shown once. Throws OperatorRejection. */
export async function approveTwoFactorReset(
  operator: ActingOperator,
  { user }: RequestOf<'user-two-factor-reset'>,
): Promise<{ readonly userId: string; readonly recoveryCode: string }> {
  const { userId } = await loginOf(operator, user);
  const recoveryCode = await operator.signIns.twoFactor.approveReset(userId);
  if (recoveryCode === null)
    throw new OperatorRejection(
      `${userId} has not asked to switch two-factor off. The user does so on the page of the sign-in, with e-mail address and password.`,
    );
  return { userId, recoveryCode };
}

async function loginOf(operator: ActingOperator, user: string): Promise<User> {
  const userId = await userIdOf(operator, user);
  const login = await findUser(operator.db, userId);
  if (login === undefined) throw new OperatorRejection(`The user ${userId} has no login.`);
  return login;
}
