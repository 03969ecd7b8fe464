// Insert an order (ACT-1): the whole chain of checks (market.md, Order validation), then into the market.
import { type Contract, isPackage } from '../contracts/contract.ts';
import { isRejection, type Rejection } from '../kernel/rejection.ts';
import { asPrice, type EpochMs } from '../kernel/units.ts';
import { tradableContract } from '../phases/entry-gate.ts';
import { type OrderPrice, orderPrice } from '../pricing/order-price.ts';
import { priceRejection } from '../pricing/price-check.ts';
import { ownerOf } from '../rights/owner.ts';
import { quantityRejection } from '../rights/user-rights.ts';
import { enterMarket } from './enter-market.ts';
import { entryRejection } from './entry-checks.ts';
import { holdOverRejection } from './hold-over-check.ts';
import type { Order } from './order.ts';
import { answerOf, type OrderAnswer, withPricing } from './order-answers.ts';
import type { InsertOrder, QuotedSide } from './order-commands.ts';
import type { OrdersAct, OwnOrdersAct } from './orders-act.ts';

export function insertOrder(act: OwnOrdersAct, command: InsertOrder): OrderAnswer | Rejection {
  const { state, market, rights } = act;
  const { side, type, lots, capacity, principal, subAccount = null, ref = '' } = command;
  const contract = tradableContract(act, 'order', command.contract);
  if (isRejection(contract)) return contract;
  const name = isPackage(contract) ? 'packageOrder' : 'order';
  const tooMany = quantityRejection(rights, lots);
  if (tooMany !== null) return tooMany;
  const priced = orderPrice(act, contract, askedPrice(command, command.reference));
  if (isRejection(priced)) return priced;
  const badPrice = priceRejection(state, contract, priced.price);
  if (badPrice !== null) return badPrice;
  const owner = ownerOf(market, rights, { capacity, principal, subAccount, ref });
  if (isRejection(owner)) return owner;
  const { holdOverUntil = null } = command;
  const badHoldOver = holdOverRejection(market, contract, { type, until: holdOverUntil });
  if (badHoldOver !== null) return badHoldOver;
  const terms = { contract, side, type, lots, holdOverUntil, owner };
  const order = newOrder(terms, { activeOrderSeq: state.orders.nextSeq, priced, at: act.at });
  const rejected = entryRejection(act, name, order);
  if (rejected !== null) return rejected;

  state.orders.useSeqs(1);
  const free = state.orders.refs.take(owner, ref);
  if (free !== ref) order.owner = { ...owner, ref: free };
  acceptOrder(act, order);
  return withPricing(contract, order, answerOf(order, enterMarket(act, order), order.lots));
}

export const askedPrice = (
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
    cancels: null,
    queuedAt: entry.at,
    holdOverUntil: terms.holdOverUntil,
    isHeldOver: false,
    entry: null,
  };
}

export function acceptOrder({ emit }: OrdersAct, order: Order): void {
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
