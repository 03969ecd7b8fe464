// What every deal action begins with and ends in: who acts, the deal that he may act on, the deals that come of it, and the
// positions that follow.
import { isWithinScope, type UserRights } from '../access/user-rights.ts';
import type { Flag } from '../commands.ts';
import type { OrderOwner } from '../events.ts';
import { present } from '../kernel/assert.ts';
import { lots } from '../kernel/units.ts';
import { positionChanged, shareOf } from '../positions/position.ts';
import { type Rejection, rejection } from '../rejections.ts';
import type { Handling, Market, VenueState } from '../state.ts';
import { copyOf, type Deal, type DealState, type DealTerms } from './deal.ts';
import { dealTimeRejection } from './deal-time.ts';

/** What a deal action has at hand. */
export interface DealDesk {
  readonly state: VenueState;
  readonly market: Market;
  readonly rights: UserRights;
  readonly handling: Handling;
}

/** Rejects who lacks the flag. */
export function flagRejection({ rights }: DealDesk, flag: Flag): Rejection | null {
  return rights.flags.has(flag) ? null : rejection('notPermitted', { flag });
}

/**
 * The own deal of today with this number, which nothing has become of yet, or why the user may not act on it. A deal of another
 * member does not exist, nor one of another dealer to who is kept to his own.
 */
export function ownOpenDeal(desk: DealDesk, flag: Flag, dealSeq: number): Deal | Rejection {
  const failed = flagRejection(desk, flag);
  if (failed !== null) return failed;
  const deal = desk.state.deals.deal(dealSeq);
  if (deal === undefined || !isWithinScope(desk.rights, deal.owner))
    return rejection('dealNotFound', { dealSeq });
  if (deal.state !== 'Open') return rejection('dealNotOpen', { dealSeq, state: deal.state });
  return dealTimeRejection(desk.market, deal.contract) ?? deal;
}

/** Rejects a member that is not listed, or not active. */
export function memberRejection({ market }: Pick<DealDesk, 'market'>, member: string): Rejection | null {
  const found = market.members.get(member);
  if (found === undefined) return rejection('memberUnknown', { member });
  return found.active ? null : rejection('memberNotActive', { member });
}

export const isRejection = (found: Deal | OrderOwner | Rejection): found is Rejection => 'code' in found;

/** Takes the new deal into the ledger and tells it. */
export function bookDeal({ state, handling }: DealDesk, terms: DealTerms): Deal {
  const dealSeq = state.nextDealSeq;
  state.nextDealSeq += 1;
  const deal = copyOf({ dealSeq, ...terms, state: 'Open', isMatched: false });
  state.deals.add(deal);
  handling.tell({ kind: 'dealBooked', dealSeq, ...termsOf(deal) });
  return deal;
}

/** The deal has another state, and may belong to a group by it. */
export function changeState(
  { handling }: Pick<DealDesk, 'handling'>,
  deal: Deal,
  to: { readonly state: DealState; readonly linkedGroup?: number },
): void {
  deal.state = to.state;
  deal.linkedGroup = to.linkedGroup ?? deal.linkedGroup;
  const { dealSeq, owner, state, linkedGroup } = deal;
  handling.tell({ kind: 'dealStateChanged', dealSeq, member: owner.member, state, linkedGroup });
}

/** The terms of a deal as another deal takes them over. */
export function termsOf(deal: Deal): DealTerms {
  const { dealSeq: _number, state: _state, isMatched: _matched, ...terms } = deal;
  return terms;
}

/** The group of deals that become of one another: their own where they all have the same, else a new one. */
export function familyOf({ state }: DealDesk, deals: readonly Deal[]): number {
  const [first] = deals;
  const group = first?.linkedGroup ?? null;
  return group !== null && deals.every(({ linkedGroup }) => linkedGroup === group)
    ? group
    : state.deals.takeLinkedGroup();
}

/**
 * A deal's value shared out over its lots in parts, each in cents times lots. A price that is no whole cent is rounded towards
 * zero up to and with each part, so that the last part has the odd cent and no value is lost.
 */
export function valuesOf(deal: Pick<Deal, 'lots' | 'value'>, parts: readonly number[]): number[] {
  let before = 0;
  let lotsBefore = 0;
  return parts.map((part) => {
    lotsBefore += part;
    const upTo = shareOf(deal.value, { part: lotsBefore, whole: deal.lots });
    const value = upTo - before;
    before = upTo;
    return value;
  });
}

/** The positions of these accounts in a contract follow from the deals that stand now, and are told. */
export function positionsFollow(
  { state, market, handling }: Omit<DealDesk, 'rights'>,
  contract: string,
  owners: readonly OrderOwner[],
): void {
  const { mtm } = present(market.contracts.get(contract), `a deal in ${contract}, which is not listed`);
  const told = new Set<string>();
  for (const { member, principal, subAccount } of owners) {
    const key = `${principal} ${subAccount ?? ''}`;
    if (told.has(key)) continue;
    told.add(key);
    const deals = state.deals.standing({ member, principal, subAccount }, contract);
    const position = state.positions.refold({ member, principal, subAccount }, contract, { mtm, deals });
    handling.tell(positionChanged(position));
  }
}

/**
 * An account with a limit must stay within it: rejects what takes its position further from flat than that. Of another member's
 * account nothing is told but that, and of an own one, to a dealer who is kept to his own, not what it holds.
 */
export function reachRejection(
  { state, rights }: Pick<DealDesk, 'state' | 'rights'>,
  owner: Pick<OrderOwner, 'member' | 'principal' | 'subAccount'>,
  deal: Pick<DealTerms, 'contract' | 'side' | 'lots'>,
): Rejection | null {
  const { principal } = owner;
  const maxLots = state.positions.limitOf(principal);
  if (maxLots === undefined) return null;
  const net = state.positions.net(owner, deal.contract);
  const reach = net + (deal.side === 'B' ? deal.lots : lots(-deal.lots));
  if (Math.abs(reach) <= maxLots || Math.abs(reach) <= Math.abs(net)) return null;
  const { contract } = deal;
  if (owner.member !== rights.member)
    return rejection('dealAbovePositionLimit', { whose: 'other', contract });
  if (rights.scope === 'own')
    return rejection('dealAbovePositionLimit', { whose: 'shared', principal, contract, maxLots });
  return rejection('dealAbovePositionLimit', { principal, contract, reach, maxLots });
}
