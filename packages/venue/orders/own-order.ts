// An order is acted on by the dealers of its own member only, and by a dealer who is kept to his own only when it is his. To anyone else it does not exist, and the answer must not
// tell the difference.
import { isWithinScope, type UserRights } from '../access/user-rights.ts';
import type { Flag } from '../commands.ts';
import { present } from '../kernel/assert.ts';
import { type Rejection, rejection } from '../rejections.ts';
import type { Contract, Market, VenueState } from '../state.ts';
import type { Order } from './order.ts';

export interface OwnOrder {
  readonly order: Order;
  readonly contract: Contract;
}

/** The open order with this number, or why this user, who needs all these flags, may not act on it. */
export function ownOrder(
  state: VenueState,
  market: Market,
  rights: UserRights,
  { activeOrderSeq, flags }: { readonly activeOrderSeq: number; readonly flags: readonly Flag[] },
): OwnOrder | Rejection {
  const lacking = flags.find((flag) => !rights.flags.has(flag));
  if (lacking !== undefined) return rejection('notPermitted', { flag: lacking });
  const order = state.orders.get(activeOrderSeq);
  if (order === undefined || !isWithinScope(rights, order.owner))
    return rejection('orderNotFound', { activeOrderSeq });
  return {
    order,
    contract: present(market.contracts.get(order.contract), `order ${activeOrderSeq} has no contract`),
  };
}
