// The actions on all of a member's orders that match a filter (ACT-2, ACT-3): they act on what matches at that moment, in one
// command, and say on what.
import { isWithinScope, type UserRights } from '../access/user-rights.ts';
import type { CancelAllActiveOrders, OrderFilter, SuspendAllActiveOrders } from '../commands.ts';
import type { OrdersAnswer } from '../outcome.ts';
import { type Rejection, rejection } from '../rejections.ts';
import type { Handling, Market, VenueState } from '../state.ts';
import { leaveMarket, suspend } from './leave-market.ts';
import type { Order } from './order.ts';
import { isSuspended } from './order-state.ts';

export function cancelAllActiveOrders(
  state: VenueState,
  market: Market,
  rights: UserRights,
  { filter, includeHoldOver = true }: CancelAllActiveOrders,
  handling: Handling,
): OrdersAnswer | Rejection {
  if (!rights.flags.has('cancelAllActiveOrders'))
    return rejection('notPermitted', { flag: 'cancelAllActiveOrders' });
  const orders = matching(state, market, rights, filter).filter(
    ({ holdOverUntil }) => includeHoldOver || holdOverUntil === null,
  );
  if (orders.length === 0) return rejection('noOrdersMatch');

  for (const order of orders) leaveMarket(state, order, handling, 'cancelledAll');

  return { kind: 'orders', orders: orders.map(({ activeOrderSeq }) => activeOrderSeq) };
}

export function suspendAllActiveOrders(
  state: VenueState,
  market: Market,
  rights: UserRights,
  { filter, includeHoldOver = true }: SuspendAllActiveOrders,
  handling: Handling,
): OrdersAnswer | Rejection {
  if (!rights.flags.has('suspendAllActiveOrders'))
    return rejection('notPermitted', { flag: 'suspendAllActiveOrders' });
  const orders = matching(state, market, rights, filter).filter(
    (order) => !isSuspended(order) && (includeHoldOver || order.holdOverUntil === null),
  );
  if (orders.length === 0) return rejection('noOrdersMatch');

  for (const order of orders) suspend(state, order, handling);

  return { kind: 'orders', orders: orders.map(({ activeOrderSeq }) => activeOrderSeq) };
}

function matching(state: VenueState, market: Market, rights: UserRights, filter: OrderFilter): Order[] {
  const { contract, principal, dealer, instrument } = filter;
  return [...state.orders.values()].filter(
    (order) =>
      isWithinScope(rights, order.owner) &&
      (contract === null || order.contract === contract) &&
      (principal === null || order.owner.principal === principal) &&
      (dealer === null || order.owner.dealer === dealer) &&
      (instrument === null || market.contracts.get(order.contract)?.instrument.code === instrument),
  );
}
