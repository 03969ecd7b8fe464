// What a deal becomes when another member takes it: ours is replaced by the same deal in our own name with its offset, and theirs at
// the same price (domain §5.2). Against the market it stays ours; the other member has it from us.
import type { OrderOwner } from '../events.ts';
import { otherSide } from '../kernel/units.ts';
import type { Deal, DealTerms } from './deal.ts';
import { bookDeal, changeState, type DealDesk, familyOf, positionsFollow, termsOf } from './deal-action.ts';

export interface PassedOn {
  /** In our own name: the deal with the market, and its offset with the other member. */
  readonly ours: readonly [Deal, Deal];
  readonly theirs: Deal;
}

/** `taker`: the account at the other member that has it now. */
export function passOnDeal(
  desk: DealDesk,
  deal: Deal,
  taker: OrderOwner,
  origin: 'assigned' | 'tripartite',
): PassedOn {
  const { state } = desk;
  const linkedGroup = familyOf(desk, [deal]);
  changeState(desk, deal, { state: origin === 'assigned' ? 'Assigned' : 'Tripartite', linkedGroup });
  const { member } = deal.owner;
  const ownName: OrderOwner = { ...deal.owner, principal: member, subAccount: null, capacity: 'P' };
  const matchSeq = state.nextMatchSeq;
  state.nextMatchSeq += 1;
  const passed: DealTerms = {
    ...termsOf(deal),
    matchSeq,
    isDisclosed: true,
    origin,
    linkedGroup,
    activeOrderSeq: null,
    isAggressor: false,
  };
  const own = bookDeal(desk, { ...termsOf(deal), owner: ownName, origin, linkedGroup });
  const offset = bookDeal(desk, {
    ...passed,
    side: otherSide(deal.side),
    owner: ownName,
    counterparty: taker.member,
  });
  const theirs = bookDeal(desk, { ...passed, owner: taker, counterparty: member });
  positionsFollow(desk, deal.contract, [deal.owner, ownName, taker]);
  return { ours: [own, offset], theirs };
}
