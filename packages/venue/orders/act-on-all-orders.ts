// The actions on all orders that match a filter (ACT-2, ACT-3), and the suspension of a user's orders by a timer. One command acts on the
// orders that match at that moment. The answer to an action of a user names them.
import { matchesOrderFilter, type OrderFilter } from '@openpit/terms';
import type { Rejection } from '../kernel/rejection.ts';
import { reject as rejectRights } from '../rights/rights-rejections.ts';
import { isWithinScope } from '../rights/user-rights.ts';
import { deleteOrder, suspendFor, suspendOrder } from './leave-market.ts';
import { isSuspended, type Order } from './order.ts';
import type { OrdersAnswer } from './order-answers.ts';
import type {
  CancelAllActiveOrders,
  SuspendAllActiveOrders,
  SuspendDisconnectedOrders,
  SuspendTimedOutOrders,
} from './order-commands.ts';
import type { OrdersContext, UserOrdersContext } from './orders-context.ts';
import { reject } from './orders-rejections.ts';

export function cancelAllActiveOrders(
  context: UserOrdersContext,
  { filter, includeHoldOver = true }: CancelAllActiveOrders,
): OrdersAnswer | Rejection {
  const orders = matching(context, filter).filter(
    ({ holdOverUntil }) => includeHoldOver || holdOverUntil === null,
  );
  if (orders.length === 0) return reject('noOrdersMatch');

  for (const order of orders) deleteOrder(context, order, 'cancelledAll');

  return answerOf(orders);
}

export function suspendAllActiveOrders(
  context: UserOrdersContext,
  { filter, includeHoldOver = true }: SuspendAllActiveOrders,
): OrdersAnswer | Rejection {
  const orders = matching(context, filter).filter(
    (order) => !isSuspended(order) && (includeHoldOver || order.holdOverUntil === null),
  );
  if (orders.length === 0) return reject('noOrdersMatch');

  for (const order of orders) suspendOrder(context, order);

  return answerOf(orders);
}

function matching({ state, rights }: UserOrdersContext, filter: OrderFilter): Order[] {
  return [...state.orders.all()].filter((order) => {
    const { owner, contract } = order;
    const { userId, principal, dealer } = owner;
    const facts = { contract: contract.name, instrument: contract.instrument.code, principal, dealer };
    return (
      isWithinScope(rights, owner) &&
      matchesOrderFilter({ ...facts, isMine: userId === rights.userId }, filter)
    );
  });
}

const answerOf = (orders: readonly Order[]): OrdersAnswer => ({
  kind: 'orders',
  orders: orders.map(({ activeOrderSeq }) => activeOrderSeq),
});

/**
 * Suspends the orders that have rested for longer than the time-out of their users, which is a preference (market/orders.md, Time-out and
 * disconnect). A timer of the server only triggers the check.
 */
export function suspendTimedOutOrders(
  context: OrdersContext,
  _command: SuspendTimedOutOrders,
): Rejection | null {
  const timedOut = [...timedOutOrders(context)];
  if (timedOut.length === 0) return reject('noOrdersToSuspend');
  suspendFor(context, timedOut, 'timedOut');
  return null;
}

/** The orders that `suspendTimedOutOrders` would suspend at this time. The server's timer asks for them before it sends the command. */
export function* timedOutOrders({ state, at }: Pick<OrdersContext, 'state' | 'at'>): Generator<Order> {
  for (const order of state.orders.all()) {
    const { entry, owner, queuedAt } = order;
    const seconds = state.rights.get(owner.userId)?.timeOutSeconds ?? 0;
    if (entry !== null && seconds > 0 && queuedAt + seconds * 1000 <= at) yield order;
  }
}

/**
 * Suspends the orders of a user whose connection is lost, if the user's preferences ask for it (market/orders.md, Time-out and
 * disconnect).
 */
export function suspendDisconnectedOrders(
  context: OrdersContext,
  { userId }: SuspendDisconnectedOrders,
): Rejection | null {
  const { state } = context;
  const rights = state.rights.get(userId);
  if (rights === undefined) return rejectRights('userUnknown', { userId });
  const orders = [...state.orders.all()].filter(
    ({ entry, isHeldOver, owner }) => owner.userId === userId && (entry !== null || isHeldOver),
  );
  if (!rights.suspendsOnDisconnect || orders.length === 0) return reject('noOrdersToSuspend');
  suspendFor(context, orders, 'disconnected');
  return null;
}
