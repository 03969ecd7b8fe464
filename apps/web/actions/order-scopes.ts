// The scopes of "Cancel all" and "Suspend all": the dealer's own orders, those of the member, those in one contract.
import type { ActiveOrderRow, HqAccess } from '@openpit/wire';
import { matchesFilter, type OrderFilter } from './all-orders.ts';

export type OrderScope = 'mine' | 'member' | 'contract';

export interface ScopedOrders {
  readonly scope: OrderScope;
  readonly label: string;
  readonly filter: OrderFilter;
  readonly orders: readonly ActiveOrderRow[];
}

/** The scopes that the dealer may use. One with own-only visibility has no orders of the member to choose. */
export function orderScopes(
  rows: readonly ActiveOrderRow[],
  user: Pick<HqAccess, 'dealerCode' | 'memberCode' | 'scope'> | null,
  contract: string | null,
): readonly ScopedOrders[] {
  const scoped = (scope: OrderScope, label: string, filter: OrderFilter): ScopedOrders => ({
    scope,
    label,
    filter,
    orders: rows.filter((order) => matchesFilter(order, filter)),
  });
  return [
    ...(user === null ? [] : [scoped('mine', 'My orders', { dealer: user.dealerCode })]),
    ...(user === null || user.scope === 'own' ? [] : [scoped('member', `All of ${user.memberCode}`, {})]),
    ...(contract === null ? [] : [scoped('contract', `Orders in ${contract}`, { contract })]),
  ];
}
