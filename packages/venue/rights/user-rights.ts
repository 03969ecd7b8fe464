// A user's permissions, and the limits of one order. Only commands change them, and every permission is denied until the operator grants it
// (PREF-1, AUTH-11).
import type { PermissionFlag } from '@openpit/terms';
import type { Rejection } from '../kernel/rejection.ts';
import { type Lots, lots } from '../kernel/units.ts';
import type { MarketContext } from '../reference/market.ts';
import { reject } from './rights-rejections.ts';

/**
 * The visibility of a dealer: the items that the dealer sees and acts on. `member`: everything that belongs to the dealer's member.
 * `own`: only the dealer's own orders and deals (own-only visibility).
 */
export type DealerScope = 'member' | 'own';

export interface UserRights {
  readonly userId: string;
  readonly member: string;
  readonly dealer: string;
  readonly flags: Set<PermissionFlag>;
  /** The user's own maximum for one order (PREF-3). */
  ownMaxLots: Lots;
  /** The operator's maximum for one order; null if there is none. */
  operatorMaxLots: Lots | null;
  /** The time that the user's orders may rest before they are suspended; 0 for no limit. */
  timeOutSeconds: number;
  /** True if the user's orders are suspended when the user has had no connection for a while. */
  suspendsOnDisconnect: boolean;
  scope: DealerScope;
}

export function newUserRights(user: { userId: string; member: string; dealer: string }): UserRights {
  return {
    ...user,
    flags: new Set(),
    ownMaxLots: lots(1),
    operatorMaxLots: null,
    timeOutSeconds: 0,
    suspendsOnDisconnect: false,
    scope: 'member',
  };
}

/** The smaller of the two maxima, and who has set it. */
function effectiveMaxLots(rights: UserRights): { maxLots: Lots; whose: 'own' | 'operator' } {
  const { ownMaxLots, operatorMaxLots } = rights;
  if (operatorMaxLots !== null && operatorMaxLots < ownMaxLots)
    return { maxLots: operatorMaxLots, whose: 'operator' };
  return { maxLots: ownMaxLots, whose: 'own' };
}

/** True if the user may see and act on this dealer's items. */
export function isWithinScope(
  { member, dealer, scope }: Pick<UserRights, 'member' | 'dealer' | 'scope'>,
  owner: { readonly member: string; readonly dealer: string },
): boolean {
  return owner.member === member && (scope === 'member' || owner.dealer === dealer);
}

/** The context of a command that a registered user has sent. */
export interface UserContext<State, Event> extends MarketContext<State, Event> {
  readonly rights: UserRights;
}

/**
 * Returns why an order or a reported deal may not have this quantity, or null if it may
 * (market/orders.md, Order validation). The quantity needs at least one lot, and may not exceed the
 * maximum of the user and of the operator.
 */
export function quantityRejection(rights: UserRights, quantity: Lots): Rejection | null {
  if (quantity < 1) return reject('quantityNotPositive');
  const { maxLots, whose } = effectiveMaxLots(rights);
  return quantity > maxLots ? reject('quantityAboveLimit', { lots: quantity, maxLots, whose }) : null;
}
