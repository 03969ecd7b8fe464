// A double order, or two-way quote (ACT-1): a bid and an offer from one form, both taken or neither. They share their ref; a
// filled side can take the other with it.
import type { UserRights } from '../access/user-rights.ts';
import type { InsertDoubleOrder } from '../commands.ts';
import { orderPrice } from '../options/order-pricing.ts';
import type { DoubleAnswer } from '../outcome.ts';
import { type Rejection, rejection } from '../rejections.ts';
import type { Handling, Market, VenueState } from '../state.ts';
import { enterMarket } from './enter-market.ts';
import { entryRejection, quantityRejection } from './entry-check.ts';
import { holdOverRejection } from './hold-over-check.ts';
import { accept, answerOf, dealerOf, newOrder, withPricing } from './insert-order.ts';
import { leaveMarket } from './leave-market.ts';
import { ownerOf } from './owner-check.ts';
import { priceRejection } from './price-check.ts';
import { rand } from './rand.ts';
import { closedRejection, tradableContract } from './tradable-contract.ts';

export function insertDoubleOrder(
  state: VenueState,
  market: Market,
  rights: UserRights,
  command: InsertDoubleOrder,
  handling: Handling,
): DoubleAnswer | Rejection {
  const closed = closedRejection(market, command.contract);
  if (closed !== null) return closed;
  if (!rights.flags.has('insertOrderOrDouble'))
    return rejection('notPermitted', { flag: 'insertOrderOrDouble' });
  const contract = tradableContract(market, command.contract);
  if ('code' in contract) return contract;
  const { bid, offer } = command;
  const tooMany = quantityRejection(rights, bid.lots) ?? quantityRejection(rights, offer.lots);
  if (tooMany !== null) return tooMany;
  const reference = command.reference ?? null;
  const bidPrice = orderPrice(market, contract, { ...bid, reference });
  if ('code' in bidPrice) return bidPrice;
  const offerPrice = orderPrice(market, contract, { ...offer, reference });
  if ('code' in offerPrice) return offerPrice;
  const failed = priceRejection(contract, bidPrice.price) ?? priceRejection(contract, offerPrice.price);
  if (failed !== null) return failed;
  if (bidPrice.price >= offerPrice.price)
    return rejection('bidNotBelowOffer', { bid: rand(bidPrice.price), offer: rand(offerPrice.price) });
  const owner = ownerOf(market, rights, command);
  if ('code' in owner) return owner;
  const { holdOverUntil = null } = command;
  const terms = { contract: command.contract, type: 'Normal' as const, holdOverUntil };
  const notHeldOver = holdOverRejection(market, contract, terms);
  if (notHeldOver !== null) return notHeldOver;
  const first = state.nextOrderSeq;
  const buy = newOrder(
    { ...terms, side: 'B', lots: bid.lots },
    { activeOrderSeq: first, owner, handling, priced: bidPrice },
  );
  const sell = newOrder(
    { ...terms, side: 'S', lots: offer.lots },
    { activeOrderSeq: first + 1, owner, handling, priced: offerPrice },
  );
  const entry = { state, market, rights, contract };
  const rejected = entryRejection(entry, buy) ?? entryRejection(entry, sell);
  if (rejected !== null) return rejected;

  state.nextOrderSeq += 2;
  const ref = state.refs.take(dealerOf(owner), command.ref);
  for (const order of [buy, sell]) order.owner = { ...owner, ref };
  if (command.cancelOther) {
    buy.cancels = sell.activeOrderSeq;
    sell.cancels = buy.activeOrderSeq;
  }
  accept(buy, handling);
  const entered = answerOf(buy, enterMarket(state, contract, buy, handling), buy.lots);
  const bought = withPricing(contract, buy, entered);
  accept(sell, handling);
  // A bid that was filled at once has no other side to take out yet: the offer then never enters the market.
  if (command.cancelOther && bought.state === 'Filled') {
    leaveMarket(state, sell, handling, 'otherSideFilled');
    return { kind: 'double', bid: bought, offer: answerOf(sell, 'Cancelled', sell.lots) };
  }
  const sold = withPricing(
    contract,
    sell,
    answerOf(sell, enterMarket(state, contract, sell, handling), sell.lots),
  );
  const bidIsGone = bought.state === 'Active' && !state.orders.has(buy.activeOrderSeq);
  return { kind: 'double', bid: bidIsGone ? answerOf(buy, 'Cancelled', buy.lots) : bought, offer: sold };
}
