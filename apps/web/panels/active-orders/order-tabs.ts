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

/** Orders that were held over return at one time: each shows when it was entered (market.md, Hold over). */
export const shownTimeOf = ({ time, enteredAt }: Pick<ActiveOrderRow, 'time' | 'enteredAt'>): number =>
  enteredAt ?? time;

export const newestFirst = (a: ActiveOrderRow, b: ActiveOrderRow) =>
  shownTimeOf(b) - shownTimeOf(a) || b.activeOrderSeq - a.activeOrderSeq;
