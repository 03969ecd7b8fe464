// Inserts an order or a double order (ACT-1): runs the whole chain of checks (market/orders.md, Order validation), then enters it into
// the market.
import { type Contract, isPackage } from '../contracts/contract.ts';
import { isRejection, type Rejection } from '../kernel/rejection.ts';
import { amountText, asPrice, type EpochMs } from '../kernel/units.ts';
import { tradableContract } from '../phases/entry-gate.ts';
import { type OrderPrice, orderPrice } from '../pricing/order-price.ts';
import { priceRejection } from '../pricing/price-check.ts';
import { ownerOf } from '../rights/owner.ts';
import { quantityRejection } from '../rights/user-rights.ts';
import { enterMarket } from './enter-market.ts';
import { entryRejection, holdOverRejection } from './entry-checks.ts';
import { deleteOrder } from './leave-market.ts';
import type { Order } from './order.ts';
import { answerOf, type DoubleAnswer, type OrderAnswer, withPricing } from './order-answers.ts';
import type { InsertDoubleOrder, InsertOrder, QuotedSide } from './order-commands.ts';
import type { OrdersContext, UserOrdersContext } from './orders-context.ts';
import { reject } from './orders-rejections.ts';

export function insertOrder(context: UserOrdersContext, command: InsertOrder): OrderAnswer | Rejection {
  const { state, market, rights } = context;
  const { side, type, lots, capacity, principal, subAccount = null, ref = '' } = command;
  const contract = tradableContract(context, 'order', command.contract);
  if (isRejection(contract)) return contract;
  const name = isPackage(contract) ? 'packageOrder' : 'order';
  const tooMany = quantityRejection(rights, lots);
  if (tooMany !== null) return tooMany;
  const priced = orderPrice(context, contract, requestedPrice(command, command.reference));
  if (isRejection(priced)) return priced;
  const badPrice = priceRejection(state, contract, priced.price);
  if (badPrice !== null) return badPrice;
  const owner = ownerOf(market, rights, { capacity, principal, subAccount, ref });
  if (isRejection(owner)) return owner;
  const { holdOverUntil = null } = command;
  const badHoldOver = holdOverRejection(market, contract, { type, until: holdOverUntil });
  if (badHoldOver !== null) return badHoldOver;
  const terms = { contract, side, type, lots, holdOverUntil, owner };
  const order = newOrder(terms, { activeOrderSeq: state.orders.nextSeq, priced, at: context.at });
  const rejected = entryRejection(context, name, order);
  if (rejected !== null) return rejected;

  state.orders.useSeqs(1);
  const free = state.orders.refs.take(owner, ref);
  if (free !== ref) order.owner = { ...owner, ref: free };
  acceptOrder(context, order);
  return withPricing(contract, order, answerOf(order, enterMarket(context, order), order.lots));
}

export const requestedPrice = (
  { price = asPrice(0), volatility = null }: Pick<QuotedSide, 'price' | 'volatility'>,
  reference: InsertOrder['reference'] = null,
) => ({ price, volatility, reference });

/** An order that is not in the market yet. */
export function newOrder(
  terms: Pick<Order, 'side' | 'type' | 'lots' | 'holdOverUntil' | 'owner'> & { readonly contract: Contract },
  entry: { readonly activeOrderSeq: number; readonly priced: OrderPrice; readonly at: EpochMs },
): Order {
  return {
    activeOrderSeq: entry.activeOrderSeq,
    contract: terms.contract,
    side: terms.side,
    type: terms.type,
    lots: terms.lots,
    price: entry.priced.price,
    pricing: entry.priced.pricing,
    owner: terms.owner,
    remaining: terms.lots,
    unhedged: 0,
    cancels: null,
    queuedAt: entry.at,
    holdOverUntil: terms.holdOverUntil,
    isHeldOver: false,
    entry: null,
  };
}

function acceptOrder({ emit }: OrdersContext, order: Order): void {
  emit({
    kind: 'orderAccepted',
    activeOrderSeq: order.activeOrderSeq,
    contract: order.contract.name,
    side: order.side,
    type: order.type,
    lots: order.lots,
    price: order.price,
    pricing: order.pricing,
    owner: order.owner,
    holdOverUntil: order.holdOverUntil,
  });
}

/**
 * Inserts a double order, or two-way quote: a bid and an offer from one form, of which both are accepted or neither. The two
 * orders share a ref, and a fill on one side can delete the other.
 */
export function insertDoubleOrder(
  context: UserOrdersContext,
  command: InsertDoubleOrder,
): DoubleAnswer | Rejection {
  const { state, market, rights } = context;
  const { bid, offer, reference, capacity, principal, subAccount = null, ref = '' } = command;
  const contract = tradableContract(context, 'double', command.contract);
  if (isRejection(contract)) return contract;
  const tooMany = quantityRejection(rights, bid.lots) ?? quantityRejection(rights, offer.lots);
  if (tooMany !== null) return tooMany;
  const bidPrice = orderPrice(context, contract, requestedPrice(bid, reference));
  if (isRejection(bidPrice)) return bidPrice;
  const offerPrice = orderPrice(context, contract, requestedPrice(offer, reference));
  if (isRejection(offerPrice)) return offerPrice;
  const badPrice =
    priceRejection(state, contract, bidPrice.price) ?? priceRejection(state, contract, offerPrice.price);
  if (badPrice !== null) return badPrice;
  if (bidPrice.price >= offerPrice.price)
    return reject('bidNotBelowOffer', {
      bid: amountText(bidPrice.price),
      offer: amountText(offerPrice.price),
    });
  const owner = ownerOf(market, rights, { capacity, principal, subAccount, ref });
  if (isRejection(owner)) return owner;
  const { holdOverUntil = null } = command;
  const badHoldOver = holdOverRejection(market, contract, { type: 'Normal', until: holdOverUntil });
  if (badHoldOver !== null) return badHoldOver;
  const first = state.orders.nextSeq;
  const terms = { contract, type: 'Normal', holdOverUntil, owner } as const;
  const buy = newOrder(
    { ...terms, side: 'B', lots: bid.lots },
    { activeOrderSeq: first, priced: bidPrice, at: context.at },
  );
  const sell = newOrder(
    { ...terms, side: 'S', lots: offer.lots },
    { activeOrderSeq: first + 1, priced: offerPrice, at: context.at },
  );
  const rejected = entryRejection(context, 'double', buy) ?? entryRejection(context, 'double', sell);
  if (rejected !== null) return rejected;

  state.orders.useSeqs(2);
  const assignedRef = state.orders.refs.take(owner, ref);
  for (const order of [buy, sell]) order.owner = { ...owner, ref: assignedRef };
  if (command.cancelOther) {
    buy.cancels = sell.activeOrderSeq;
    sell.cancels = buy.activeOrderSeq;
  }
  acceptOrder(context, buy);
  const bought = withPricing(contract, buy, answerOf(buy, enterMarket(context, buy), buy.lots));
  acceptOrder(context, sell);
  // If the bid was filled immediately, the offer must not enter the market at all.
  if (command.cancelOther && bought.state === 'Filled') {
    deleteOrder(context, sell, 'otherSideFilled');
    return { kind: 'double', bid: bought, offer: answerOf(sell, 'Cancelled', sell.lots) };
  }
  const sold = withPricing(contract, sell, answerOf(sell, enterMarket(context, sell), sell.lots));
  const isBidDeleted = bought.state === 'Active' && state.orders.find(buy.activeOrderSeq) === undefined;
  return { kind: 'double', bid: isBidDeleted ? answerOf(buy, 'Cancelled', buy.lots) : bought, offer: sold };
}
