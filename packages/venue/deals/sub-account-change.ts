// Change a deal's sub-account (ACT-20): to one that is enabled for the same principal, or out of any (domain §5.2).
import type { DealsAnswer } from '../outcome.ts';
import { type Rejection, rejection } from '../rejections.ts';
import { accountOwner } from './deal-account.ts';
import { type DealDesk, isRejection, ownOpenDeal } from './deal-action.ts';
import type { SubAccountChange } from './deal-commands.ts';
import { moveDeal } from './move-deal.ts';

export function subAccountChange(
  desk: DealDesk,
  { dealSeq, subAccount }: SubAccountChange,
): DealsAnswer | Rejection {
  const deal = ownOpenDeal(desk, 'subAccountChange', dealSeq);
  if (isRejection(deal)) return deal;
  const { principal, capacity, ref } = deal.owner;
  const owner = accountOwner(desk, { principal, capacity, subAccount }, ref);
  if (isRejection(owner)) return owner;
  if (subAccount === deal.owner.subAccount)
    return rejection('dealWithoutChange', { dealSeq, what: 'sub-account' });

  return moveDeal(desk, deal, owner, 'subAccount');
}
