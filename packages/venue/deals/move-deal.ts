// A deal goes to another account of the own member and stays the same deal, at its price and time: positions follow, and what it was
// and is stays on record (domain §5.2).
import type { UserRights } from '../access/user-rights.ts';
import type { OrderOwner } from '../events.ts';
import type { DealsAnswer } from '../outcome.ts';
import type { Rejection } from '../rejections.ts';
import type { Deal } from './deal.ts';
import { type DealDesk, positionsFollow, reachRejection } from './deal-action.ts';
import type { DealMoved } from './deal-events.ts';

/** `to`: a checked account; user, dealer and ref stay the deal's own. */
export function moveDeal(
  desk: DealDesk,
  deal: Deal,
  to: Pick<OrderOwner, 'principal' | 'subAccount' | 'capacity'>,
  what: DealMoved['what'],
): DealsAnswer | Rejection {
  const failed = reachRejection(desk, { ...deal.owner, ...to }, deal);
  if (failed !== null) return failed;

  const from = deal.owner;
  const { principal, subAccount, capacity } = to;
  deal.owner = { ...from, principal, subAccount, capacity };
  const by: UserRights['dealer'] = desk.rights.dealer;
  desk.handling.tell({ kind: 'dealMoved', dealSeq: deal.dealSeq, what, from, to: deal.owner, by });
  positionsFollow(desk, deal.contract, [from, deal.owner]);

  return { kind: 'deals', deals: [deal.dealSeq] };
}
