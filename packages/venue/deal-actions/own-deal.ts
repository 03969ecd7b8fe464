// The deals and unmatched deals that a user may act on. Deals of other members do not exist for the user. Deals of other dealers do not
// exist for a dealer with own-only visibility.
import type { Deal } from '../deals/deal.ts';
import type { UnmatchedDeal } from '../deals/unmatched-deal.ts';
import { type ActName, isChecked } from '../kernel/act-conditions.ts';
import type { Rejection } from '../kernel/rejection.ts';
import { isWithinScope } from '../rights/user-rights.ts';
import { reject } from './deal-rejections.ts';
import { dealTimeRejection } from './deal-time.ts';
import type { UserDealsContext } from './deals-context.ts';

/** The user's unchanged deal of today with this number, or why the user may not act on it. */
export function ownOpenDeal(context: UserDealsContext, name: ActName, dealSeq: number): Deal | Rejection {
  const { state, rights } = context;
  const deal = state.deals.deal(dealSeq);
  const user = isChecked(name, 'ownOnly') ? rights : ({ ...rights, scope: 'member' } as const);
  if (deal === undefined || !isWithinScope(user, deal.owner)) return reject('dealNotFound', { dealSeq });
  if (deal.origin === 'exercise') return reject('dealFromExercise', { dealSeq });
  if (deal.origin === 'delivery') return reject('dealFromDelivery', { dealSeq });
  if (deal.state !== 'Open') return reject('dealNotOpen', { dealSeq, state: deal.state });
  return (isChecked(name, 'phase') ? dealTimeRejection(context, deal.contract) : null) ?? deal;
}

/**
 * The pending item, or why the user may not act on it. The reporting side may edit or withdraw it, and the addressed side may
 * accept it; in a cross the member is both.
 */
export function waitingItem(
  context: UserDealsContext,
  unmatchedSeq: number,
  as: 'captured' | 'addressed',
): UnmatchedDeal | Rejection {
  const { state, rights } = context;
  const item = state.deals.unmatched(unmatchedSeq);
  if (item === undefined) return reject('unmatchedDealNotFound', { unmatchedSeq });
  const isCaptured = isWithinScope(rights, item.owner);
  // Any dealer of a member may accept an item that is addressed to the member.
  const isAddressed =
    item.accepted === null ? item.counterparty === rights.member : isWithinScope(rights, item.accepted);
  if (!isCaptured && !isAddressed) return reject('unmatchedDealNotFound', { unmatchedSeq });
  if (as === 'captured' && !isCaptured) return reject('unmatchedDealNotCaptured', { unmatchedSeq });
  if (as === 'addressed' && !isAddressed) return reject('unmatchedDealNotAddressed', { unmatchedSeq });
  if (item.state !== 'Waiting') return reject('unmatchedDealNotWaiting', { unmatchedSeq, state: item.state });
  return dealTimeRejection(context, item.contract) ?? item;
}
