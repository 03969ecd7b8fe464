// The ledger of rights: what a user may do and how much at once. Changed by commands only; every flag is denied until an
// operator grants it (PREF-1, AUTH-11).
import type { DealerScope, Flag } from '../commands.ts';
import { type Lots, lots } from '../kernel/units.ts';

export interface UserRights {
  readonly userId: string;
  readonly member: string;
  readonly dealer: string;
  readonly flags: Set<Flag>;
  /** The user's own maximum for one order (PREF-3, default 1). */
  ownMaxLots: Lots;
  /** The operator's maximum for one order; null when there is none. */
  operatorMaxLots: Lots | null;
  /** How long an order of the user may rest before it is suspended; 0 for ever. */
  timeOutSeconds: number;
  /** Whether his orders are suspended when he has been without a connection for a while. */
  suspendsOnDisconnect: boolean;
  /** What of his member he sees and acts on. */
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

/** The smaller of the user's own maximum and the operator's, and whose it is. */
export function effectiveMaxLots(rights: UserRights): { maxLots: Lots; whose: 'own' | 'operator' } {
  const { ownMaxLots, operatorMaxLots } = rights;
  if (operatorMaxLots !== null && operatorMaxLots < ownMaxLots)
    return { maxLots: operatorMaxLots, whose: 'operator' };
  return { maxLots: ownMaxLots, whose: 'own' };
}

/** Whether the user may act on what belongs to this dealer of this member. To who may not it does not exist. */
export function isWithinScope(
  { member, dealer, scope }: Pick<UserRights, 'member' | 'dealer' | 'scope'>,
  owner: { readonly member: string; readonly dealer: string },
): boolean {
  return owner.member === member && (scope === 'member' || owner.dealer === dealer);
}
