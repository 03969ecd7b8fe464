// Splits a deal (ACT-13) into several, for different principals, dealers or sub-accounts of the user's member, at the same price
// and time.
import type { Deal } from '../deals/deal.ts';
import { isRejection, type Rejection } from '../kernel/rejection.ts';
import { lots } from '../kernel/units.ts';
import type { OrderOwner } from '../rights/owner.ts';
import { reject as rejectRights } from '../rights/rights-rejections.ts';
import {
  averageOf,
  bookDeal,
  changeState,
  linkedGroupOf,
  termsOf,
  updatePositions,
  valuesOf,
} from './book-deal.ts';
import { accountOwner, moveRejection, type Received, withDealer } from './deal-account.ts';
import type { DealsAnswer } from './deal-answers.ts';
import type { DealPart, SplitDeal } from './deal-commands.ts';
import { reject } from './deal-rejections.ts';
import type { UserDealsContext } from './deals-context.ts';
import { ownOpenDeal } from './own-deal.ts';

/** More parts than this are a mistake or an attack. */
const maxParts = 100;

export function splitDeal(context: UserDealsContext, { dealSeq, parts }: SplitDeal): DealsAnswer | Rejection {
  const deal = ownOpenDeal(context, 'split', dealSeq);
  if (isRejection(deal)) return deal;
  const sum = parts.reduce((total, part) => total + part.lots, 0);
  if (parts.length < 2 || parts.length > maxParts) return reject('splitPartsNumber', { most: maxParts });
  if (parts.some((part) => part.lots < 1)) return rejectRights('quantityNotPositive');
  if (sum !== deal.lots) return reject('splitPartsDoNotAddUp', { dealSeq, lots: deal.lots, sum });
  const owners: OrderOwner[] = [];
  for (const part of parts) {
    const owner = partOwner(context, deal, part);
    if (isRejection(owner)) return owner;
    owners.push(owner);
  }
  const rejected = limitRejection(context, deal, { parts, owners });
  if (rejected !== null) return rejected;

  const linkedGroup = linkedGroupOf(context, [deal]);
  changeState(context, deal, { state: 'Split', linkedGroup });
  const values = valuesOf(
    deal,
    parts.map((part) => part.lots),
  );
  const newDeals = parts.map((part, at) =>
    bookDeal(
      context,
      {
        ...termsOf(deal),
        lots: part.lots,
        value: values[at] ?? 0,
        averagePrice: averageOf(deal),
        owner: owners[at] ?? deal.owner,
        linkedGroup,
      },
      [dealSeq],
    ),
  );
  updatePositions(context, deal.contract, [deal.owner, ...owners], deal);

  return { kind: 'deals', deals: newDeals.map((deal) => deal.dealSeq) };
}

function partOwner(context: UserDealsContext, deal: Deal, part: DealPart): OrderOwner | Rejection {
  const owner = accountOwner(context, part, part.ref ?? deal.owner.ref);
  if (isRejection(owner)) return owner;
  // A part stays with the deal's dealer, even if another dealer splits the deal, unless the part names a different dealer.
  const { userId, dealer } = deal.owner;
  return withDealer(context, { ...owner, userId, dealer }, part.dealer ?? null);
}

/** Each account is checked once, with everything that it receives. */
function limitRejection(
  context: UserDealsContext,
  deal: Deal,
  { parts, owners }: { readonly parts: readonly DealPart[]; readonly owners: readonly OrderOwner[] },
): Rejection | null {
  const { contract, side } = deal;
  const gets = new Map<string, Received>();
  for (const [at, owner] of owners.entries()) {
    const isSame = owner.principal === deal.owner.principal && owner.subAccount === deal.owner.subAccount;
    if (isSame) continue;
    const key = `${owner.principal} ${owner.subAccount ?? ''}`;
    const quantity = lots((gets.get(key)?.deal.lots ?? 0) + (parts[at]?.lots ?? 0));
    gets.set(key, { to: owner, deal: { contract, side, lots: quantity } });
  }
  return moveRejection(context, 'split', deal, [...gets.values()]);
}
