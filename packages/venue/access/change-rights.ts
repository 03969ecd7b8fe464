// The commands that change the ledger of rights: a user is made known, gets and loses flags and limits. They come from
// the operator, but for the user's own maximum, which he sets in his preferences.
import type {
  GrantPermissions,
  LimitOrderQuantity,
  LimitPosition,
  RegisterUser,
  RevokePermissions,
  SetDealerScope,
  SetOwnMaxOrderQuantity,
} from '../commands.ts';
import { type Rejection, rejection } from '../rejections.ts';
import type { Handling, Market, VenueState } from '../state.ts';
import { permissionFlags } from './permission-flags.ts';
import { newUserRights, type UserRights } from './user-rights.ts';

export function registerUser(
  state: VenueState,
  market: Market,
  { userId, member, dealer }: RegisterUser,
  handling: Handling,
): Rejection | null {
  if (state.users.has(userId)) return rejection('userAlreadyRegistered', { userId });
  if (!market.dealers.has(`${member}/${dealer}`)) return rejection('dealerUnknown', { member, dealer });

  state.users.set(userId, newUserRights({ userId, member, dealer }));

  handling.tell({ kind: 'userRegistered', userId, member, dealer });
  return null;
}

export function grantPermissions(
  state: VenueState,
  command: GrantPermissions,
  handling: Handling,
): Rejection | null {
  const rights = state.users.get(command.userId);
  const failed = flagsRejection(rights, command);
  if (rights === undefined || failed !== null) return failed;

  for (const flag of command.flags) rights.flags.add(flag);

  handling.tell({ kind: 'permissionsGranted', userId: command.userId, flags: command.flags });
  return null;
}

export function revokePermissions(
  state: VenueState,
  command: RevokePermissions,
  handling: Handling,
): Rejection | null {
  const rights = state.users.get(command.userId);
  const failed = flagsRejection(rights, command);
  if (rights === undefined || failed !== null) return failed;

  for (const flag of command.flags) rights.flags.delete(flag);

  handling.tell({ kind: 'permissionsRevoked', userId: command.userId, flags: command.flags });
  return null;
}

function flagsRejection(
  rights: UserRights | undefined,
  command: { userId: string; flags: readonly string[] },
): Rejection | null {
  if (rights === undefined) return rejection('userUnknown', { userId: command.userId });
  const unknown = command.flags.find((flag) => !permissionFlags.has(flag));
  return unknown === undefined ? null : rejection('flagUnknown', { flag: unknown });
}

export function limitOrderQuantity(
  state: VenueState,
  command: LimitOrderQuantity,
  handling: Handling,
): Rejection | null {
  const rights = state.users.get(command.userId);
  if (rights === undefined) return rejection('userUnknown', { userId: command.userId });
  if (command.maxLots !== null && command.maxLots < 1) return rejection('quantityNotPositive');

  rights.operatorMaxLots = command.maxLots;

  tellLimit(rights, handling);
  return null;
}

export function setDealerScope(
  state: VenueState,
  { userId, scope }: SetDealerScope,
  handling: Handling,
): Rejection | null {
  const rights = state.users.get(userId);
  if (rights === undefined) return rejection('userUnknown', { userId });

  rights.scope = scope;

  handling.tell({ kind: 'dealerScopeSet', userId, scope });
  return null;
}

export function limitPosition(
  state: VenueState,
  market: Market,
  { principal, maxLots }: LimitPosition,
  handling: Handling,
): Rejection | null {
  if (!market.members.has(principal) && !market.clients.has(principal))
    return rejection('accountUnknown', { principal });
  if (maxLots !== null && maxLots < 0) return rejection('quantityNotPositive');

  state.positions.limit(principal, maxLots);

  handling.tell({ kind: 'positionLimited', principal, maxLots });
  return null;
}

export function setOwnMaxOrderQuantity(
  rights: UserRights,
  { maxLots }: SetOwnMaxOrderQuantity,
  handling: Handling,
): Rejection | null {
  if (maxLots < 1) return rejection('quantityNotPositive');

  rights.ownMaxLots = maxLots;

  tellLimit(rights, handling);
  return null;
}

function tellLimit({ userId, ownMaxLots, operatorMaxLots }: UserRights, handling: Handling): void {
  handling.tell({ kind: 'orderQuantityLimited', userId, ownMaxLots, operatorMaxLots });
}
