// Delete an active order (ACT-4): it leaves the market for good, whether it rested or was suspended. No undo.
import type { UserRights } from '../access/user-rights.ts';
import type { DeleteActiveOrder } from '../commands.ts';
import { lots } from '../kernel/units.ts';
import type { OrderAnswer } from '../outcome.ts';
import type { Refusal } from '../refusals.ts';
import type { Handling, Market, VenueState } from '../state.ts';
import { placeOf } from './order.ts';
import { ownOrder } from './own-order.ts';

export function deleteActiveOrder(
  state: VenueState,
  market: Market,
  rights: UserRights,
  command: DeleteActiveOrder,
  handling: Handling,
): OrderAnswer | Refusal {
  const { activeOrderSeq } = command;
  const found = ownOrder(state, market, rights, { activeOrderSeq, flag: 'deleteActiveOrder' });
  if ('code' in found) return found;
  const { order, contract } = found;

  const place = placeOf(order);
  if (order.entry !== null) contract.book.remove(order.entry);
  order.entry = null;
  state.orders.delete(activeOrderSeq);

  handling.tell({ kind: 'orderDeleted', ...place });
  return { activeOrderSeq, state: 'Cancelled', remaining: lots(0), dealt: lots(0), ref: order.owner.ref };
}
