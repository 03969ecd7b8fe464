// The actions on one order: delete, suspend, resubmit, reduce (ACT-4 to ACT-7).
import { isRejection, type Rejection } from '../kernel/rejection.ts';
import { type Lots, lots } from '../kernel/units.ts';
import { isWithinScope } from '../rights/user-rights.ts';
import { enterMarket } from './enter-market.ts';
import { entryRejection } from './entry-checks.ts';
import { deleteOrder, placeOf, suspendOrder } from './leave-market.ts';
import { isSuspended, type Order, stateOf } from './order.ts';
import { answerOf, type OrderAnswer } from './order-answers.ts';
import type {
  DeleteActiveOrder,
  ReduceActiveOrder,
  ResubmitActiveOrder,
  SuspendActiveOrder,
} from './order-commands.ts';
import type { OrdersAct, OwnOrdersAct } from './orders-act.ts';
import { reject } from './orders-rejections.ts';

/** The order leaves the market permanently, whether it rested or was suspended. There is no undo. */
export function deleteActiveOrder(
  act: OwnOrdersAct,
  { activeOrderSeq }: DeleteActiveOrder,
): OrderAnswer | Rejection {
  const order = ownOrder(act, activeOrderSeq);
  if (isRejection(order)) return order;

  deleteOrder(act, order, 'deleted');

  return answerOf(order, 'Cancelled', order.remaining);
}

/** The order leaves book and depth; it keeps its price and remaining lots and loses its place in the queue. */
export function suspendActiveOrder(
  act: OwnOrdersAct,
  { activeOrderSeq }: SuspendActiveOrder,
): OrderAnswer | Rejection {
  const order = ownOrder(act, activeOrderSeq);
  if (isRejection(order)) return order;
  if (isSuspended(order)) return reject('orderNotActive', { activeOrderSeq });

  suspendOrder(act, order);

  return answerOf(order, 'Suspended', order.remaining);
}

/** A suspended order is checked again and enters the market with a new time; it keeps its number. */
export function resubmitActiveOrder(
  act: OwnOrdersAct,
  { activeOrderSeq }: ResubmitActiveOrder,
): OrderAnswer | Rejection {
  const order = ownOrder(act, activeOrderSeq);
  if (isRejection(order)) return order;
  if (order.isHeldOver) return reject('orderHeldOver', { activeOrderSeq });
  if (order.entry !== null) return reject('orderNotSuspended', { activeOrderSeq });
  const rejected = entryRejection(act, 'resubmit', order);
  if (rejected !== null) return rejected;

  const before = order.remaining;
  act.emit({ kind: 'orderResubmitted', activeOrderSeq, member: order.owner.member });
  return answerOf(order, enterMarket(act, order), before);
}

/** Less is left of the order, which keeps its place in the queue. Reducing to nothing is a deletion and not accepted here. */
export function reduceActiveOrder(
  act: OwnOrdersAct,
  { activeOrderSeq, lots: left }: ReduceActiveOrder,
): OrderAnswer | Rejection {
  const order = ownOrder(act, activeOrderSeq);
  if (isRejection(order)) return order;
  const { remaining } = order;
  if (left < 1 || left >= remaining) return reject('reductionNotLower', { activeOrderSeq, remaining });

  return reduceOrder(act, order, left);
}

/** `left`: fewer lots than remain. */
export function reduceOrder(act: OrdersAct, order: Order, left: Lots): OrderAnswer {
  const place = placeOf(order);
  if (order.entry !== null) order.contract.book.reduce(order.entry, left);
  order.lots = lots(order.lots - (order.remaining - left));
  order.remaining = left;
  act.state.orders.put(order);

  act.emit({ kind: 'orderReduced', ...place, left });
  return answerOf(order, stateOf(act.state, order), left);
}

/**
 * An order that the user may act on: an order of the user's member, or only of the user if their visibility is own-only. Any other order does
 * not exist for the user, so the rejection must not reveal the difference.
 */
export function ownOrder({ state, rights }: OwnOrdersAct, activeOrderSeq: number): Order | Rejection {
  const order = state.orders.find(activeOrderSeq);
  return order === undefined || !isWithinScope(rights, order.owner)
    ? reject('orderNotFound', { activeOrderSeq })
    : order;
}
