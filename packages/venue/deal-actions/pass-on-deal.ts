// Passes a deal on to another member. An assignment (ACT-14) is offered, and the deal stays with the user's member until it is
// accepted. A tripartite deal (ACT-15) falls under a standing arrangement and needs no acceptance; both members see it.
import { otherSide } from '@openpit/terms';
import type { Deal, DealTerms } from '../deals/deal.ts';
import type { UnmatchedDeal } from '../deals/unmatched-deal.ts';
import { type ActName, isChecked } from '../kernel/act-conditions.ts';
import { isRejection, type Rejection } from '../kernel/rejection.ts';
import { inactiveRejection, type OrderOwner } from '../rights/owner.ts';
import { reject as rejectRights } from '../rights/rights-rejections.ts';
import { bookDeal, changeState, linkedGroupOf, termsOf, updatePositions } from './book-deal.ts';
import { giveRejection, memberRejection, otherSideRejection, reachRejection } from './deal-account.ts';
import type { UnmatchedAnswer } from './deal-answers.ts';
import type { AssignDealToMember, TripartiteDeal } from './deal-commands.ts';
import { reject } from './deal-rejections.ts';
import type { DealsContext, UserDealsContext } from './deals-context.ts';
import { ownOpenDeal } from './own-deal.ts';

export function assignDealToMember(
  context: UserDealsContext,
  { dealSeq, member }: AssignDealToMember,
): UnmatchedAnswer | Rejection {
  const { state, market, rights, emit } = context;
  const deal = ownOpenDeal(context, 'offerDeal', dealSeq);
  if (isRejection(deal)) return deal;
  const rejected = memberRejection(market, member);
  if (rejected !== null) return rejected;
  if (member === rights.member) return reject('memberIsOwn', { member });
  const notNow =
    ownerRejection(context, 'offerDeal', deal) ??
    otherSideRejection(context, 'offerDeal', { member, principal: member, dealer: '' }) ??
    giveRejection(context, 'offerDeal', deal);
  if (notNow !== null) return notNow;

  changeState(context, deal, { state: 'Assigning' });
  const item = offerOf(context, deal, { type: 'assign', counterparty: member });
  state.deals.put(item);
  emit({ kind: 'unmatchedDealInserted', item });

  const { unmatchedSeq, version } = item;
  return { kind: 'unmatched', unmatchedSeq, state: 'Waiting', version, deals: [] };
}

export function tripartiteDeal(
  context: UserDealsContext,
  { dealSeq, client, carryingMember }: TripartiteDeal,
): UnmatchedAnswer | Rejection {
  const { state, market, rights, emit } = context;
  const deal = ownOpenDeal(context, 'tripartite', dealSeq);
  if (isRejection(deal)) return deal;
  const { member } = rights;
  const isRegistered = market.referenceData.tripartites?.some(
    (tripartite) =>
      tripartite.client === client &&
      tripartite.executingMember === member &&
      tripartite.carryingMember === carryingMember,
  );
  if (isRegistered !== true) return reject('tripartiteUnknown', { client, member, carryingMember });
  const inactive = memberRejection(market, carryingMember);
  if (inactive !== null) return inactive;
  if (market.clients.get(client)?.active !== true)
    return rejectRights('principalNotActive', { principal: client });
  // No dealer of the carrying member is involved, so only the account is known on its side.
  const taker: OrderOwner = {
    userId: '',
    member: carryingMember,
    dealer: '',
    principal: client,
    subAccount: null,
    capacity: 'A',
    ref: deal.owner.ref,
  };
  const rejected =
    ownerRejection(context, 'tripartite', deal) ??
    otherSideRejection(context, 'tripartite', taker) ??
    reachRejection(context, 'tripartite', taker, deal) ??
    giveRejection(context, 'tripartite', deal);
  if (rejected !== null) return rejected;

  const { ours } = passOnDeal(context, deal, { taker, origin: 'tripartite' });
  const item: UnmatchedDeal = {
    ...offerOf(context, deal, { type: 'tripartite', counterparty: carryingMember }),
    accepted: taker,
    state: 'Accepted',
  };
  state.deals.put(item);
  emit({ kind: 'unmatchedDealInserted', item });

  const { unmatchedSeq, version } = item;
  const deals = ours.map((ownDeal) => ownDeal.dealSeq);
  return { kind: 'unmatched', unmatchedSeq, state: 'Accepted', version, deals };
}

/** Why the deal's owner, who may be a different dealer from the user, may not trade now. */
const ownerRejection = (
  { state, market }: UserDealsContext,
  name: ActName,
  { owner }: Pick<Deal, 'owner'>,
): Rejection | null =>
  (isChecked(name, 'stopped') ? state.tradingStops.rejectionFor(owner) : null) ??
  (isChecked(name, 'inactive') ? inactiveRejection(market, owner) : null);

/** The unmatched item that passes on a deal. */
function offerOf(
  { state, at }: DealsContext,
  { contract, side, lots, value, owner, dealSeq }: Deal,
  { type, counterparty }: Pick<UnmatchedDeal, 'type' | 'counterparty'>,
): UnmatchedDeal {
  return {
    unmatchedSeq: state.deals.takeUnmatchedSeq(),
    type,
    contract,
    side,
    lots,
    value,
    owner,
    counterparty,
    counterpartyPrincipal: null,
    accepted: null,
    state: 'Waiting',
    version: 1,
    dealSeq,
    capturedAt: at,
  };
}

/**
 * Replaces the deal by the same deal in the member's own name and an offset with the other member, who receives the deal at the
 * same price. Towards the market, the deal stays with the user's member. `taker` is the account at the other member.
 */
export function passOnDeal(
  context: DealsContext,
  deal: Deal,
  { taker, origin }: { readonly taker: OrderOwner; readonly origin: 'assigned' | 'tripartite' },
): { readonly ours: readonly [Deal, Deal]; readonly theirs: Deal } {
  const linkedGroup = linkedGroupOf(context, [deal]);
  changeState(context, deal, { state: origin === 'assigned' ? 'Assigned' : 'Tripartite', linkedGroup });
  const { member } = deal.owner;
  const ownName: OrderOwner = { ...deal.owner, principal: member, subAccount: null, capacity: 'P' };
  const passed: DealTerms = {
    ...termsOf(deal),
    matchSeq: context.state.deals.takeMatchSeq(),
    isDisclosed: true,
    origin,
    linkedGroup,
    activeOrderSeq: null,
    isAggressor: false,
  };
  const madeOf = [deal.dealSeq];
  const ownDeal = bookDeal(context, { ...termsOf(deal), owner: ownName, origin, linkedGroup }, madeOf);
  const offsetTerms = { ...passed, side: otherSide(deal.side), owner: ownName, counterparty: taker.member };
  const offset = bookDeal(context, offsetTerms, madeOf);
  const theirDeal = bookDeal(context, { ...passed, owner: taker, counterparty: member }, madeOf);
  updatePositions(context, deal.contract, [deal.owner, ownName, taker], deal);
  return { ours: [ownDeal, offset], theirs: theirDeal };
}
