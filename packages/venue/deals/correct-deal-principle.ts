// Correct a deal's principal (ACT-17, with the specification's spelling): only from a client, to the own member's book or another own
// client; the capacity follows (domain §5.2).
import type { DealsAnswer } from '../outcome.ts';
import { type Rejection, rejection } from '../rejections.ts';
import { accountOwner } from './deal-account.ts';
import { type DealDesk, isRejection, ownOpenDeal } from './deal-action.ts';
import type { CorrectDealPrinciple } from './deal-commands.ts';
import { moveDeal } from './move-deal.ts';

export function correctDealPrinciple(desk: DealDesk, command: CorrectDealPrinciple): DealsAnswer | Rejection {
  const { dealSeq } = command;
  const deal = ownOpenDeal(desk, 'correctDealPrinciple', dealSeq);
  if (isRejection(deal)) return deal;
  if (deal.owner.capacity !== 'A')
    return rejection('dealPrincipalNotClient', { dealSeq, principal: deal.owner.principal });
  const owner = accountOwner(desk, command, deal.owner.ref);
  if (isRejection(owner)) return owner;
  if (owner.principal === deal.owner.principal)
    return rejection('dealWithoutChange', { dealSeq, what: 'principal' });

  return moveDeal(desk, deal, owner, 'principal');
}
