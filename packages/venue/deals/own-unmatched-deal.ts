// An unmatched deal is acted on from one of its two sides: who captured it may edit or withdraw it, to whom it is addressed may accept
// it. To a member on neither side it does not exist, nor to a dealer who is kept to his own once another dealer of his has captured or
// accepted it.
import { isWithinScope } from '../access/user-rights.ts';
import type { Flag } from '../commands.ts';
import { type Rejection, rejection } from '../rejections.ts';
import { type DealDesk, flagRejection } from './deal-action.ts';
import { dealTimeRejection } from './deal-time.ts';
import type { UnmatchedDeal } from './unmatched-deal.ts';

/** The item that still waits, under the own number of that side, or why the user may not act on it. */
export function waitingItem(
  desk: DealDesk,
  flag: Flag,
  { unmatchedSeq, as }: { readonly unmatchedSeq: number; readonly as: 'captured' | 'addressed' },
): UnmatchedDeal | Rejection {
  const failed = flagRejection(desk, flag);
  if (failed !== null) return failed;
  const { rights, state } = desk;
  const item = state.deals.unmatched(unmatchedSeq);
  const side = item?.ownSeq === unmatchedSeq ? 'captured' : 'addressed';
  const dealt = (side === 'captured' ? item?.owner : item?.accepted) ?? null;
  const isReached = dealt === null ? item?.counterparty === rights.member : isWithinScope(rights, dealt);
  if (item === undefined || !isReached) return rejection('unmatchedDealNotFound', { unmatchedSeq });
  if (side !== as)
    return rejection(as === 'captured' ? 'unmatchedDealNotCaptured' : 'unmatchedDealNotAddressed', {
      unmatchedSeq,
    });
  if (item.state !== 'Waiting')
    return rejection('unmatchedDealNotWaiting', { unmatchedSeq, state: item.state });
  return dealTimeRejection(desk.market, item.contract) ?? item;
}

export const isItemRejection = (found: UnmatchedDeal | Rejection): found is Rejection => 'code' in found;
