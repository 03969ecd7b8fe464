// The owner of an order or a deal: a user and dealer of a member, and the account whose position changes.
import type { Capacity } from '@openpit/terms';
import type { Rejection } from '../kernel/rejection.ts';
import type { Market } from '../reference/market.ts';
import { reject } from './rights-rejections.ts';
import type { UserRights } from './user-rights.ts';

export interface OrderOwner {
  readonly userId: string;
  readonly member: string;
  readonly dealer: string;
  /** The member's own code or the code of a client. */
  readonly principal: string;
  readonly subAccount: string | null;
  readonly capacity: Capacity;
  readonly ref: string;
}

/** `null` while an account and its member are active (market/rights.md, Parties). */
export function inactiveRejection(
  { members, clients }: Pick<Market, 'members' | 'clients'>,
  { member, principal }: Pick<OrderOwner, 'member' | 'principal'>,
): Rejection | null {
  if (members.get(member)?.active !== true) return reject('principalNotActive', { principal: member });
  if (principal === member || clients.get(principal)?.active === true) return null;
  return reject('principalNotActive', { principal });
}

/** The account that a user names. */
type NamedAccount = Pick<OrderOwner, 'principal' | 'capacity' | 'subAccount' | 'ref'>;

/**
 * The owner of an order or deal that this user would enter, or why the account cannot be used. The principal and its member must be
 * active. The principal must belong to the user's member and match the capacity (market/orders.md, Order validation).
 */
export function ownerOf(market: Market, rights: UserRights, account: NamedAccount): OrderOwner | Rejection {
  const { member, dealer, userId } = rights;
  const { principal, capacity, subAccount, ref } = account;
  const isOwnBook = principal === member;
  const client = isOwnBook ? undefined : market.clients.get(principal);
  if (!isOwnBook && client?.member !== member) return reject('principalUnknown', { principal });
  // The checks of inactiveRejection with fewer look-ups, because this is on the order path.
  const ownMember = market.members.get(member);
  if (ownMember?.active !== true) return reject('principalNotActive', { principal: member });
  if (!isOwnBook && client?.active !== true) return reject('principalNotActive', { principal });
  if ((capacity === 'P') !== isOwnBook)
    return reject('capacityContradictsPrincipal', { principal, capacity, member });
  if (subAccount !== null) {
    const enabled = isOwnBook ? ownMember.subAccounts : client?.subAccounts;
    if (enabled?.includes(subAccount) !== true) return reject('subAccountUnknown', { principal, subAccount });
  }
  return { userId, member, dealer, principal, subAccount, capacity, ref };
}
