// Edit a suspended order (ACT-8): other price, quantity or principal; it stays suspended until it is resubmitted.
import type { UserRights } from '../access/user-rights.ts';
import type { EditSuspendOrder } from '../commands.ts';
import type { OrderAnswer } from '../outcome.ts';
import { type Rejection, rejection } from '../rejections.ts';
import type { Handling, Market, VenueState } from '../state.ts';
import { applyChange, changed } from './change-order.ts';
import { answerOf } from './insert-order.ts';
import { ownOrder } from './own-order.ts';

export function editSuspendOrder(
  state: VenueState,
  market: Market,
  rights: UserRights,
  { activeOrderSeq, change }: EditSuspendOrder,
  handling: Handling,
): OrderAnswer | Rejection {
  const found = ownOrder(state, market, rights, { activeOrderSeq, flags: ['editSuspendOrder'] });
  if ('code' in found) return found;
  const { order, contract } = found;
  if (order.isHeldOver) return rejection('orderHeldOver', { activeOrderSeq });
  if (order.entry !== null) return rejection('orderNotSuspended', { activeOrderSeq });
  const wanted = changed(order, change, { market, rights, contract });
  if ('code' in wanted) return wanted;

  applyChange(order, wanted, handling);

  return answerOf(order, 'Suspended', order.remaining);
}
