// An order is acted on by the dealers of its own member only. To anyone else it does not exist, and the answer must not
// tell the difference.
import type { UserRights } from '../access/user-rights.ts';
import { present } from '../kernel/assert.ts';
import { type Refusal, refusal } from '../refusals.ts';
import type { Contract, Market, VenueState } from '../state.ts';
import type { Order } from './order.ts';

export interface OwnOrder {
  readonly order: Order;
  readonly contract: Contract;
}

/** The open order with this number, or why this user may not act on it under this flag. */
export function ownOrder(
  state: VenueState,
  market: Market,
  rights: UserRights,
  { activeOrderSeq, flag }: { readonly activeOrderSeq: number; readonly flag: string },
): OwnOrder | Refusal {
  if (!rights.flags.has(flag)) return refusal('notPermitted', { flag });
  const order = state.orders.get(activeOrderSeq);
  if (order === undefined || order.owner.member !== rights.member)
    return refusal('orderNotFound', { activeOrderSeq });
  return {
    order,
    contract: present(market.contracts.get(order.contract), `order ${activeOrderSeq} has no contract`),
  };
}
