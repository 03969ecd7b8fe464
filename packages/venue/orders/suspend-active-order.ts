// Suspend an active order (ACT-5): it leaves the book and the depth, keeps its price and its remaining lots, and loses
// its place in the queue.
import type { UserRights } from '../access/user-rights.ts';
import type { SuspendActiveOrder } from '../commands.ts';
import { lots } from '../kernel/units.ts';
import type { OrderAnswer } from '../outcome.ts';
import { type Refusal, refusal } from '../refusals.ts';
import type { Handling, Market, VenueState } from '../state.ts';
import { placeOf } from './order.ts';
import { ownOrder } from './own-order.ts';

export function suspendActiveOrder(
  state: VenueState,
  market: Market,
  rights: UserRights,
  command: SuspendActiveOrder,
  handling: Handling,
): OrderAnswer | Refusal {
  const { activeOrderSeq } = command;
  const found = ownOrder(state, market, rights, { activeOrderSeq, flag: 'suspendActiveOrder' });
  if ('code' in found) return found;
  const { order, contract } = found;
  if (order.entry === null) return refusal('orderNotActive', { activeOrderSeq });

  const place = placeOf(order);
  contract.book.remove(order.entry);
  order.entry = null;

  handling.tell({ kind: 'orderSuspended', ...place });
  return {
    activeOrderSeq,
    state: 'Suspended',
    remaining: order.remaining,
    dealt: lots(0),
    ref: order.owner.ref,
  };
}
