// The accounts and members to which a deal may be given.
import type { DealTerms } from '../deals/deal.ts';
import type { Rejection } from '../kernel/rejection.ts';
import { contractNamed, type Market } from '../reference/market.ts';
import { reject as rejectReference } from '../reference/reference-module.ts';
import { type OrderOwner, ownerOf } from '../rights/owner.ts';
import { reject as rejectRights } from '../rights/rights-rejections.ts';
import type { DealAccount } from './deal-commands.ts';
import { reject } from './deal-rejections.ts';
import type { OwnDealsAct } from './deals-act.ts';

/** The owner that a deal would have: an account of the own member, checked as for an order; or why it cannot be used. */
export function accountOwner(
  { market, rights }: OwnDealsAct,
  { principal, subAccount = null, capacity = null }: DealAccount,
  ref: string,
): OrderOwner | Rejection {
  return ownerOf(market, rights, {
    principal,
    subAccount,
    capacity: capacity ?? (principal === rights.member ? 'P' : 'A'),
    ref,
  });
}

/** The owner with another dealer of the same member, and the user who is that dealer; no user if nobody is. */
export function withDealer(
  { state, market }: OwnDealsAct,
  owner: OrderOwner,
  dealer: string | null,
): OrderOwner | Rejection {
  if (dealer === null || dealer === owner.dealer) return owner;
  const { member } = owner;
  if (!market.dealers.has(`${member}/${dealer}`)) return rejectRights('dealerUnknown', { member, dealer });
  const user = [...state.rights.values()].find((one) => one.member === member && one.dealer === dealer);
  return { ...owner, dealer, userId: user?.userId ?? '' };
}

/** Rejects a member that is not listed or not active. */
export function memberRejection({ members }: Market, member: string): Rejection | null {
  const found = members.get(member);
  if (found === undefined) return rejectReference('memberUnknown', { member });
  return found.active ? null : rejectReference('memberNotActive', { member });
}

/**
 * Rejects a deal that takes the position of an account further from flat than its limit allows. Of another member's account
 * the rejection says nothing else; a dealer with own-only visibility does not learn what an own account holds.
 */
export function reachRejection(
  { state, market, rights }: OwnDealsAct,
  owner: Pick<OrderOwner, 'member' | 'principal' | 'subAccount'>,
  { contract, side, lots }: Pick<DealTerms, 'contract' | 'side' | 'lots'>,
): Rejection | null {
  const { principal } = owner;
  const maxLots = state.positions.limitOf(principal);
  if (maxLots === undefined) return null;
  const net = state.positions.net(owner, contractNamed(market, contract));
  const reach = net + (side === 'B' ? lots : -lots);
  if (Math.abs(reach) <= maxLots || Math.abs(reach) <= Math.abs(net)) return null;
  if (owner.member !== rights.member) return reject('dealAbovePositionLimit', { whose: 'other', contract });
  if (rights.scope === 'own')
    return reject('dealAbovePositionLimit', { whose: 'shared', principal, contract, maxLots });
  return reject('dealAbovePositionLimit', { principal, contract, reach, maxLots });
}
