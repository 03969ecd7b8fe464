// Resubmit a suspended order (ACT-7): validated again, it enters the market with a new time, behind all that rest at its
// price, or deals at once. It keeps its number.
import type { UserRights } from '../access/user-rights.ts';
import type { ResubmitActiveOrder } from '../commands.ts';
import type { OrderAnswer } from '../outcome.ts';
import { type Rejection, rejection } from '../rejections.ts';
import type { Handling, Market, VenueState } from '../state.ts';
import { enterMarket } from './enter-market.ts';
import { entryRejection } from './entry-check.ts';
import { answerOf } from './insert-order.ts';
import { ownOrder } from './own-order.ts';

export function resubmitActiveOrder(
  state: VenueState,
  market: Market,
  rights: UserRights,
  { activeOrderSeq }: ResubmitActiveOrder,
  handling: Handling,
): OrderAnswer | Rejection {
  const found = ownOrder(state, market, rights, { activeOrderSeq, flags: ['resubmitActiveOrder'] });
  if ('code' in found) return found;
  const { order, contract } = found;
  if (order.isHeldOver) return rejection('orderHeldOver', { activeOrderSeq });
  if (order.entry !== null) return rejection('orderNotSuspended', { activeOrderSeq });
  const failed = entryRejection({ state, market, rights, contract }, order);
  if (failed !== null) return failed;

  const before = order.remaining;
  handling.tell({ kind: 'orderResubmitted', activeOrderSeq, member: order.owner.member });
  return answerOf(order, enterMarket(state, contract, order, handling), before);
}
