// Amend an active order: suspend, edit and resubmit in one command, or nothing of it (design of the "Move"). Who may do it
// holds the three flags. A rejected amendment leaves the order where it stood, with its place in the queue.
import type { UserRights } from '../access/user-rights.ts';
import type { AmendActiveOrder } from '../commands.ts';
import type { OrderAnswer } from '../outcome.ts';
import { type Rejection, rejection } from '../rejections.ts';
import type { Handling, Market, VenueState } from '../state.ts';
import { applyChange, changed } from './change-order.ts';
import { enterMarket } from './enter-market.ts';
import { entryRejection } from './entry-check.ts';
import { answerOf } from './insert-order.ts';
import { suspend } from './leave-market.ts';
import { ownOrder } from './own-order.ts';

const flags = ['suspendActiveOrder', 'editSuspendOrder', 'resubmitActiveOrder'] as const;

export function amendActiveOrder(
  state: VenueState,
  market: Market,
  rights: UserRights,
  { activeOrderSeq, change }: AmendActiveOrder,
  handling: Handling,
): OrderAnswer | Rejection {
  const found = ownOrder(state, market, rights, { activeOrderSeq, flags });
  if ('code' in found) return found;
  const { order, contract } = found;
  if (order.isHeldOver) return rejection('orderHeldOver', { activeOrderSeq });
  if (order.entry === null) return rejection('orderNotActive', { activeOrderSeq });
  const wanted = changed(order, change, { market, rights, contract });
  if ('code' in wanted) return wanted;
  const failed = entryRejection({ state, market, rights, contract }, wanted);
  if (failed !== null) return failed;

  suspend(state, order, handling);
  applyChange(order, wanted, handling);
  handling.tell({ kind: 'orderResubmitted', activeOrderSeq, member: order.owner.member });
  const before = order.remaining;
  return answerOf(order, enterMarket(state, contract, order, handling), before);
}
