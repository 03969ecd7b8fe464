// An order that a user may act on: one of their own member, and for a dealer with own-only visibility one of their own. Any
// other order does not exist for the user: the rejection must not show the difference.
import type { Rejection } from '../kernel/rejection.ts';
import { isWithinScope } from '../rights/user-rights.ts';
import type { Order } from './order.ts';
import type { OwnOrdersAct } from './orders-act.ts';
import { reject } from './orders-rejections.ts';

export function ownOrder({ state, rights }: OwnOrdersAct, activeOrderSeq: number): Order | Rejection {
  const order = state.orders.find(activeOrderSeq);
  return order === undefined || !isWithinScope(rights, order.owner)
    ? reject('orderNotFound', { activeOrderSeq })
    : order;
}
