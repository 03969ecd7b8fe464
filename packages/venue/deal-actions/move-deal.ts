// Moving a deal to another account of the user's member: correct its principal (ACT-17, with the specification's spelling), or
// change its sub-account (ACT-20). It stays the same deal at the same price and time; the audit keeps its earlier terms.
import type { Deal } from '../deals/deal.ts';
import type { DealMoved } from '../deals/deal-events.ts';
import { feeOf } from '../deals/deal-fee.ts';
import { isRejection, type Rejection } from '../kernel/rejection.ts';
import { contractNamed } from '../reference/market.ts';
import type { OrderOwner } from '../rights/owner.ts';
import { updatePositions } from './book-deal.ts';
import { accountOwner, moveRejection } from './deal-account.ts';
import type { DealsAnswer } from './deal-answers.ts';
import type { CorrectDealPrinciple, SubAccountChange } from './deal-commands.ts';
import { reject } from './deal-rejections.ts';
import type { UserDealsContext } from './deals-context.ts';
import { ownOpenDeal } from './own-deal.ts';

/** Moves a client's deal to the member's own account or to another client of the member. The capacity follows. */
export function correctDealPrinciple(
  context: UserDealsContext,
  command: CorrectDealPrinciple,
): DealsAnswer | Rejection {
  const { dealSeq } = command;
  const deal = ownOpenDeal(context, 'correctPrincipal', dealSeq);
  if (isRejection(deal)) return deal;
  const { capacity, principal, ref } = deal.owner;
  if (capacity !== 'A') return reject('dealPrincipalNotClient', { dealSeq, principal });
  const owner = accountOwner(context, command, ref);
  if (isRejection(owner)) return owner;
  if (owner.principal === principal) return reject('dealWithoutChange', { dealSeq, what: 'principal' });

  return moveDeal(context, deal, owner, 'principal');
}

/** Moves a deal to a sub-account that is enabled for the same principal, or out of any. */
export function subAccountChange(
  context: UserDealsContext,
  { dealSeq, subAccount }: SubAccountChange,
): DealsAnswer | Rejection {
  const deal = ownOpenDeal(context, 'subAccount', dealSeq);
  if (isRejection(deal)) return deal;
  const { principal, capacity, ref } = deal.owner;
  const owner = accountOwner(context, { principal, capacity, subAccount }, ref);
  if (isRejection(owner)) return owner;
  if (subAccount === deal.owner.subAccount)
    return reject('dealWithoutChange', { dealSeq, what: 'sub-account' });

  return moveDeal(context, deal, owner, 'subAccount');
}

/** `to` is a checked account. User, dealer and ref do not change. */
function moveDeal(
  context: UserDealsContext,
  deal: Deal,
  to: Pick<OrderOwner, 'principal' | 'subAccount' | 'capacity'>,
  change: DealMoved['what'],
): DealsAnswer | Rejection {
  const rejected = moveRejection(context, change === 'principal' ? 'correctPrincipal' : 'subAccount', deal, [
    { to: { ...deal.owner, ...to }, deal },
  ]);
  if (rejected !== null) return rejected;

  const from = deal.owner;
  const { principal, subAccount, capacity } = to;
  deal.owner = { ...from, principal, subAccount, capacity };
  const { dealer: by } = context.rights;
  const fee = feeOf(context, contractNamed(context.market, deal.contract), deal);
  context.emit({ kind: 'dealMoved', dealSeq: deal.dealSeq, what: change, from, to: deal.owner, fee, by });
  updatePositions(context, deal.contract, [from, deal.owner], deal);

  return { kind: 'deals', deals: [deal.dealSeq] };
}
