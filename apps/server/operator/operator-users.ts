// The users of the market to its operator: who they are, and what they may do.
import type { MarketView } from '@openpit/projections';
import { findUser, findUserByEmail, listUsers as listLogins } from '@openpit/storage';
import { isPermissionFlag, type PermissionFlag, permissionFlags } from '@openpit/wire';
import { type ActingOperator, OperatorRejection, submit } from './operator-parts.ts';

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

export interface ListedUser {
  readonly userId: string;
  readonly member: string;
  readonly dealer: string;
  /** Null for a user who cannot sign in. */
  readonly login: { readonly email: string; readonly isDisabled: boolean } | null;
  readonly held: readonly PermissionFlag[];
  /** Whether the user sees and acts on own orders and deals only. */
  readonly isOwnOnly: boolean;
}

export async function listUsers({ db, view }: ActingOperator): Promise<ListedUser[]> {
  const logins = new Map((await listLogins(db)).map((login) => [login.userId, login]));
  return view.rights.all().map(({ userId, member, dealer, onlyDealer }) => {
    const login = logins.get(userId);
    return {
      userId,
      member,
      dealer,
      login: login === undefined ? null : { email: login.email, isDisabled: login.disabled },
      held: heldFlags(view, userId),
      isOwnOnly: onlyDealer !== null,
    };
  });
}

/** Throws OperatorRejection for a user or a permission that does not exist. */
export async function changePermissions(
  operator: ActingOperator,
  kind: 'grantPermissions' | 'revokePermissions',
  { user, flags }: { readonly user: string; readonly flags: readonly string[] },
): Promise<{ userId: string; named: number; held: readonly PermissionFlag[] }> {
  const userId = await userIdOf(operator, user);
  const named = [...new Set(flags.flatMap((flag): readonly string[] => flagPresets[flag] ?? [flag]))];
  const known = named.filter(isPermissionFlag);
  if (known.length < named.length) {
    const unknown = named.filter((flag) => !isPermissionFlag(flag)).map((flag) => `"${flag}"`);
    throw new OperatorRejection(
      `There is no permission ${unknown.join(', ')}. The permissions are ${permissionFlags.join(', ')}; the sets are ${Object.keys(flagPresets).join(', ')}.`,
    );
  }
  await submit(operator, { kind, userId, flags: known });
  return { userId, named: known.length, held: heldFlags(operator.view, userId) };
}

/** The user id of a user named by e-mail address or user id. Throws OperatorRejection when there is none. */
export async function userIdOf({ db, view }: ActingOperator, nameOrEmail: string): Promise<string> {
  const found = (await findUser(db, nameOrEmail)) ?? (await findUserByEmail(db, nameOrEmail));
  const userId = found?.userId ?? nameOrEmail;
  if (view.rights.of(userId) === undefined)
    throw new OperatorRejection(`The market has no user "${nameOrEmail}". "users" lists the users.`);
  return userId;
}

const heldFlags = ({ rights }: MarketView, userId: string): readonly PermissionFlag[] =>
  permissionFlags.filter((flag) => rights.of(userId)?.flags[flag] === true);
