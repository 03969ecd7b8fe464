// Suspends a user's orders without an action of the user (market.md, Time-out and disconnect): after a time-out, and when the connection is
// lost. Both are preferences of the user. A timer of the server only triggers the check.
import type { Rejection } from '../kernel/rejection.ts';
import { reject as rejectRights } from '../rights/rights-rejections.ts';
import { suspendFor } from './leave-market.ts';
import type { SuspendDisconnectedOrders, SuspendTimedOutOrders } from './order-commands.ts';
import type { OrdersAct } from './orders-act.ts';
import { reject } from './orders-rejections.ts';

export function suspendTimedOutOrders(act: OrdersAct, _command: SuspendTimedOutOrders): Rejection | null {
  const { state, at } = act;
  const timedOut = [...state.orders.all()].filter(({ entry, owner, queuedAt }) => {
    const seconds = state.rights.get(owner.userId)?.timeOutSeconds ?? 0;
    return entry !== null && seconds > 0 && queuedAt + seconds * 1000 <= at;
  });
  if (timedOut.length === 0) return reject('noOrdersToSuspend');
  suspendFor(act, timedOut, 'timedOut');
  return null;
}

export function suspendDisconnectedOrders(
  act: OrdersAct,
  { userId }: SuspendDisconnectedOrders,
): Rejection | null {
  const { state } = act;
  const rights = state.rights.get(userId);
  if (rights === undefined) return rejectRights('userUnknown', { userId });
  const orders = [...state.orders.all()].filter(
    ({ entry, isHeldOver, owner }) => owner.userId === userId && (entry !== null || isHeldOver),
  );
  if (!rights.suspendsOnDisconnect || orders.length === 0) return reject('noOrdersToSuspend');
  suspendFor(act, orders, 'disconnected');
  return null;
}
