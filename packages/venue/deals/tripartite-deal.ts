// A tripartite deal (ACT-15): passed on under a standing arrangement between client, executing member and carrying member. It was agreed
// beforehand, so nobody has to accept it, and both members see it (domain §5.2).
import type { OrderOwner } from '../events.ts';
import type { UnmatchedAnswer } from '../outcome.ts';
import { type Rejection, rejection } from '../rejections.ts';
import { offerOf } from './assign-deal-to-member.ts';
import { type DealDesk, isRejection, memberRejection, ownOpenDeal, reachRejection } from './deal-action.ts';
import type { TripartiteDeal } from './deal-commands.ts';
import { passOnDeal } from './pass-on-deal.ts';
import type { UnmatchedDeal } from './unmatched-deal.ts';

export function tripartiteDeal(
  desk: DealDesk,
  { dealSeq, client, carryingMember }: TripartiteDeal,
): UnmatchedAnswer | Rejection {
  const { state, market, rights, handling } = desk;
  const deal = ownOpenDeal(desk, 'tripartiteDeal', dealSeq);
  if (isRejection(deal)) return deal;
  const arranged = market.referenceData.tripartites?.some(
    (one) =>
      one.client === client && one.executingMember === rights.member && one.carryingMember === carryingMember,
  );
  if (arranged !== true)
    return rejection('tripartiteUnknown', { client, member: rights.member, carryingMember });
  const inactive = memberRejection(desk, carryingMember);
  if (inactive !== null) return inactive;
  if (market.clients.get(client)?.active !== true)
    return rejection('principalNotActive', { principal: client });
  // No dealer of the carrying member has done anything: the account is all that is known of its side.
  const taker: OrderOwner = {
    userId: '',
    member: carryingMember,
    dealer: '',
    principal: client,
    subAccount: null,
    capacity: 'A',
    ref: deal.owner.ref,
  };
  const failed = reachRejection(desk, taker, deal);
  if (failed !== null) return failed;

  const { ours } = passOnDeal(desk, deal, taker, 'tripartite');
  const item: UnmatchedDeal = {
    ...offerOf(desk, deal, { type: 'tripartite', counterparty: carryingMember }),
    accepted: taker,
    state: 'Accepted',
  };
  state.deals.put(item);
  handling.tell({ kind: 'unmatchedDealInserted', item });

  return {
    kind: 'unmatched',
    unmatchedSeq: item.ownSeq,
    state: 'Accepted',
    version: item.version,
    deals: ours.map((own) => own.dealSeq),
  };
}
