// Reduce an active order (ACT-6): less is left of it, active or suspended; its place in the queue stays. To nothing is not a
// reduction: that is a deletion.
import type { UserRights } from '../access/user-rights.ts';
import type { ReduceActiveOrder } from '../commands.ts';
import { type Lots, lots } from '../kernel/units.ts';
import type { OrderAnswer } from '../outcome.ts';
import { type Rejection, rejection } from '../rejections.ts';
import type { Handling, Market, VenueState } from '../state.ts';
import { answerOf } from './insert-order.ts';
import { placeOf } from './order.ts';
import { stateOf } from './order-state.ts';
import { ownOrder } from './own-order.ts';

export function reduceActiveOrder(
  state: VenueState,
  market: Market,
  rights: UserRights,
  { activeOrderSeq, lots: left }: ReduceActiveOrder,
  handling: Handling,
): OrderAnswer | Rejection {
  const found = ownOrder(state, market, rights, { activeOrderSeq, flags: ['reduceActiveOrder'] });
  if ('code' in found) return found;
  const { order, contract } = found;
  if (left < 1 || left >= order.remaining)
    return rejection('reductionNotLower', { activeOrderSeq, remaining: order.remaining });

  const place = placeOf(order);
  if (order.entry !== null) contract.book.reduce(order.entry, left);
  order.lots = lots(order.lots - (order.remaining - left));
  order.remaining = left;

  handling.tell({ kind: 'orderReduced', ...place, left: left satisfies Lots });
  return answerOf(order, stateOf(market, order), left);
}
