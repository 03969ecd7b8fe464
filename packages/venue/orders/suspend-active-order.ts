// Suspend an active order (ACT-5): it leaves the book and the depth, keeps its price and its remaining lots, and loses
// its place in the queue.
import type { UserRights } from '../access/user-rights.ts';
import type { SuspendActiveOrder } from '../commands.ts';
import type { OrderAnswer } from '../outcome.ts';
import { type Rejection, rejection } from '../rejections.ts';
import type { Handling, Market, VenueState } from '../state.ts';
import { answerOf } from './insert-order.ts';
import { suspend } from './leave-market.ts';
import { isSuspended } from './order-state.ts';
import { ownOrder } from './own-order.ts';

export function suspendActiveOrder(
  state: VenueState,
  market: Market,
  rights: UserRights,
  { activeOrderSeq }: SuspendActiveOrder,
  handling: Handling,
): OrderAnswer | Rejection {
  const found = ownOrder(state, market, rights, { activeOrderSeq, flags: ['suspendActiveOrder'] });
  if ('code' in found) return found;
  if (isSuspended(found.order)) return rejection('orderNotActive', { activeOrderSeq });

  suspend(state, found.order, handling);

  return answerOf(found.order, 'Suspended', found.order.remaining);
}
