// The filter tabs of the blotter (domain §4.6): all orders, those in the market, those suspended, newest first.
import type { ActiveOrderRow } from '@openpit/wire';

export const orderTabs = ['All', 'Active', 'Suspended'] as const;
export type OrderTab = (typeof orderTabs)[number];

export function isInTab(order: Pick<ActiveOrderRow, 'state'>, tab: OrderTab): boolean {
  return tab === 'All' || (tab === 'Suspended') === (order.state === 'Suspended');
}

export function countsOf(orders: readonly ActiveOrderRow[]): Readonly<Record<OrderTab, number>> {
  const suspended = orders.filter((order) => isInTab(order, 'Suspended')).length;
  return { All: orders.length, Active: orders.length - suspended, Suspended: suspended };
}

/** Keys of the orders of a tab, the newest first. */
export function ordersOfTab(orders: readonly ActiveOrderRow[], tab: OrderTab): number[] {
  return orders
    .filter((order) => isInTab(order, tab))
    .sort((a, b) => b.time - a.time || b.activeOrderSeq - a.activeOrderSeq)
    .map((order) => order.activeOrderSeq);
}
