// A double order, or two-way quote (ACT-1): a bid and an offer from one form, both taken or neither. They share their ref; a
// filled side can take the other with it.
import type { UserRights } from '../access/user-rights.ts';
import type { InsertDoubleOrder } from '../commands.ts';
import type { DoubleAnswer } from '../outcome.ts';
import { type Refusal, refusal } from '../refusals.ts';
import type { Handling, Market, VenueState } from '../state.ts';
import { enterMarket } from './enter-market.ts';
import { entryRefusal, quantityRefusal } from './entry-check.ts';
import { accept, answerOf, dealerOf, newOrder } from './insert-order.ts';
import { leaveMarket } from './leave-market.ts';
import { ownerOf } from './owner-check.ts';
import { priceRefusal, rand } from './price-check.ts';

export function insertDoubleOrder(
  state: VenueState,
  market: Market,
  rights: UserRights,
  command: InsertDoubleOrder,
  handling: Handling,
): DoubleAnswer | Refusal {
  if (!rights.flags.has('insertOrderOrDouble'))
    return refusal('notPermitted', { flag: 'insertOrderOrDouble' });
  const contract = market.contracts.get(command.contract);
  if (contract === undefined) return refusal('contractUnknown', { contract: command.contract });
  const { bid, offer } = command;
  const failed =
    quantityRefusal(rights, bid.lots) ??
    quantityRefusal(rights, offer.lots) ??
    priceRefusal(contract, bid.price) ??
    priceRefusal(contract, offer.price);
  if (failed !== null) return failed;
  if (bid.price >= offer.price)
    return refusal('bidNotBelowOffer', { bid: rand(bid.price), offer: rand(offer.price) });
  const owner = ownerOf(market, rights, command);
  if ('code' in owner) return owner;
  const terms = { contract: command.contract, type: 'Normal' as const };
  const first = state.nextOrderSeq;
  const buy = newOrder({ ...terms, side: 'B', ...bid }, { activeOrderSeq: first, owner, handling });
  const sell = newOrder({ ...terms, side: 'S', ...offer }, { activeOrderSeq: first + 1, owner, handling });
  const entry = { state, market, rights, contract };
  const refused = entryRefusal(entry, buy) ?? entryRefusal(entry, sell);
  if (refused !== null) return refused;

  state.nextOrderSeq += 2;
  const ref = state.refs.take(dealerOf(owner), command.ref);
  for (const order of [buy, sell]) order.owner = { ...owner, ref };
  if (command.cancelOther) {
    buy.cancels = sell.activeOrderSeq;
    sell.cancels = buy.activeOrderSeq;
  }
  accept(buy, handling);
  const bought = answerOf(buy, enterMarket(state, contract, buy, handling), buy.lots);
  accept(sell, handling);
  // A bid that was filled at once has no other side to take out yet: the offer then never enters the market.
  if (command.cancelOther && bought.state === 'Filled') {
    leaveMarket(state, sell, handling, 'otherSideFilled');
    return { kind: 'double', bid: bought, offer: answerOf(sell, 'Cancelled', sell.lots) };
  }
  const sold = answerOf(sell, enterMarket(state, contract, sell, handling), sell.lots);
  const bidIsGone = bought.state === 'Active' && !state.orders.has(buy.activeOrderSeq);
  return { kind: 'double', bid: bidIsGone ? answerOf(buy, 'Cancelled', buy.lots) : bought, offer: sold };
}
