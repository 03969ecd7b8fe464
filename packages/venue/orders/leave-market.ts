// Removes orders from the market permanently, or only from the book.
import { markRulesOf } from '../reference/reference-data.ts';
import type { Order } from './order.ts';
import type { OrderDeleted, OrderPlace, OrdersSuspendedFor } from './order-events.ts';
import type { OrdersContext } from './orders-context.ts';

/** The current place of the order: read it before the order moves, emit it afterwards. */
export function placeOf(order: Order): OrderPlace {
  return {
    activeOrderSeq: order.activeOrderSeq,
    contract: order.contract.name,
    side: order.side,
    price: order.price,
    lots: order.remaining,
    member: order.owner.member,
    rested: order.entry !== null,
  };
}

/** Removes the order permanently, whether it rests or is suspended. */
export function deleteOrder(context: OrdersContext, order: Order, reason: OrderDeleted['reason']): void {
  const rested = order.entry !== null;
  leaveBook(context, order);
  context.state.orders.remove(order);
  // Field by field, because this is on the order path and a spread is slow.
  context.emit({
    kind: 'orderDeleted',
    activeOrderSeq: order.activeOrderSeq,
    contract: order.contract.name,
    side: order.side,
    price: order.price,
    lots: order.remaining,
    member: order.owner.member,
    rested,
    reason,
  });
}

/** Removes the order from the book but keeps it open. */
export function suspendOrder(context: OrdersContext, order: Order): void {
  const rested = order.entry !== null;
  leaveBook(context, order);
  order.isHeldOver = false;
  context.emit({
    kind: 'orderSuspended',
    activeOrderSeq: order.activeOrderSeq,
    contract: order.contract.name,
    side: order.side,
    price: order.price,
    lots: order.remaining,
    member: order.owner.member,
    rested,
  });
}

/** Removes the order from the book if it is there. */
function leaveBook(context: OrdersContext, order: Order): void {
  if (order.entry !== null) noteLeft(context, order);
  leaveEndedBook(context, order);
}

/** The same after the day is marked, when the composition of the book no longer matters. */
export function leaveEndedBook({ state, at }: OrdersContext, order: Order): void {
  if (order.entry === null) return;
  const { contract } = order;
  contract.book.remove(order.entry);
  order.entry = null;
  if (state.limits.lockOf(contract) !== null) state.limits.updateLock(contract, at);
}

/** Call this when an order leaves the book, because the closing moment of the MTM may turn out to be earlier. */
export function noteLeft({ state, market, at }: OrdersContext, order: Order): void {
  state.orders.left.note(order, at, markRulesOf(market.rules));
}

/** Suspends orders on the market's initiative. Each dealer is notified once, with the reason. */
export function suspendFor(
  context: OrdersContext,
  orders: readonly Order[],
  reason: OrdersSuspendedFor['reason'],
): void {
  const byUser = new Map<string, number[]>();
  for (const order of orders) {
    suspendOrder(context, order);
    const { userId } = order.owner;
    const numbers = byUser.get(userId);
    if (numbers === undefined) byUser.set(userId, [order.activeOrderSeq]);
    else numbers.push(order.activeOrderSeq);
  }
  for (const [userId, numbers] of byUser)
    context.emit({ kind: 'ordersSuspendedFor', userId, reason, orders: numbers });
}
