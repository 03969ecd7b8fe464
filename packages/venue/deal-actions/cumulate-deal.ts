// Cumulates deals (ACT-16): several deals of the same side, principal, dealer and contract become one, at their common price or,
// on request, at their average price. Their value is preserved to the cent.
import { maxAccountLots } from '@openpit/terms';
import { type Deal, severalMembers } from '../deals/deal.ts';
import { isRejection, type Rejection } from '../kernel/rejection.ts';
import { type EpochMs, lots } from '../kernel/units.ts';
import type { OptionDealt } from '../pricing/option-dealt.ts';
import { bookDeal, changeState, linkedGroupOf, updatePositions } from './book-deal.ts';
import type { DealsAnswer } from './deal-answers.ts';
import type { CumulateDeal } from './deal-commands.ts';
import { reject } from './deal-rejections.ts';
import type { UserDealsContext } from './deals-context.ts';
import { ownOpenDeal } from './own-deal.ts';

export function cumulateDeal(
  context: UserDealsContext,
  { dealSeqs, averagePrice = false }: CumulateDeal,
): DealsAnswer | Rejection {
  if (dealSeqs.length < 2 || new Set(dealSeqs).size < dealSeqs.length) return reject('cumulateTooFew');
  const deals: Deal[] = [];
  for (const dealSeq of dealSeqs) {
    const deal = ownOpenDeal(context, 'cumulate', dealSeq);
    if (isRejection(deal)) return deal;
    deals.push(deal);
  }
  const [first, ...others] = deals as [Deal, ...Deal[]];
  for (const other of others) {
    const reason = difference(first, other);
    if (reason !== null)
      return reject('dealsDiffer', { dealSeq: other.dealSeq, first: first.dealSeq, what: reason });
    if (!averagePrice && !hasSamePrice(first, other))
      return reject('dealPricesDiffer', { dealSeq: other.dealSeq, first: first.dealSeq });
  }
  const sum = deals.reduce((total, deal) => total + deal.lots, 0);
  if (sum > maxAccountLots) return reject('cumulateTooMany', { lots: sum });

  const linkedGroup = linkedGroupOf(context, deals);
  for (const deal of deals) changeState(context, deal, { state: 'Cumulated', linkedGroup });
  const cumulated = bookDeal(
    context,
    {
      matchSeq: context.state.deals.takeMatchSeq(),
      contract: first.contract,
      side: first.side,
      lots: lots(sum),
      value: deals.reduce((sum, deal) => sum + deal.value, 0),
      averagePrice: deals.every(({ averagePrice }) => averagePrice === first.averagePrice)
        ? first.averagePrice
        : null,
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
    },
    deals.map(({ dealSeq }) => dealSeq),
  );
  updatePositions(context, first.contract, [first.owner], cumulated);

  return { kind: 'deals', deals: [cumulated.dealSeq] };
}

/**
 * Parts of one average keep it even if their values have odd cents. Cross-multiplication avoids rounding a price before it is
 * compared.
 */
const hasSamePrice = (a: Deal, b: Deal): boolean =>
  (a.averagePrice !== null && a.averagePrice === b.averagePrice) ||
  BigInt(a.value) * BigInt(b.lots) === BigInt(b.value) * BigInt(a.lots);

const isSame = (a: OptionDealt | null, b: OptionDealt | null): boolean =>
  a?.volatility === b?.volatility && a?.reference === b?.reference;

/** A sentence that says why two deals cannot be cumulated, or null if they can. */
function difference(a: Deal, b: Deal): string | null {
  if (a.contract !== b.contract) return 'contract';
  if (a.side !== b.side) return 'side';
  if (a.owner.principal !== b.owner.principal) return 'principal';
  if (a.owner.subAccount !== b.owner.subAccount) return 'sub-account';
  if (a.owner.dealer !== b.owner.dealer) return 'dealer';
  if (a.origin !== b.origin) return 'origin';
  return null;
}
