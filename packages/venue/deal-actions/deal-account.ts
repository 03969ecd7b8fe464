// Checks the accounts and members to which a deal may be moved.
import { otherSide } from '@openpit/terms';
import type { Deal, DealTerms } from '../deals/deal.ts';
import { type ActName, isChecked } from '../kernel/act-conditions.ts';
import type { Rejection } from '../kernel/rejection.ts';
import { amountText, lots } from '../kernel/units.ts';
import { addHolding, holdingsOf, portfolioOf } from '../margins/account-portfolio.ts';
import { portfolioMargin, scanOnce } from '../margins/portfolio-margin.ts';
import { closes, roomRejection } from '../positions/account-room.ts';
import { isBeyond } from '../positions/positions-module.ts';
import { contractNamed, type Market } from '../reference/market.ts';
import { reject as rejectReference } from '../reference/reference-module.ts';
import { inactiveRejection, type OrderOwner, ownerOf } from '../rights/owner.ts';
import { reject as rejectRights } from '../rights/rights-rejections.ts';
import { closedSince } from './closed-since.ts';
import type { DealAccount } from './deal-commands.ts';
import { reject } from './deal-rejections.ts';
import type { DealsContext, UserDealsContext } from './deals-context.ts';

/**
 * The new owner of a deal: an account of the user's member, checked as for an order. Returns a rejection if it cannot be used.
 */
export function accountOwner(
  { market, rights }: UserDealsContext,
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

/** The owner with another dealer of the same member, and that dealer's user, if there is one. */
export function withDealer(
  { state, market }: UserDealsContext,
  owner: OrderOwner,
  dealer: string | null,
): OrderOwner | Rejection {
  if (dealer === null || dealer === owner.dealer) return owner;
  const { member } = owner;
  if (!market.dealers.has(`${member}/${dealer}`)) return rejectRights('dealerUnknown', { member, dealer });
  const user = [...state.rights.values()].find(
    (rights) => rights.member === member && rights.dealer === dealer,
  );
  return { ...owner, dealer, userId: user?.userId ?? '' };
}

/**
 * Why the account, member or dealer on the other side may not trade now. An empty dealer means that no dealer of the member is
 * involved. The account is not named, because it may be another member's client.
 */
export function otherSideRejection(
  { state, market }: UserDealsContext,
  name: ActName,
  other: Pick<OrderOwner, 'member' | 'principal' | 'dealer'>,
): Rejection | null {
  const { member } = other;
  if (isChecked(name, 'stopped') && state.tradingStops.rejectionFor(other) !== null)
    return reject('otherSideMayNotTrade', { member, why: 'stopped' });
  if (isChecked(name, 'inactive') && inactiveRejection(market, other) !== null)
    return reject('otherSideMayNotTrade', { member, why: 'inactive' });
  return null;
}

/** Rejects a member that is not listed or not active. */
export function memberRejection({ members }: Market, member: string): Rejection | null {
  const receiver = members.get(member);
  if (receiver === undefined) return rejectReference('memberUnknown', { member });
  return receiver.active ? null : rejectReference('memberNotActive', { member });
}

type Receiver = Pick<OrderOwner, 'member' | 'principal' | 'subAccount'>;
type ReceivedDeal = Pick<DealTerms, 'contract' | 'side' | 'lots'> & {
  /** Whether this is the opposite of a deal that the account gives away. */
  readonly isGiven?: boolean;
};

/**
 * Rejects a deal that raises the position or the initial margin of the receiving account above its limit. For another member's account the
 * rejection reveals nothing else. A dealer with own-only visibility does not learn the holdings of the member's accounts.
 */
export const reachRejection = (
  context: UserDealsContext,
  name: ActName,
  owner: Receiver,
  deal: ReceivedDeal,
): Rejection | null =>
  dealRoomRejection(context, owner, deal) ??
  positionRejection(context, name, owner, deal) ??
  marginRejection(context, name, owner, [deal]);

/** The same for the account that gives a deal away, because its position and margin may grow without the deal. */
export function giveRejection(context: UserDealsContext, name: ActName, passedDeal: Deal): Rejection | null {
  const { owner, contract, side, lots: quantity } = passedDeal;
  const closed = closedRejection(context, passedDeal, quantity);
  if (closed !== null) return closed;
  const deal = { contract, side: otherSide(side), lots: quantity, isGiven: true };
  return reachRejection(context, name, owner, deal);
}

/** Lots that the account has meanwhile exercised or delivered cannot leave it. */
function closedRejection(context: UserDealsContext, deal: Deal, leaving: number): Rejection | null {
  const { dealSeq, owner, contract, lots: quantity } = deal;
  const how = closedSince(
    context,
    owner,
    contractNamed(context.market, contract),
    new Map([[dealSeq, quantity - leaving]]),
  );
  if (how === null) return null;
  return reject('dealClosedSince', { dealSeq, principal: owner.principal, contract, how });
}

/** An account, and a deal that it gets. */
export interface Received {
  readonly to: Receiver;
  readonly deal: ReceivedDeal;
}

/**
 * The same for a deal that moves from its account to others, each listed once. The sub-accounts of a principal are limited together, so
 * each check covers everything that a principal receives. A move within the principal changes neither its position nor its margin.
 */
export function moveRejection(
  context: UserDealsContext,
  name: ActName,
  terms: Deal,
  received: readonly Received[],
): Rejection | null {
  const { owner: from, contract, side } = terms;
  const moved = received.reduce((sum, { deal }) => sum + deal.lots, 0);
  const closed = closedRejection(context, terms, moved);
  if (closed !== null) return closed;
  const changes = new Map<string, Received>();
  let left = 0;
  for (const { to, deal } of received) {
    const tooLarge = dealRoomRejection(context, to, deal);
    if (tooLarge !== null) return tooLarge;
    if (to.principal === from.principal) continue;
    left += deal.lots;
    const before = changes.get(to.principal)?.deal.lots ?? 0;
    changes.set(to.principal, { to, deal: { contract, side, lots: lots(before + deal.lots) } });
  }
  const givenTooLarge = dealRoomRejection(context, from, {
    contract,
    side: otherSide(side),
    lots: lots(moved),
  });
  if (left === 0) return givenTooLarge;
  const givenDeal = { contract, side: otherSide(side), lots: lots(left), isGiven: true };
  return (
    givenTooLarge ??
    positionRejection(context, name, from, givenDeal) ??
    firstOf(changes.values(), ({ to, deal }) => positionRejection(context, name, to, deal)) ??
    firstOf(changes.values(), ({ to, deal }) => marginRejection(context, name, to, [deal])) ??
    marginRejection(context, name, from, [givenDeal])
  );
}

function firstOf<T>(items: Iterable<T>, rejectionOf: (item: T) => Rejection | null): Rejection | null {
  for (const item of items) {
    const rejected = rejectionOf(item);
    if (rejected !== null) return rejected;
  }
  return null;
}

/** The same for an exercise, which replaces the option by the future. */
export const exerciseRejection = (
  context: UserDealsContext,
  owner: Receiver,
  { future, closed }: { readonly future: ReceivedDeal; readonly closed: ReceivedDeal },
): Rejection | null =>
  dealRoomRejection(context, owner, future) ??
  positionRejection(context, 'exercise', owner, future) ??
  marginRejection(context, 'exercise', owner, [future, closed]);

/** Rejects a deal with which the account could grow beyond what the market can clear, unless it only closes a position. */
export function dealRoomRejection(
  { state, market, rights = null }: DealsContext & { readonly rights?: UserDealsContext['rights'] | null },
  owner: Receiver,
  { contract, side, lots: quantity }: Pick<ReceivedDeal, 'contract' | 'side' | 'lots'>,
): Rejection | null {
  const isCorrection = rights === null;
  const isNamed = isCorrection || rights.member === owner.member;
  const added = { principal: owner.principal, lots: quantity, except: null, isNamed, isCorrection };
  const rejected = roomRejection({ state, market }, added);
  if (rejected === null) return null;
  const net = state.positions.net(owner, contractNamed(market, contract));
  return closes(net, net + (side === 'B' ? quantity : -quantity)) ? null : rejected;
}

/** A deal that lowers the margin is allowed even above the limit. Open orders do not count. */
function marginRejection(
  { state, market, rights }: UserDealsContext,
  name: ActName,
  { member, principal }: Receiver,
  deals: readonly ReceivedDeal[],
): Rejection | null {
  if (!isChecked(name, 'margin')) return null;
  const maxMargin = state.marginLimits.get(principal);
  if (maxMargin === undefined) return null;
  const holdings = holdingsOf(state.positions, market, principal);
  const scan = scanOnce();
  const marginNow = () => portfolioMargin(portfolioOf(state, holdings, market.businessDay), scan).margin;
  const before = marginNow();
  for (const { contract, side, lots: quantity } of deals)
    addHolding(holdings, contractNamed(market, contract), side === 'B' ? quantity : -quantity);
  const margin = marginNow();
  if (margin <= maxMargin || margin <= before) return null;
  const limit = amountText(maxMargin);
  if (member !== rights.member) return reject('dealAboveMarginLimit', { whose: 'other' });
  const origin = deals.some(({ isGiven }) => isGiven) ? ({ how: 'given' } as const) : null;
  if (rights.scope === 'own')
    return reject('dealAboveMarginLimit', { whose: 'shared', ...origin, principal, limit });
  return reject('dealAboveMarginLimit', { ...origin, principal, limit, margin: amountText(margin) });
}

function positionRejection(
  { state, market, rights }: UserDealsContext,
  name: ActName,
  owner: Receiver,
  { contract, side, lots: quantity, isGiven = false }: ReceivedDeal,
): Rejection | null {
  if (!isChecked(name, 'position')) return null;
  const { principal } = owner;
  const maxLots = state.positions.limitOf(principal);
  if (maxLots === undefined) return null;
  const net = state.positions.netOf(principal, contractNamed(market, contract));
  const reach = net + (side === 'B' ? quantity : -quantity);
  if (!isBeyond(maxLots, { net, reach })) return null;
  if (owner.member !== rights.member) return reject('dealAbovePositionLimit', { whose: 'other', contract });
  const origin = isGiven ? ({ how: 'given' } as const) : null;
  if (rights.scope === 'own')
    return reject('dealAbovePositionLimit', { whose: 'shared', ...origin, principal, contract, maxLots });
  return reject('dealAbovePositionLimit', { ...origin, principal, contract, reach, maxLots });
}
