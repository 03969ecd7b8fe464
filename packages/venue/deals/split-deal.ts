// Split a deal (ACT-13): one deal becomes several, for other principals, dealers or sub-accounts of the own member, at the same price
// and time (domain §5.2).
import type { OrderOwner } from '../events.ts';
import { type Lots, lots } from '../kernel/units.ts';
import type { DealsAnswer } from '../outcome.ts';
import { type Rejection, rejection } from '../rejections.ts';
import type { Deal } from './deal.ts';
import { accountOwner, withDealer } from './deal-account.ts';
import {
  bookDeal,
  changeState,
  type DealDesk,
  familyOf,
  isRejection,
  ownOpenDeal,
  positionsFollow,
  reachRejection,
  termsOf,
  valuesOf,
} from './deal-action.ts';
import type { DealPart, SplitDeal } from './deal-commands.ts';

/** A deal among too many parts is a slip, or an attack. */
const mostParts = 100;

export function splitDeal(desk: DealDesk, { dealSeq, parts }: SplitDeal): DealsAnswer | Rejection {
  const deal = ownOpenDeal(desk, 'splitDeal', dealSeq);
  if (isRejection(deal)) return deal;
  const sum = parts.reduce((total, part) => total + part.lots, 0);
  if (parts.length < 2 || parts.length > mostParts) return rejection('splitPartsNumber', { most: mostParts });
  if (parts.some((part) => part.lots < 1)) return rejection('quantityNotPositive');
  if (sum !== deal.lots) return rejection('splitPartsDoNotAddUp', { dealSeq, lots: deal.lots, sum });
  const owners: OrderOwner[] = [];
  for (const part of parts) {
    const owner = partOwner(desk, deal, part);
    if (isRejection(owner)) return owner;
    owners.push(owner);
  }
  const failed = limitRejection(desk, deal, { parts, owners });
  if (failed !== null) return failed;

  const linkedGroup = familyOf(desk, [deal]);
  changeState(desk, deal, { state: 'Split', linkedGroup });
  const values = valuesOf(
    deal,
    parts.map((part) => part.lots),
  );
  const children = parts.map((part, at) =>
    bookDeal(desk, {
      ...termsOf(deal),
      lots: part.lots,
      value: values[at] ?? 0,
      owner: owners[at] ?? deal.owner,
      linkedGroup,
    }),
  );
  positionsFollow(desk, deal.contract, [deal.owner, ...owners]);

  return { kind: 'deals', deals: children.map((child) => child.dealSeq) };
}

function partOwner(desk: DealDesk, deal: Deal, part: DealPart): OrderOwner | Rejection {
  const owner = accountOwner(desk, part, part.ref ?? deal.owner.ref);
  if (isRejection(owner)) return owner;
  // A part stays with the deal's dealer, whoever of the member splits it, unless it is given to another.
  const { userId, dealer } = deal.owner;
  return withDealer(desk, { ...owner, userId, dealer }, part.dealer);
}

/** Each account is looked at once, with all that it gets. */
function limitRejection(
  desk: DealDesk,
  deal: Deal,
  { parts, owners }: { readonly parts: readonly DealPart[]; readonly owners: readonly OrderOwner[] },
): Rejection | null {
  const gets = new Map<string, { owner: OrderOwner; lots: Lots }>();
  for (const [at, owner] of owners.entries()) {
    const same = owner.principal === deal.owner.principal && owner.subAccount === deal.owner.subAccount;
    const key = `${owner.principal} ${owner.subAccount ?? ''}`;
    if (!same) gets.set(key, { owner, lots: lots((gets.get(key)?.lots ?? 0) + (parts[at]?.lots ?? 0)) });
  }
  for (const { owner, lots: got } of gets.values()) {
    const failed = reachRejection(desk, owner, { contract: deal.contract, side: deal.side, lots: got });
    if (failed !== null) return failed;
  }
  return null;
}
