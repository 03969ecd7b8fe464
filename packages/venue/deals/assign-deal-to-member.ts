// Assign a deal to another member, a give-up (ACT-14): it is offered there and ours until it is accepted; if nobody does by the end of
// the admin period it stays with us (domain §5.2).
import type { UnmatchedAnswer } from '../outcome.ts';
import { type Rejection, rejection } from '../rejections.ts';
import type { Deal } from './deal.ts';
import { changeState, type DealDesk, isRejection, memberRejection, ownOpenDeal } from './deal-action.ts';
import type { AssignDealToMember } from './deal-commands.ts';
import type { UnmatchedDeal } from './unmatched-deal.ts';

export function assignDealToMember(
  desk: DealDesk,
  { dealSeq, member }: AssignDealToMember,
): UnmatchedAnswer | Rejection {
  const { state, handling, rights } = desk;
  const deal = ownOpenDeal(desk, 'assignDealToMember', dealSeq);
  if (isRejection(deal)) return deal;
  const failed = memberRejection(desk, member);
  if (failed !== null) return failed;
  if (member === rights.member) return rejection('memberIsOwn', { member });

  changeState(desk, deal, { state: 'Assigning' });
  const item = offerOf(desk, deal, { type: 'assign', counterparty: member });
  state.deals.put(item);
  handling.tell({ kind: 'unmatchedDealInserted', item });

  return { kind: 'unmatched', unmatchedSeq: item.ownSeq, state: 'Waiting', version: item.version, deals: [] };
}

/** The item by which a deal is passed on. */
export function offerOf(
  { state, handling }: DealDesk,
  deal: Deal,
  to: Pick<UnmatchedDeal, 'type' | 'counterparty'>,
): UnmatchedDeal {
  const { contract, side, lots, value, owner, dealSeq } = deal;
  return {
    ...state.deals.takeUnmatchedSeqs(),
    type: to.type,
    contract,
    side,
    lots,
    value,
    owner,
    counterparty: to.counterparty,
    counterpartyPrincipal: null,
    accepted: null,
    state: 'Waiting',
    version: 1,
    dealSeq,
    capturedAt: handling.at,
  };
}
