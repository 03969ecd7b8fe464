// Step 6 of the validation chain (domain §3.4): the principal exists, may deal for this dealer's member, and agrees with
// the capacity: P is the member's own book, A a client.
import type { UserRights } from '../access/user-rights.ts';
import type { OrderOwner } from '../events.ts';
import type { Capacity } from '../kernel/units.ts';
import { type Rejection, rejection } from '../rejections.ts';
import type { Market } from '../state.ts';

/** For whom an order is meant to be. */
export interface WantedOwner {
  readonly principal: string;
  readonly capacity: Capacity;
  readonly subAccount: string | null;
  readonly ref: string;
}

/** The owner of the order, or why it cannot have one. */
export function ownerOf(market: Market, rights: UserRights, wanted: WantedOwner): OrderOwner | Rejection {
  const { member, dealer, userId } = rights;
  const { principal, capacity, subAccount, ref } = wanted;
  const own = principal === member;
  const client = market.clients.get(principal);
  if (!own && client?.member !== member) return rejection('principalUnknown', { principal });
  const active = own ? market.members.get(member)?.active === true : client?.active === true;
  if (!active) return rejection('principalNotActive', { principal });
  if ((capacity === 'P') !== own)
    return rejection('capacityContradictsPrincipal', { principal, capacity, member });
  const enabled = own ? market.members.get(member)?.subAccounts : client?.subAccounts;
  if (subAccount !== null && !(enabled ?? []).includes(subAccount))
    return rejection('subAccountUnknown', { principal, subAccount });
  return { userId, member, dealer, principal, subAccount, capacity, ref };
}
