// Cancels or suspends all orders of the own member that match a filter (ACT-2, ACT-3): one command, on what matches when it
// arrives. It always asks first, naming the scope and the count; the count that was confirmed goes along.
import type { ActiveOrderRow, AllOrdersBody, AllOrdersReply, PermissionFlag } from '@openpit/wire';
import type { CallResult } from '../http/call-result.ts';
import {
  cancelAllActiveOrders as sendCancel,
  suspendAllActiveOrders as sendSuspend,
} from '../http/orders.ts';
import type { Action, Question } from './action.ts';
import { permitted } from './order-actions.ts';

export type OrderFilter = AllOrdersBody['filter'];

export interface AllOrdersTarget {
  readonly filter: OrderFilter;
  /** The orders that match, as this page knows them. */
  readonly orders: readonly ActiveOrderRow[];
  /** Leaves those alone that are held over beyond today; they go with the others unless the user says so. */
  readonly keepsHeldOver?: boolean;
  readonly requestId: string;
}

export interface AllOrdersAction extends Action<AllOrdersTarget, Promise<CallResult<AllOrdersReply>>> {
  readonly flag: PermissionFlag;
  /** The orders among these on which it acts. */
  affected(orders: readonly ActiveOrderRow[]): readonly ActiveOrderRow[];
  tell(reply: AllOrdersReply, target: AllOrdersTarget): string;
}

export function matchesFilter(order: ActiveOrderRow, filter: OrderFilter): boolean {
  const { instrument, contract, principal, dealer } = filter;
  return (
    (instrument === undefined || order.instrument === instrument) &&
    (contract === undefined || order.contract === contract) &&
    (principal === undefined || order.principal === principal) &&
    (dealer === undefined || order.dealer === dealer)
  );
}

/** "of dealer ABD in DEC26 WMAZ"; "of your member" when nothing is left out. */
export function scopeWords({ instrument, contract, principal, dealer }: OrderFilter): string {
  const parts = [
    dealer === undefined ? null : `of dealer ${dealer}`,
    principal === undefined ? null : `for ${principal}`,
    contract === undefined ? null : `in ${contract}`,
    instrument === undefined ? null : `in ${instrument}`,
  ].filter((part) => part !== null);
  return parts.length === 0 ? 'of your member' : parts.join(' ');
}

export const ordersText = (count: number) => (count === 1 ? '1 order' : `${count} orders`);

function contractsText(orders: readonly ActiveOrderRow[]): string {
  const counts = new Map<string, number>();
  for (const { contract } of orders) counts.set(contract, (counts.get(contract) ?? 0) + 1);
  const named = [...counts].slice(0, 6).map(([contract, count]) => `${count} in ${contract}`);
  return counts.size > 6 ? `${named.join(', ')} and more` : named.join(', ');
}

/** What the question says besides: how many of them are suspended. */
function suspendedText(orders: readonly ActiveOrderRow[]): string {
  const count = orders.filter(({ state }) => state === 'Suspended').length;
  if (count === 0) return '';
  return ` ${count === 1 ? 'One of them is' : `${count} of them are`} suspended.`;
}

const heldOver = (orders: readonly ActiveOrderRow[]) =>
  orders.filter(({ holdOverUntil }) => typeof holdOverUntil === 'string');

/** Without those that are held over, where they are kept. */
export const ordersMeant = ({
  orders,
  keepsHeldOver = false,
}: Pick<AllOrdersTarget, 'orders' | 'keepsHeldOver'>) =>
  keepsHeldOver ? orders.filter(({ holdOverUntil }) => !holdOverUntil) : orders;

/** The second way to go on, where some of the orders are held over and some are not. */
function otherWay(verb: string, orders: readonly ActiveOrderRow[]): Pick<Question, 'otherLabel'> {
  const held = heldOver(orders).length;
  return held === 0 || held === orders.length
    ? {}
    : { otherLabel: `${verb} the ${orders.length - held} not held over` };
}

const heldOverText = (orders: readonly ActiveOrderRow[]) => {
  const count = heldOver(orders).length;
  return count === 0 ? '' : ` ${count === 1 ? 'One of them is' : `${count} of them are`} held over.`;
};

const body = (
  { filter, requestId, keepsHeldOver = false }: AllOrdersTarget,
  expectedCount: number,
): AllOrdersBody => ({ requestId, filter, includeHoldOver: !keepsHeldOver, expectedCount });

/** When the venue acted on another number than was confirmed, the difference is told. */
function countNote(reply: AllOrdersReply, expected: number): string {
  if (reply.orders.length === expected) return '';
  return ` When you confirmed there were ${expected}.`;
}

export const cancelAllActiveOrders: AllOrdersAction = {
  id: 'cancelAllActiveOrders',
  label: 'Cancel all',
  flag: 'cancelAllActiveOrders',
  affected: (orders) => orders,
  enabled: ({ orders }, context) => {
    const answer = permitted('cancelAllActiveOrders', context);
    if (answer !== true) return answer;
    return orders.length > 0 ? true : { reason: 'There are no orders to cancel.' };
  },
  mustConfirm: ({ filter, orders }) => ({
    title: `Cancel ${ordersText(orders.length)}?`,
    sentence: `All orders ${scopeWords(filter)}: ${contractsText(orders)}.${suspendedText(orders)}${heldOverText(orders)} Cancelled orders do not come back.`,
    confirmLabel: `Cancel ${ordersText(orders.length)}`,
    ...otherWay('Cancel', orders),
    cancelLabel: 'Keep them',
    isDestructive: true,
  }),
  perform: (target) => sendCancel(body(target, ordersMeant(target).length)),
  tell: (reply, target) =>
    `Cancelled ${ordersText(reply.orders.length)} ${scopeWords(target.filter)}.${countNote(reply, ordersMeant(target).length)}`,
};

const inMarket = (orders: readonly ActiveOrderRow[]) => orders.filter(({ state }) => state !== 'Suspended');

export const suspendAllActiveOrders: AllOrdersAction = {
  id: 'suspendAllActiveOrders',
  label: 'Suspend all',
  flag: 'suspendAllActiveOrders',
  affected: inMarket,
  enabled: ({ orders }, context) => {
    const answer = permitted('suspendAllActiveOrders', context);
    if (answer !== true) return answer;
    return inMarket(orders).length > 0 ? true : { reason: 'There are no active orders to suspend.' };
  },
  mustConfirm: ({ filter, orders }) => {
    const active = inMarket(orders);
    return {
      title: `Suspend ${ordersText(active.length)}?`,
      sentence: `All active orders ${scopeWords(filter)}: ${contractsText(active)}.${heldOverText(active)} They leave the market and lose their place in the queue; resubmitting brings each back.`,
      confirmLabel: `Suspend ${ordersText(active.length)}`,
      ...otherWay('Suspend', active),
      cancelLabel: 'Keep them',
      isDestructive: true,
    };
  },
  perform: (target) => sendSuspend(body(target, inMarket(ordersMeant(target)).length)),
  tell: (reply, target) =>
    `Suspended ${ordersText(reply.orders.length)} ${scopeWords(target.filter)}.${countNote(reply, inMarket(ordersMeant(target)).length)}`,
};
