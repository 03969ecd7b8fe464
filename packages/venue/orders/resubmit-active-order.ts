// Resubmit a suspended order (ACT-7): validated again, it enters the market with a new time, behind all that rest at its
// price, or deals at once. It keeps its number.
import { effectiveMaxLots, type UserRights } from '../access/user-rights.ts';
import type { ResubmitActiveOrder } from '../commands.ts';
import { lots } from '../kernel/units.ts';
import type { OrderAnswer } from '../outcome.ts';
import { type Refusal, refusal } from '../refusals.ts';
import type { Handling, Market, VenueState } from '../state.ts';
import { enterMarket, selfMatchRefusal } from './enter-market.ts';
import { ownOrder } from './own-order.ts';
import { priceRefusal } from './price-check.ts';

export function resubmitActiveOrder(
  state: VenueState,
  market: Market,
  rights: UserRights,
  command: ResubmitActiveOrder,
  handling: Handling,
): OrderAnswer | Refusal {
  const { activeOrderSeq } = command;
  const found = ownOrder(state, market, rights, { activeOrderSeq, flag: 'resubmitActiveOrder' });
  if ('code' in found) return found;
  const { order, contract } = found;
  if (order.entry !== null) return refusal('orderNotSuspended', { activeOrderSeq });
  const { maxLots, whose } = effectiveMaxLots(rights);
  if (order.remaining > maxLots)
    return refusal('quantityAboveLimit', { lots: order.remaining, maxLots, whose });
  const failed = priceRefusal(contract, order.price) ?? selfMatchRefusal(state, market, contract, order);
  if (failed !== null) return failed;

  const before = order.remaining;
  handling.tell({ kind: 'orderResubmitted', activeOrderSeq, member: order.owner.member });
  const ended = enterMarket(state, contract, order, handling);

  return {
    activeOrderSeq,
    state: ended,
    remaining: order.remaining,
    dealt: lots(before - order.remaining),
    ref: order.owner.ref,
  };
}
