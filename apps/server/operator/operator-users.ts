// The operator's actions on users: their permissions and their logins. Logins are only in the database. Their effect on the market is a
// command without a password or a code. New passwords and codes are generated here, returned once, and stored as hashes.
import type { MarketView } from '@openpit/projections';
import {
  createUser,
  findUser,
  findUserByEmail,
  isUniqueViolation,
  listUsers,
  type User,
  updateUser,
} from '@openpit/storage';
import { counted, isPermissionFlag, type PermissionFlag, permissionFlags } from '@openpit/wire';
import * as z from 'zod/mini';
import { newPassword } from '../auth/passwords.ts';
import { signInCodeHours } from '../auth/sign-in-codes.ts';
import {
  type ActingOperator,
  action,
  argumentSchemas,
  eventOf,
  list,
  OperatorRejection,
  submit,
  text,
  word,
} from './operator-action.ts';

const { matching, shortText } = argumentSchemas;
const noEmail = 'Give the e-mail address of the user.';
const user = word('USER', argumentSchemas.user);
const flags = list('FLAG', z.array(z.string()).check(z.minLength(1, 'Name at least one permission.')));

const orderFlags: readonly PermissionFlag[] = [
  'insertOrderOrDouble',
  'cancelAllActiveOrders',
  'suspendAllActiveOrders',
  'deleteActiveOrder',
  'suspendActiveOrder',
  'reduceActiveOrder',
  'resubmitActiveOrder',
  'editSuspendOrder',
];

/** Names that stand for several permissions. */
const flagPresets: Readonly<Record<string, readonly PermissionFlag[]>> = {
  all: permissionFlags,
  dealer: [
    ...orderFlags,
    'insertUnmatchedDeal',
    'acceptUnmatchedDeal',
    'editUnmatchedDeal',
    'deleteUnmatchedDeal',
    'splitDeal',
    'cumulateDeal',
    'subAccountChange',
  ],
  'back-office': [
    'assignDealToMember',
    'tripartiteDeal',
    'correctDealPrinciple',
    'exerciseOption',
    'abandonOption',
    'deleteSiloCertAuctionBid',
  ],
};

async function usersText({ db, view }: ActingOperator): Promise<string> {
  const logins = new Map((await listUsers(db)).map((login) => [login.userId, login]));
  const lines = view.rights.all().map(({ userId, member, dealer, onlyDealer }) => {
    const login = logins.get(userId);
    const email = login === undefined ? '(no login)' : `${login.email}${login.disabled ? ' (disabled)' : ''}`;
    const scope = onlyDealer === null ? '' : ', own orders and deals only';
    return `${userId.padEnd(16)} ${`${member}/${dealer}`.padEnd(10)} ${email.padEnd(28)} ${permissionList(heldFlags(view, userId))}${scope}`;
  });
  return lines.length === 0 ? 'The market has no users.' : lines.join('\n');
}

function permissionList(flags: readonly PermissionFlag[]): string {
  if (flags.length === 0) return 'no permissions';
  return flags.length === permissionFlags.length ? 'all permissions' : flags.join(', ');
}

/** Throws OperatorRejection for a user or a permission that does not exist. */
async function changePermissions(
  operator: ActingOperator,
  kind: 'grantPermissions' | 'revokePermissions',
  { user, flags }: { readonly user: string; readonly flags: readonly string[] },
): Promise<string> {
  const userId = await userIdOf(operator, user);
  const named = [...new Set(flags.flatMap((flag): readonly string[] => flagPresets[flag] ?? [flag]))];
  const validFlags = named.filter(isPermissionFlag);
  if (validFlags.length < named.length) {
    const unknown = named.filter((flag) => !isPermissionFlag(flag)).map((flag) => `"${flag}"`);
    throw new OperatorRejection(
      `There is no permission ${unknown.join(', ')}. The permissions are ${permissionFlags.join(', ')}; the sets are ${Object.keys(flagPresets).join(', ')}.`,
    );
  }
  const before = new Set(heldFlags(operator.view, userId));
  await submit(operator, { kind, userId, flags: validFlags });
  const isGrant = kind === 'grantPermissions';
  const changed = validFlags.filter((flag) => before.has(flag) !== isGrant).length;
  return `${isGrant ? 'Granted' : 'Revoked'} ${counted(changed, 'permission')}. ${userId} now has: ${permissionList(heldFlags(operator.view, userId))}.`;
}

/** The user id of a user named by e-mail address or user id. Throws OperatorRejection when there is none. */
export async function userIdOf({ db, view }: ActingOperator, nameOrEmail: string): Promise<string> {
  const user = (await findUser(db, nameOrEmail)) ?? (await findUserByEmail(db, nameOrEmail));
  const userId = user?.userId ?? nameOrEmail;
  if (view.rights.of(userId) === undefined)
    throw new OperatorRejection(`The market has no user "${nameOrEmail}". "users" lists the users.`);
  return userId;
}

const heldFlags = ({ rights }: MarketView, userId: string): readonly PermissionFlag[] =>
  permissionFlags.filter((flag) => rights.of(userId)?.flags[flag] === true);

/** Throws OperatorRejection. */
async function loginOf(operator: ActingOperator, user: string): Promise<User> {
  const userId = await userIdOf(operator, user);
  const login = await findUser(operator.db, userId);
  if (login === undefined) throw new OperatorRejection(`The user ${userId} has no login.`);
  return login;
}

/** For an existing market user without a login, creates only the login. Returns the password. Throws OperatorRejection. */
async function createLogin(
  operator: ActingOperator,
  login: { readonly userId: string; readonly email: string; readonly displayName: string },
  { member, dealer }: { readonly member: string; readonly dealer: string },
): Promise<string> {
  const { db, view, clock, signIns } = operator;
  const { userId, email, displayName } = login;
  if ((await findUser(db, userId)) !== undefined)
    throw new OperatorRejection(`The user ${userId} already has a login.`);
  const emailTaken = () => new OperatorRejection(`Another user already signs in with ${email}.`);
  if ((await findUserByEmail(db, email)) !== undefined) throw emailTaken();
  const userView = view.rights.of(userId);
  if (userView === undefined) await submit(operator, { kind: 'registerUser', userId, member, dealer });
  else if (userView.member !== member || userView.dealer !== dealer)
    throw new OperatorRejection(
      `The market knows ${userId} as dealer ${userView.dealer} of ${userView.member}.`,
    );
  const password = newPassword({ email, displayName, member, hasTwoFactor: false });
  const passwordHash = await signIns.hashOf(password);
  try {
    await createUser(db, { ...login, passwordHash, createdAt: clock.now() });
  } catch (error) {
    throw isUniqueViolation(error) ? emailTaken() : error;
  }
  return password;
}

export const userActions = {
  'user-create': action({
    words: 'user create',
    arguments: {
      userId: word(
        'ID',
        matching(
          /^[a-z0-9][a-z0-9-]{0,31}$/,
          'A user id has up to 32 lower-case letters, digits and hyphens.',
        ),
      ),
      email: word(
        'E-MAIL',
        z.string(noEmail).check(z.maxLength(254, noEmail), z.regex(/^[^\s@]+@[^\s@]+$/, noEmail)),
      ),
      member: word('MEMBER', argumentSchemas.member),
      dealer: word(
        'DEALER',
        argumentSchemas.code('Name the dealer by the code that the reference data has for the member.'),
      ),
      name: text('NAME', shortText(100, 'Give the name of the user, as it is shown.')),
    },
    help: 'create a login for a dealer of the reference data; prints its password once',
    run: async (operator, { userId, email, name: displayName, ...dealer }) =>
      `${userId} signs in with ${email} and this password, which is shown only now: ${await createLogin(operator, { userId, email, displayName }, dealer)}\nThe user should change it. Permissions: "user grant ${userId} FLAG…".`,
  }),
  'user-disable': action({
    words: 'user disable',
    arguments: { user },
    help: 'end the user’s sessions, and reject further sign-ins; USER is an e-mail address or a user id',
    run: async (operator, { user }) => {
      const { userId } = await loginOf(operator, user);
      await updateUser(operator.db, userId, { disabled: true });
      const ended = await operator.sessions.endAllOf(userId, 'byOperator');
      return `${userId} can no longer sign in. Sessions ended: ${ended}.`;
    },
  }),
  'user-enable': action({
    words: 'user enable',
    arguments: { user },
    help: 'let the user sign in again',
    run: async (operator, { user }) => {
      const { userId } = await loginOf(operator, user);
      await updateUser(operator.db, userId, { disabled: false });
      return `${userId} may sign in again.`;
    },
  }),
  'user-password': action({
    words: 'user password',
    arguments: { user },
    help: 'give the user another password, which is printed once; ends all sessions and forgets wrong passwords',
    run: async (operator, { user }) => {
      const login = await loginOf(operator, user);
      const { userId, email, displayName } = login;
      const member = operator.view.rights.of(userId)?.member ?? '';
      const password = newPassword({ email, displayName, member, hasTwoFactor: false });
      await operator.signIns.setPassword(login, password);
      return `${userId} signs in with this password, which is shown only now: ${password}\nAll sessions of ${userId} have ended. The user should change the password.`;
    },
  }),
  grant: action({
    words: 'user grant',
    arguments: { user, flags },
    help: 'grant permissions; FLAG is a permission, or all, dealer, back-office',
    run: (operator, fields) => changePermissions(operator, 'grantPermissions', fields),
  }),
  revoke: action({
    words: 'user revoke',
    arguments: { user, flags },
    help: 'revoke permissions',
    run: (operator, fields) => changePermissions(operator, 'revokePermissions', fields),
  }),
  scope: action({
    words: 'user scope',
    arguments: {
      user,
      scope: word(
        'SCOPE',
        z.enum(['member', 'own'], {
          error: 'A scope is member (all orders and deals of the member) or own (only those of the dealer).',
        }),
      ),
    },
    help: 'what a dealer sees and acts on: member (all orders and deals of the member) or own (only those of the dealer)',
    run: async (operator, { user, scope }) => {
      const userId = await userIdOf(operator, user);
      const { events } = await submit(operator, { kind: 'setDealerScope', userId, scope });
      return eventOf(events, 'dealerScopeSet').scope === 'own'
        ? `${userId} sees and acts on own orders and deals only.`
        : `${userId} sees and acts on all orders and deals of the member.`;
    },
  }),
  'user-sign-in-code': action({
    words: 'user sign-in-code',
    arguments: { user },
    help: 'let the user sign in from a new browser while others try passwords: prints a code, which the user enters with the password',
    run: async (operator, { user }) => {
      const login = await loginOf(operator, user);
      const code = await operator.signIns.issueSignInCode(login);
      return `With e-mail address, password and this code, ${login.userId} signs in once within ${signInCodeHours} hours, also from a new browser while others try passwords: ${code}\nIt is shown only now. Pass it on only to the user, who enters it on the page of the sign-in.`;
    },
  }),
  'user-sessions': action({
    words: 'user sessions',
    arguments: { user },
    help: 'list the user’s sessions',
    run: async (operator, { user }) => {
      const { userId } = await loginOf(operator, user);
      const sessions = await operator.sessions.openOf(userId);
      const lines = sessions.map(({ createdAt, lastUsedAt, remoteAddress, userAgent }) => {
        const [began, used] = [createdAt, lastUsedAt].map((at) => new Date(at).toISOString().slice(0, 16));
        return `since ${began}Z, last used ${used}Z, from ${remoteAddress ?? 'unknown'}: ${userAgent ?? 'unknown browser'}`;
      });
      return lines.length === 0 ? `${userId} has no open session.` : lines.join('\n');
    },
  }),
  'user-end-sessions': action({
    words: 'user end-sessions',
    arguments: { user },
    help: 'end the user’s sessions',
    run: async (operator, { user }) => {
      const { userId } = await loginOf(operator, user);
      return `Sessions of ${userId} ended: ${await operator.sessions.endAllOf(userId, 'byOperator')}.`;
    },
  }),
  'user-two-factor-reset': action({
    words: 'user two-factor-reset',
    arguments: { user },
    help: 'approve the user’s request to switch two-factor off: prints a code',
    run: async (operator, { user }) => {
      const { userId } = await loginOf(operator, user);
      const recoveryCode = await operator.signIns.twoFactor.approveReset(userId);
      if (recoveryCode === null)
        throw new OperatorRejection(
          `${userId} has not asked to switch two-factor off. The user does so on the sign-in page, with e-mail address and password.`,
        );
      return `With e-mail address, password and this code, ${userId} switches two-factor off within 24 hours: ${recoveryCode}\nIt is shown only now. Pass it on only to the user.`;
    },
  }),
  users: action({
    arguments: {},
    help: 'list the users and their permissions',
    run: usersText,
  }),
};
