// To whom a deal may be given: the own member's book or one of its active clients, in a sub-account that is enabled there, by one of
// the own dealers. The same check as for an order (domain §3.4 step 6); the capacity follows from the principal.
import type { OrderOwner } from '../events.ts';
import { ownerOf } from '../orders/owner-check.ts';
import { type Rejection, rejection } from '../rejections.ts';
import type { DealDesk } from './deal-action.ts';
import type { DealAccount } from './deal-commands.ts';

/** The owner that the deal would have, or why it cannot. */
export function accountOwner(
  { market, rights }: DealDesk,
  { principal, subAccount, capacity }: DealAccount,
  ref: string,
): OrderOwner | Rejection {
  return ownerOf(market, rights, {
    principal,
    subAccount,
    capacity: capacity ?? (principal === rights.member ? 'P' : 'A'),
    ref,
  });
}

/** The owner with another dealer of the same member; the user is the one who is that dealer, none if nobody is. */
export function withDealer(
  { state, market }: DealDesk,
  owner: OrderOwner,
  dealer: string | null,
): OrderOwner | Rejection {
  if (dealer === null || dealer === owner.dealer) return owner;
  const { member } = owner;
  if (!market.dealers.has(`${member}/${dealer}`)) return rejection('dealerUnknown', { member, dealer });
  const user = [...state.users.values()].find((one) => one.member === member && one.dealer === dealer);
  return { ...owner, dealer, userId: user?.userId ?? '' };
}
