// The tabs of the Active orders panel: all orders, those in the market, those suspended; the newest first.
import type { ActiveOrderRow } from '@openpit/wire';
import type { OrderTab } from './active-orders-settings.ts';

export function isInTab(order: Pick<ActiveOrderRow, 'state'>, tab: OrderTab): boolean {
  return tab === 'All' || (tab === 'Suspended') === (order.state === 'Suspended');
}

export function countsOf(orders: readonly ActiveOrderRow[]): Readonly<Record<OrderTab, number>> {
  const suspended = orders.filter((order) => isInTab(order, 'Suspended')).length;
  return { All: orders.length, Active: orders.length - suspended, Suspended: suspended };
}

export const newestFirst = (a: ActiveOrderRow, b: ActiveOrderRow) =>
  b.time - a.time || b.activeOrderSeq - a.activeOrderSeq;
