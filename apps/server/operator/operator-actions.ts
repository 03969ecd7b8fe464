// What an operator can do to the market: grant and revoke permissions, announce, end the day, see the users. The same
// actions serve the running server's /operator calls and the command line that opens the journal itself.

import type { UserView } from '@openpit/projections';
import { findUser, findUserByEmail, listUsers } from '@openpit/storage';
import { type PermissionFlag, permissionFlags } from '@openpit/wire';
import * as z from 'zod/mini';
import { actOnDay, exchangeDayRequests } from './exchange-day-actions.ts';
import { type OperatorParts, OperatorRejection, submit } from './operator-parts.ts';

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

/** Names that stand for several flags (domain §10). */
export const flagPresets: Readonly<Record<string, readonly PermissionFlag[]>> = {
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

export const operatorRequest = z.discriminatedUnion('action', [
  z.strictObject({
    action: z.literal('grant'),
    user: z.string().check(z.minLength(1)),
    flags: z.array(z.string()).check(z.minLength(1)),
  }),
  z.strictObject({
    action: z.literal('revoke'),
    user: z.string().check(z.minLength(1)),
    flags: z.array(z.string()).check(z.minLength(1)),
  }),
  z.strictObject({
    action: z.literal('announce'),
    message: z
      .string()
      .check(
        z.minLength(1, 'An announcement needs words.'),
        z.maxLength(500, 'An announcement has at most 500 characters.'),
      ),
  }),
  z.strictObject({
    action: z.literal('scope'),
    user: z.string().check(z.minLength(1)),
    scope: z.enum(['member', 'own'], {
      error: 'A scope is member (all that belongs to the member) or own (only what is the dealer’s).',
    }),
  }),
  ...exchangeDayRequests,
  z.strictObject({ action: z.literal('users') }),
]);
export type OperatorRequest = z.infer<typeof operatorRequest>;

/** Does it and returns what to print. Throws OperatorRejection. */
export async function operate(parts: OperatorParts, request: OperatorRequest): Promise<string> {
  switch (request.action) {
    case 'grant':
    case 'revoke':
      return changeFlags(parts, request);
    case 'scope':
      return setScope(parts, request);
    case 'announce':
      await submit(parts, { kind: 'announce', announcement: 'Info', message: request.message });
      return 'Announced to everyone who is signed in.';
    case 'users':
      return describeUsers(parts);
    default:
      return actOnDay(parts, request);
  }
}

async function changeFlags(
  parts: OperatorParts,
  { action, user, flags }: Extract<OperatorRequest, { action: 'grant' | 'revoke' }>,
): Promise<string> {
  const userId = await userIdOf(parts, user);
  const named = [...new Set(flags.flatMap((flag): readonly string[] => flagPresets[flag] ?? [flag]))];
  const unknown = named.filter((flag) => !(permissionFlags as readonly string[]).includes(flag));
  if (unknown.length > 0)
    throw new OperatorRejection(
      `There is no permission ${unknown.map((flag) => `"${flag}"`).join(', ')}. There are: ${permissionFlags.join(', ')}; and the sets ${Object.keys(flagPresets).join(', ')}.`,
    );
  await submit(parts, {
    kind: action === 'grant' ? 'grantPermissions' : 'revokePermissions',
    userId,
    flags: named,
  });
  const held = heldFlags(parts.projections.rights.of(userId));
  return `${action === 'grant' ? 'Granted' : 'Revoked'} ${named.length} permission${named.length === 1 ? '' : 's'}. ${userId} now has: ${held}.`;
}

async function setScope(
  parts: OperatorParts,
  { user, scope }: Extract<OperatorRequest, { action: 'scope' }>,
): Promise<string> {
  const userId = await userIdOf(parts, user);
  await submit(parts, { kind: 'setDealerScope', userId, scope });
  return scope === 'own'
    ? `${userId} sees and acts on own orders and deals only.`
    : `${userId} sees and acts on all orders and deals of the member.`;
}

async function userIdOf({ db, projections }: OperatorParts, nameOrEmail: string): Promise<string> {
  const found = (await findUser(db, nameOrEmail)) ?? (await findUserByEmail(db, nameOrEmail));
  const userId = found?.userId ?? nameOrEmail;
  if (projections.rights.of(userId) === undefined)
    throw new OperatorRejection(`There is no user "${nameOrEmail}" in the market. "users" lists them.`);
  return userId;
}

async function describeUsers({ db, projections }: OperatorParts): Promise<string> {
  const logins = new Map((await listUsers(db)).map((user) => [user.userId, user]));
  const lines = projections.rights.all().map((user) => {
    const login = logins.get(user.userId);
    const who = login === undefined ? '(no login)' : `${login.email}${login.disabled ? ' (disabled)' : ''}`;
    return `${user.userId.padEnd(16)} ${`${user.member}/${user.dealer}`.padEnd(10)} ${who.padEnd(28)} ${heldFlags(user)}${user.onlyDealer === null ? '' : ', own orders and deals only'}`;
  });
  return lines.length === 0 ? 'The market has no users.' : lines.join('\n');
}

function heldFlags(user: UserView | undefined): string {
  const held = permissionFlags.filter((flag) => user?.flags[flag] === true);
  if (held.length === 0) return 'no permissions';
  return held.length === permissionFlags.length ? 'all permissions' : held.join(', ');
}
