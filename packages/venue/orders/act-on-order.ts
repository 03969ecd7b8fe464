// The actions on one order: delete, suspend, resubmit, reduce, edit and amend (ACT-4 to ACT-8). A rejected change leaves the order as it
// was, with its place in the queue.
import { isRejection, type Rejection } from '../kernel/rejection.ts';
import { type Lots, lots } from '../kernel/units.ts';
import { type OrderPrice, orderPrice } from '../pricing/order-price.ts';
import { priceRejection } from '../pricing/price-check.ts';
import { ownerOf } from '../rights/owner.ts';
import { isWithinScope, quantityRejection } from '../rights/user-rights.ts';
import { enterMarket } from './enter-market.ts';
import { holdOverRejection, returningOrder } from './entry-checks.ts';
import { deleteOrder, placeOf, suspendOrder } from './leave-market.ts';
import { isSuspended, type Order, stateOf } from './order.ts';
import { answerOf, type OrderAnswer } from './order-answers.ts';
import type {
  AmendActiveOrder,
  DeleteActiveOrder,
  EditSuspendOrder,
  OrderChange,
  ReduceActiveOrder,
  ResubmitActiveOrder,
  SuspendActiveOrder,
} from './order-commands.ts';
import type { OrdersContext, UserOrdersContext } from './orders-context.ts';
import { reject } from './orders-rejections.ts';

/** The order leaves the market permanently, whether it rested or was suspended. There is no undo. */
export function deleteActiveOrder(
  context: UserOrdersContext,
  { activeOrderSeq }: DeleteActiveOrder,
): OrderAnswer | Rejection {
  const order = ownOrder(context, activeOrderSeq);
  if (isRejection(order)) return order;

  deleteOrder(context, order, 'deleted');

  return answerOf(order, 'Cancelled', order.remaining);
}

/** The order leaves book and depth; it keeps its price and remaining lots and loses its place in the queue. */
export function suspendActiveOrder(
  context: UserOrdersContext,
  { activeOrderSeq }: SuspendActiveOrder,
): OrderAnswer | Rejection {
  const order = ownOrder(context, activeOrderSeq);
  if (isRejection(order)) return order;
  if (isSuspended(order)) return reject('orderNotActive', { activeOrderSeq });

  suspendOrder(context, order);

  return answerOf(order, 'Suspended', order.remaining);
}

/** A suspended order is checked again and enters the market with a new time; it keeps its number. */
export function resubmitActiveOrder(
  context: UserOrdersContext,
  { activeOrderSeq }: ResubmitActiveOrder,
): OrderAnswer | Rejection {
  const order = ownOrder(context, activeOrderSeq);
  if (isRejection(order)) return order;
  if (order.isHeldOver) return reject('orderHeldOver', { activeOrderSeq });
  if (order.entry !== null) return reject('orderNotSuspended', { activeOrderSeq });
  const today = returningOrder(context, 'resubmit', order);
  if (isRejection(today)) return today;

  if (today !== order) applyChange(context, order, today);
  const before = order.remaining;
  context.emit({ kind: 'orderResubmitted', activeOrderSeq, member: order.owner.member });
  return answerOf(order, enterMarket(context, order), before);
}

/**
 * Lowers the remaining lots of an order, which keeps its place in the queue. Reducing to zero would be a deletion and is
 * rejected.
 */
export function reduceActiveOrder(
  context: UserOrdersContext,
  { activeOrderSeq, lots: left }: ReduceActiveOrder,
): OrderAnswer | Rejection {
  const order = ownOrder(context, activeOrderSeq);
  if (isRejection(order)) return order;
  const { remaining } = order;
  if (left < 1 || left >= remaining) return reject('reductionNotLower', { activeOrderSeq, remaining });

  return reduceOrder(context, order, left);
}

/** `left`: fewer lots than remain. */
function reduceOrder(context: OrdersContext, order: Order, left: Lots): OrderAnswer {
  const place = placeOf(order);
  if (order.entry !== null) order.contract.book.reduce(order.entry, left);
  order.lots = lots(order.lots - (order.remaining - left));
  order.remaining = left;
  context.state.orders.put(order);

  context.emit({ kind: 'orderReduced', ...place, left });
  return answerOf(order, stateOf(context.state, order), left);
}

/**
 * An order that the user may act on: any order of the user's member or, with own-only visibility, of the user. Other orders do
 * not exist for the user, so the rejection must not reveal the difference.
 */
export function ownOrder({ state, rights }: UserOrdersContext, activeOrderSeq: number): Order | Rejection {
  const order = state.orders.find(activeOrderSeq);
  return order === undefined || !isWithinScope(rights, order.owner)
    ? reject('orderNotFound', { activeOrderSeq })
    : order;
}

/** Edits a suspended order, which stays suspended (ACT-8). */
export function editSuspendOrder(
  context: UserOrdersContext,
  { activeOrderSeq, change }: EditSuspendOrder,
): OrderAnswer | Rejection {
  const order = ownOrder(context, activeOrderSeq);
  if (isRejection(order)) return order;
  if (order.isHeldOver) return reject('orderHeldOver', { activeOrderSeq });
  if (order.entry !== null) return reject('orderNotSuspended', { activeOrderSeq });
  const changedOrder = changed(context, order, change);
  if (isRejection(changedOrder)) return changedOrder;

  applyChange(context, order, changedOrder);

  return answerOf(order, 'Suspended', order.remaining);
}

/** Amends an active order: suspends, edits and resubmits it in one step. */
export function amendActiveOrder(
  context: UserOrdersContext,
  { activeOrderSeq, change }: AmendActiveOrder,
): OrderAnswer | Rejection {
  const order = ownOrder(context, activeOrderSeq);
  if (isRejection(order)) return order;
  if (order.isHeldOver) return reject('orderHeldOver', { activeOrderSeq });
  if (order.entry === null) return reject('orderNotActive', { activeOrderSeq });
  const changedOrder = changed(context, order, change);
  if (isRejection(changedOrder)) return changedOrder;
  if (onlyLowersQuantity(order, changedOrder)) return reduceOrder(context, order, changedOrder.remaining);
  const today = returningOrder(context, 'amend', changedOrder);
  if (isRejection(today)) return today;

  suspendOrder(context, order);
  applyChange(context, order, today);
  context.emit({ kind: 'orderResubmitted', activeOrderSeq, member: order.owner.member });
  const before = order.remaining;
  return answerOf(order, enterMarket(context, order), before);
}

/** This amendment keeps the place in the queue. */
const onlyLowersQuantity = (order: Order, changedOrder: Order): boolean =>
  changedOrder.remaining < order.remaining && isSame({ ...changedOrder, remaining: order.remaining }, order);

const isSame = (a: Order, b: Order): boolean =>
  a.price === b.price &&
  a.holdOverUntil === b.holdOverUntil &&
  a.pricing?.reference === b.pricing?.reference &&
  a.pricing?.premium === b.pricing?.premium &&
  a.remaining === b.remaining &&
  a.owner.principal === b.owner.principal &&
  a.owner.capacity === b.owner.capacity &&
  a.owner.subAccount === b.owner.subAccount;

/** A copy of the order with the change, or a rejection if the change is invalid or has no effect. */
function changed(context: UserOrdersContext, order: Order, change: OrderChange): Order | Rejection {
  const { state, market, rights } = context;
  const { activeOrderSeq, contract } = order;
  const priced = changedPrice(context, order, change);
  if (isRejection(priced)) return priced;
  const { price, pricing } = priced;
  const { totalLots = null } = change;
  const remaining =
    totalLots === null
      ? (change.lots ?? order.remaining)
      : lots(Math.max(0, totalLots - (order.lots - order.remaining)));
  const principal = change.principal ?? order.owner.principal;
  const capacity = change.capacity ?? (principal === order.owner.member ? 'P' : 'A');
  // A sub-account belongs to its principal, so changing the principal removes it.
  const keptSubAccount = principal === order.owner.principal ? order.owner.subAccount : null;
  const subAccount = change.subAccount === undefined ? keptSubAccount : change.subAccount;
  const holdOverUntil = change.holdOver == null ? order.holdOverUntil : change.holdOver.until;
  const owned = { ...order.owner, principal, capacity, subAccount };
  if (isSame({ ...order, price, pricing, remaining, holdOverUntil, owner: owned }, order))
    return reject('orderWithoutChange', { activeOrderSeq });
  const invalid = quantityRejection(rights, remaining) ?? priceRejection(state, contract, price);
  if (invalid !== null) return invalid;
  const { ref } = order.owner;
  const owner = ownerOf(market, rights, { principal, capacity, subAccount, ref });
  if (isRejection(owner)) return owner;
  const badHoldOver =
    holdOverUntil === order.holdOverUntil
      ? null
      : holdOverRejection(market, contract, { type: order.type, until: holdOverUntil });
  if (badHoldOver !== null) return badHoldOver;
  // The order stays with the dealer who entered it, even if another dealer of the member changes it.
  const { userId, dealer } = order.owner;
  return {
    ...order,
    price,
    pricing,
    remaining,
    holdOverUntil,
    lots: lots(order.lots + remaining - order.remaining),
    owner: { ...owner, userId, dealer },
  };
}

/** The price of the changed order: unchanged, or recomputed from the dealer's request. */
function changedPrice(context: UserOrdersContext, order: Order, change: OrderChange): OrderPrice | Rejection {
  const volatility = change.volatility ?? null;
  const reference = change.reference ?? null;
  const { contract, pricing: agreed } = order;
  if (change.price === null && volatility === null && reference === null)
    return { price: order.price, pricing: agreed };
  if (change.price === null)
    return orderPrice(context, contract, {
      price: order.price,
      volatility: volatility ?? agreed?.volatility ?? null,
      reference: reference ?? agreed?.reference ?? null,
    });
  const keptReference = contract.kind === 'delta' ? (agreed?.reference ?? null) : null;
  return orderPrice(context, contract, {
    price: change.price,
    volatility,
    reference: reference ?? keptReference,
  });
}

export function applyChange({ state, emit }: OrdersContext, order: Order, changedOrder: Order): void {
  const { activeOrderSeq, price, pricing, lots: quantity, remaining, owner, holdOverUntil } = changedOrder;
  Object.assign(order, { price, pricing, lots: quantity, remaining, owner, holdOverUntil });
  state.orders.put(order);
  emit({
    kind: 'orderEdited',
    activeOrderSeq,
    price,
    pricing,
    lots: remaining,
    owner,
    holdOverUntil,
  });
}
