// Cumulate deals (ACT-16): several of the same side, principal, dealer and contract become one, at their common price or, where that
// is asked for, at their average; the value stays what it was to the cent (domain §5.2).
import { type EpochMs, lots } from '../kernel/units.ts';
import type { OptionDealt } from '../options/option-dealt.ts';
import type { DealsAnswer } from '../outcome.ts';
import { type Rejection, rejection } from '../rejections.ts';
import { type Deal, severalMembers } from './deal.ts';
import {
  bookDeal,
  changeState,
  type DealDesk,
  familyOf,
  flagRejection,
  isRejection,
  ownOpenDeal,
  positionsFollow,
} from './deal-action.ts';
import type { CumulateDeal } from './deal-commands.ts';

export function cumulateDeal(
  desk: DealDesk,
  { dealSeqs, averagePrice }: CumulateDeal,
): DealsAnswer | Rejection {
  const failed = flagRejection(desk, 'cumulateDeal');
  if (failed !== null) return failed;
  if (dealSeqs.length < 2 || new Set(dealSeqs).size < dealSeqs.length) return rejection('cumulateTooFew');
  const deals: Deal[] = [];
  for (const dealSeq of dealSeqs) {
    const deal = ownOpenDeal(desk, 'cumulateDeal', dealSeq);
    if (isRejection(deal)) return deal;
    deals.push(deal);
  }
  const [first, ...others] = deals as [Deal, ...Deal[]];
  for (const other of others) {
    const what = difference(first, other);
    if (what !== null)
      return rejection('dealsDiffer', { dealSeq: other.dealSeq, first: first.dealSeq, what });
    // Crosswise, so that no price is rounded before it is compared.
    if (
      !averagePrice &&
      BigInt(first.value) * BigInt(other.lots) !== BigInt(other.value) * BigInt(first.lots)
    )
      return rejection('dealPricesDiffer', { dealSeq: other.dealSeq, first: first.dealSeq });
  }

  const { state } = desk;
  const linkedGroup = familyOf(desk, deals);
  for (const deal of deals) changeState(desk, deal, { state: 'Cumulated', linkedGroup });
  const matchSeq = state.nextMatchSeq;
  state.nextMatchSeq += 1;
  const cumulated = bookDeal(desk, {
    matchSeq,
    contract: first.contract,
    side: first.side,
    lots: lots(deals.reduce((sum, deal) => sum + deal.lots, 0)),
    value: deals.reduce((sum, deal) => sum + deal.value, 0),
    owner: first.owner,
    counterparty: deals.every(({ counterparty }) => counterparty === first.counterparty)
      ? first.counterparty
      : severalMembers,
    isDisclosed: deals.every(({ isDisclosed }) => isDisclosed),
    origin: first.origin,
    linkedGroup,
    activeOrderSeq: deals.every(({ activeOrderSeq }) => activeOrderSeq === first.activeOrderSeq)
      ? first.activeOrderSeq
      : null,
    isAggressor: deals.every(({ isAggressor }) => isAggressor),
    option: deals.every(({ option }) => isSame(option, first.option)) ? first.option : null,
    dealtAt: Math.max(...deals.map(({ dealtAt }) => dealtAt)) as EpochMs,
  });
  positionsFollow(desk, first.contract, [first.owner]);

  return { kind: 'deals', deals: [cumulated.dealSeq] };
}

const isSame = (one: OptionDealt | null, other: OptionDealt | null): boolean =>
  one?.volatility === other?.volatility && one?.reference === other?.reference;

/** In what two deals must agree and do not; null when they may come together. */
function difference(one: Deal, other: Deal): string | null {
  if (one.contract !== other.contract) return 'contract';
  if (one.side !== other.side) return 'side';
  if (one.owner.principal !== other.owner.principal) return 'principal';
  if (one.owner.subAccount !== other.owner.subAccount) return 'sub-account';
  if (one.owner.dealer !== other.owner.dealer) return 'dealer';
  if (one.origin !== other.origin) return 'origin';
  return null;
}
