// Expires items that were not accepted in time (market/deals.md, Unmatched deals): a report becomes void, and an offered deal stays
// with the offering member.
import { mustExist } from '../kernel/assert.ts';
import { contractNamed, type MarketContext } from '../reference/market.ts';
import type { DealStateChanged, UnmatchedDealEnded } from './deal-events.ts';
import { feeOf } from './deal-fee.ts';
import type { DealsState } from './deal-ledger.ts';
import type { UnmatchedDeal } from './unmatched-deal.ts';

type DealsContext = MarketContext<Pick<DealsState, 'deals' | 'rates'>, DealStateChanged | UnmatchedDealEnded>;

/** `isOver`: whether time is up for a contract. If omitted, time is up for all contracts. */
export function expireUnmatchedDeals(
  context: DealsContext,
  isOver: (contract: string) => boolean = () => true,
): void {
  for (const item of context.state.deals.waiting())
    if (isOver(item.contract)) endUnaccepted(context, item, 'Expired');
}

/** Ends a pending item, and releases the deal that it would have passed on. */
export function endUnaccepted(
  context: DealsContext,
  item: UnmatchedDeal,
  ended: 'Withdrawn' | 'Expired',
): void {
  const { state, market, emit } = context;
  if (item.dealSeq !== null) {
    const deal = mustExist(state.deals.deal(item.dealSeq), `deal ${item.dealSeq} is offered but not known`);
    deal.state = 'Open';
    const { dealSeq, owner, linkedGroup } = deal;
    const fee = feeOf(context, contractNamed(market, deal.contract), deal);
    emit({ kind: 'dealStateChanged', dealSeq, member: owner.member, state: 'Open', linkedGroup, fee });
  }
  const end: UnmatchedDeal = { ...item, state: ended };
  state.deals.put(end);
  emit({ kind: 'unmatchedDealEnded', item: end });
}
