// The commands that register users, grant and revoke permissions, and set limits. They come from the operator, except for
// a user's own maximum and order guards, which are preferences (PREF-3).
import { isPermissionFlag, type PermissionFlag } from '@openpit/terms';
import type { Rejection } from '../kernel/rejection.ts';
import type { Lots } from '../kernel/units.ts';
import type { EventKinds } from '../kernel/venue-module.ts';
import type { MarketContext } from '../reference/market.ts';
import type { ReferenceState } from '../reference/reference-module.ts';
import { reject } from './rights-rejections.ts';
import { type DealerScope, newUserRights, type UserContext, type UserRights } from './user-rights.ts';

/** Registers a user, with every permission denied. */
export interface RegisterUser {
  readonly kind: 'registerUser';
  readonly userId: string;
  readonly member: string;
  readonly dealer: string;
}
export interface GrantPermissions {
  readonly kind: 'grantPermissions';
  readonly userId: string;
  readonly flags: readonly PermissionFlag[];
}
export interface RevokePermissions {
  readonly kind: 'revokePermissions';
  readonly userId: string;
  readonly flags: readonly PermissionFlag[];
}
/** The operator's limit on the quantity of one order; null removes it. */
export interface LimitOrderQuantity {
  readonly kind: 'limitOrderQuantity';
  readonly userId: string;
  readonly maxLots: Lots | null;
}
export interface SetDealerScope {
  readonly kind: 'setDealerScope';
  readonly userId: string;
  readonly scope: DealerScope;
}
/** The user's own maximum for one order. */
export interface SetOwnMaxOrderQuantity {
  readonly kind: 'setOwnMaxOrderQuantity';
  readonly maxLots: Lots;
}
/** The user's preferences for orders that must not rest unattended (market/orders.md, Time-out and disconnect). */
export interface SetOwnOrderGuards {
  readonly kind: 'setOwnOrderGuards';
  /** The time that an order may rest before it is suspended; 0 for no limit. */
  readonly timeOutSeconds: number;
  readonly suspendsOnDisconnect: boolean;
}

interface UserRegistered {
  readonly kind: 'userRegistered';
  readonly userId: string;
  readonly member: string;
  readonly dealer: string;
}
interface PermissionsGranted {
  readonly kind: 'permissionsGranted';
  readonly userId: string;
  readonly flags: readonly PermissionFlag[];
}
interface PermissionsRevoked {
  readonly kind: 'permissionsRevoked';
  readonly userId: string;
  readonly flags: readonly PermissionFlag[];
}
/** The largest order that the user may enter has changed; it is the smaller of the user's and the operator's maximum. */
interface OrderQuantityLimited {
  readonly kind: 'orderQuantityLimited';
  readonly userId: string;
  readonly ownMaxLots: Lots;
  readonly operatorMaxLots: Lots | null;
}
interface DealerScopeSet {
  readonly kind: 'dealerScopeSet';
  readonly userId: string;
  readonly scope: DealerScope;
}
interface OrderGuardsSet {
  readonly kind: 'orderGuardsSet';
  readonly userId: string;
  readonly timeOutSeconds: number;
  readonly suspendsOnDisconnect: boolean;
}

export type RightsEvent =
  | UserRegistered
  | PermissionsGranted
  | PermissionsRevoked
  | OrderQuantityLimited
  | DealerScopeSet
  | OrderGuardsSet;

export const rightsEvents: EventKinds<RightsEvent> = {
  userRegistered: true,
  permissionsGranted: true,
  permissionsRevoked: true,
  orderQuantityLimited: true,
  dealerScopeSet: true,
  orderGuardsSet: true,
};

export interface RightsState extends ReferenceState {
  /** By user id. */
  readonly rights: Map<string, UserRights>;
}

type OperatorContext = MarketContext<RightsState, RightsEvent>;
type UserRightsContext = UserContext<RightsState, RightsEvent>;

const longestTimeOutSeconds = 86_400;

export function registerUser(
  { state, market, emit }: OperatorContext,
  { userId, member, dealer }: RegisterUser,
): Rejection | null {
  if (state.rights.has(userId)) return reject('userAlreadyRegistered', { userId });
  if (!market.dealers.has(`${member}/${dealer}`)) return reject('dealerUnknown', { member, dealer });

  state.rights.set(userId, newUserRights({ userId, member, dealer }));

  emit({ kind: 'userRegistered', userId, member, dealer });
  return null;
}

export function grantPermissions(
  { state, emit }: OperatorContext,
  { userId, flags }: GrantPermissions,
): Rejection | null {
  const rights = state.rights.get(userId);
  if (rights === undefined) return reject('userUnknown', { userId });
  const unknown = flags.find((flag) => !isPermissionFlag(flag));
  if (unknown !== undefined) return reject('flagUnknown', { flag: unknown });

  for (const flag of flags) rights.flags.add(flag);

  emit({ kind: 'permissionsGranted', userId, flags });
  return null;
}

export function revokePermissions(
  { state, emit }: OperatorContext,
  { userId, flags }: RevokePermissions,
): Rejection | null {
  const rights = state.rights.get(userId);
  if (rights === undefined) return reject('userUnknown', { userId });
  const unknown = flags.find((flag) => !isPermissionFlag(flag));
  if (unknown !== undefined) return reject('flagUnknown', { flag: unknown });

  for (const flag of flags) rights.flags.delete(flag);

  emit({ kind: 'permissionsRevoked', userId, flags });
  return null;
}

export function limitOrderQuantity(
  { state, emit }: OperatorContext,
  { userId, maxLots }: LimitOrderQuantity,
): Rejection | null {
  const rights = state.rights.get(userId);
  if (rights === undefined) return reject('userUnknown', { userId });
  if (maxLots !== null && maxLots < 1) return reject('quantityNotPositive');

  rights.operatorMaxLots = maxLots;

  emit(quantityLimitOf(rights));
  return null;
}

export function setDealerScope(
  { state, emit }: OperatorContext,
  { userId, scope }: SetDealerScope,
): Rejection | null {
  const rights = state.rights.get(userId);
  if (rights === undefined) return reject('userUnknown', { userId });

  rights.scope = scope;

  emit({ kind: 'dealerScopeSet', userId, scope });
  return null;
}

export function setOwnMaxOrderQuantity(
  { rights, emit }: UserRightsContext,
  { maxLots }: SetOwnMaxOrderQuantity,
): Rejection | null {
  if (maxLots < 1) return reject('quantityNotPositive');

  rights.ownMaxLots = maxLots;

  emit(quantityLimitOf(rights));
  return null;
}

export function setOwnOrderGuards(
  { rights, emit }: UserRightsContext,
  { timeOutSeconds, suspendsOnDisconnect }: SetOwnOrderGuards,
): Rejection | null {
  if (!Number.isInteger(timeOutSeconds) || timeOutSeconds < 0 || timeOutSeconds > longestTimeOutSeconds)
    return reject('timeOutOutOfRange');

  rights.timeOutSeconds = timeOutSeconds;
  rights.suspendsOnDisconnect = suspendsOnDisconnect;

  emit({ kind: 'orderGuardsSet', userId: rights.userId, timeOutSeconds, suspendsOnDisconnect });
  return null;
}

const quantityLimitOf = ({ userId, ownMaxLots, operatorMaxLots }: UserRights): OrderQuantityLimited => ({
  kind: 'orderQuantityLimited',
  userId,
  ownMaxLots,
  operatorMaxLots,
});
