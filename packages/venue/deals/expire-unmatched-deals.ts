// What nobody has accepted in time: a report is void, and a deal that was offered to another member falls back to who made it
// (domain §5.2). The time ends with the admin period of the contract.
import { present } from '../kernel/assert.ts';
import type { Handling, VenueState } from '../state.ts';
import type { UnmatchedDeal } from './unmatched-deal.ts';

/** `isOver`: for which contracts; all, where nothing is said. */
export function expireUnmatchedDeals(
  state: VenueState,
  handling: Handling,
  isOver: (contract: string) => boolean = () => true,
): void {
  for (const item of state.deals.waiting())
    if (isOver(item.contract)) endUnaccepted(state, item, 'Expired', handling);
}

/** Ends an item that waits, and gives back the deal that it would have passed on. */
export function endUnaccepted(
  state: VenueState,
  item: UnmatchedDeal,
  ended: 'Withdrawn' | 'Expired',
  handling: Handling,
): void {
  if (item.dealSeq !== null) {
    const deal = present(state.deals.deal(item.dealSeq), `deal ${item.dealSeq} is offered but not known`);
    deal.state = 'Open';
    const { dealSeq, owner, linkedGroup } = deal;
    handling.tell({ kind: 'dealStateChanged', dealSeq, member: owner.member, state: 'Open', linkedGroup });
  }
  const end: UnmatchedDeal = { ...item, state: ended };
  state.deals.put(end);
  handling.tell({ kind: 'unmatchedDealEnded', item: end });
}
