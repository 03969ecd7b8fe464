// Accept an unmatched deal (ACT-11): the side to which it is addressed says for whom, and it is a deal: a report makes two matched
// deals, one a member; a deal that was offered becomes ours in place of theirs (domain §5.2).
import type { OrderOwner } from '../events.ts';
import { present } from '../kernel/assert.ts';
import { cents, otherSide } from '../kernel/units.ts';
import { optionDealt } from '../options/option-dealt.ts';
import type { UnmatchedAnswer } from '../outcome.ts';
import { type Rejection, rejection } from '../rejections.ts';
import type { Deal } from './deal.ts';
import { accountOwner, withDealer } from './deal-account.ts';
import { bookDeal, type DealDesk, isRejection, positionsFollow, reachRejection } from './deal-action.ts';
import type { AcceptUnmatchedDeal } from './deal-commands.ts';
import { isItemRejection, waitingItem } from './own-unmatched-deal.ts';
import { passOnDeal } from './pass-on-deal.ts';
import type { UnmatchedDeal } from './unmatched-deal.ts';

export function acceptUnmatchedDeal(
  desk: DealDesk,
  command: AcceptUnmatchedDeal,
): UnmatchedAnswer | Rejection {
  const { state, handling } = desk;
  const { unmatchedSeq, version } = command;
  const item = waitingItem(desk, 'acceptUnmatchedDeal', { unmatchedSeq, as: 'addressed' });
  if (isItemRejection(item)) return item;
  if (version !== item.version) return rejection('unmatchedDealChanged', { unmatchedSeq });
  const owner = takerOf(desk, item, command);
  if (isRejection(owner)) return owner;
  const { contract, lots } = item;
  const side = item.type === 'reported' ? otherSide(item.side) : item.side;
  const failed =
    reachRejection(desk, owner, { contract, side, lots }) ??
    (item.type === 'reported' ? reachRejection(desk, item.owner, item) : null);
  if (failed !== null) return failed;

  const accepted: UnmatchedDeal = { ...item, accepted: owner, state: 'Accepted' };
  const deal = item.dealSeq === null ? bookReport(desk, item, owner) : takeOver(desk, item.dealSeq, owner);
  state.deals.put(accepted);
  handling.tell({ kind: 'unmatchedDealEnded', item: accepted });

  return { kind: 'unmatched', unmatchedSeq, state: 'Accepted', version, deals: [deal.dealSeq] };
}

/** The account that takes it; in a cross the one that was named. */
function takerOf(
  desk: DealDesk,
  { counterpartyPrincipal }: UnmatchedDeal,
  command: AcceptUnmatchedDeal,
): OrderOwner | Rejection {
  const owner = accountOwner(desk, command, command.ref);
  if (isRejection(owner)) return owner;
  if (counterpartyPrincipal !== null && owner.principal !== counterpartyPrincipal)
    return rejection('crossForAnother', { principal: counterpartyPrincipal });
  return withDealer(desk, owner, command.dealer);
}

/** Both sides of a reported deal; returns the accepting one. */
function bookReport(desk: DealDesk, item: UnmatchedDeal, owner: OrderOwner): Deal {
  const { state, market, handling } = desk;
  const { contract, side, lots, value } = item;
  const matchSeq = state.nextMatchSeq;
  state.nextMatchSeq += 1;
  const terms = {
    matchSeq,
    contract,
    lots,
    value,
    isDisclosed: true,
    origin: 'reported',
    linkedGroup: null,
    activeOrderSeq: null,
    isAggressor: false,
    option: optionDealt(
      present(market.contracts.get(contract), `a report in ${contract}, which is not listed`),
      cents(Math.round(value / lots)),
      market.businessDay,
    ),
    dealtAt: handling.at,
  } as const;
  bookDeal(desk, { ...terms, side, owner: item.owner, counterparty: owner.member });
  const taken = bookDeal(desk, { ...terms, side: otherSide(side), owner, counterparty: item.owner.member });
  positionsFollow(desk, contract, [item.owner, owner]);
  return taken;
}

function takeOver(desk: DealDesk, dealSeq: number, owner: OrderOwner): Deal {
  const deal = present(desk.state.deals.deal(dealSeq), `deal ${dealSeq} is offered but not known`);
  return passOnDeal(desk, deal, owner, 'assigned').theirs;
}
