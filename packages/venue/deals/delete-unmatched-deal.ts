// Delete an unmatched deal (ACT-10): who captured it withdraws it while nobody has accepted; a deal that was offered to another member
// is wholly ours again (domain §5.2).
import type { UnmatchedAnswer } from '../outcome.ts';
import type { Rejection } from '../rejections.ts';
import type { DealDesk } from './deal-action.ts';
import type { DeleteUnmatchedDeal } from './deal-commands.ts';
import { endUnaccepted } from './expire-unmatched-deals.ts';
import { isItemRejection, waitingItem } from './own-unmatched-deal.ts';

export function deleteUnmatchedDeal(
  desk: DealDesk,
  { unmatchedSeq }: DeleteUnmatchedDeal,
): UnmatchedAnswer | Rejection {
  const item = waitingItem(desk, 'deleteUnmatchedDeal', { unmatchedSeq, as: 'captured' });
  if (isItemRejection(item)) return item;

  endUnaccepted(desk.state, item, 'Withdrawn', desk.handling);

  const deals = item.dealSeq === null ? [] : [item.dealSeq];
  return { kind: 'unmatched', unmatchedSeq, state: 'Withdrawn', version: item.version, deals };
}
