// An order that a user may act on: an order of the user's member, or only of the user if their visibility is own-only. Any other order does
// not exist for the user, so the rejection must not reveal the difference.
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
