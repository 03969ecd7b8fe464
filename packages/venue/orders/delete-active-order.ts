// Delete an active order (ACT-4): it leaves the market for good, whether it rested or was suspended. No undo.
import type { UserRights } from '../access/user-rights.ts';
import type { DeleteActiveOrder } from '../commands.ts';
import type { OrderAnswer } from '../outcome.ts';
import type { Rejection } from '../rejections.ts';
import type { Handling, Market, VenueState } from '../state.ts';
import { answerOf } from './insert-order.ts';
import { leaveMarket } from './leave-market.ts';
import { ownOrder } from './own-order.ts';

export function deleteActiveOrder(
  state: VenueState,
  market: Market,
  rights: UserRights,
  { activeOrderSeq }: DeleteActiveOrder,
  handling: Handling,
): OrderAnswer | Rejection {
  const found = ownOrder(state, market, rights, { activeOrderSeq, flags: ['deleteActiveOrder'] });
  if ('code' in found) return found;

  leaveMarket(state, found.order, handling, 'deleted');

  return answerOf(found.order, 'Cancelled', found.order.remaining);
}
