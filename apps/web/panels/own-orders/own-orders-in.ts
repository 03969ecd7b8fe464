// The user's orders in a contract, for "Cancel my orders here": the orders of the signed-in dealer, or of the
// whole member when the account names no dealer.
import type { ActiveOrderRow } from '@openpit/wire';
import { type AllOrdersTarget, matchesFilter, type OrderFilter } from '../../actions/all-orders.ts';
import { useSession } from '../../stores/session.ts';
import { dataSetStores } from '../../stores/stores.ts';

export function ownOrdersIn(contract: string): Omit<AllOrdersTarget, 'requestId'> {
  const dealer = useSession.getState().hqAccess?.dealerCode ?? '';
  const filter: OrderFilter = { contract, ...(dealer !== '' && { dealer }) };
  const orders: ActiveOrderRow[] = dataSetStores.activeOrders
    .keys()
    .flatMap((key) => dataSetStores.activeOrders.get(key) ?? [])
    .filter((order) => matchesFilter(order, filter));
  return { filter, orders };
}
