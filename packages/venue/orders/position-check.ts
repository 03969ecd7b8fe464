// Step 10 of the validation chain (domain §3.4): an account with a limit must stay within it even if all that it has open on
// this side of the contract deals.
import { type Refusal, refusal } from '../refusals.ts';
import type { VenueState } from '../state.ts';
import type { Order } from './order.ts';

/** Null when the order may be entered. An order that is known already is not counted twice. */
export function positionRefusal(state: VenueState, order: Order): Refusal | null {
  const { principal } = order.owner;
  const maxLots = state.positions.limitOf(principal);
  if (maxLots === undefined) return null;
  let open: number = order.remaining;
  for (const other of state.orders.values())
    if (
      other.activeOrderSeq !== order.activeOrderSeq &&
      other.owner.principal === principal &&
      other.contract === order.contract &&
      other.side === order.side
    )
      open += other.remaining;
  const reach = state.positions.net(order.owner, order.contract) + (order.side === 'B' ? open : -open);
  if (Math.abs(reach) <= maxLots) return null;
  return refusal('positionAboveLimit', { principal, contract: order.contract, reach, maxLots });
}
