// What an edit makes of an order: the order with its new terms, not yet in force, or why it cannot have them.
import type { UserRights } from '../access/user-rights.ts';
import type { OrderChange } from '../commands.ts';
import { lots } from '../kernel/units.ts';
import { type OrderPrice, orderPrice } from '../options/order-pricing.ts';
import { type Rejection, rejection } from '../rejections.ts';
import type { Contract, Handling, Market } from '../state.ts';
import { quantityRejection } from './entry-check.ts';
import { holdOverRejection } from './hold-over-check.ts';
import type { Order } from './order.ts';
import { ownerOf } from './owner-check.ts';
import { priceRejection } from './price-check.ts';

/** A copy of the order with the change; rejects one that changes nothing or is invalid. */
export function changed(
  order: Order,
  change: OrderChange,
  parts: { readonly market: Market; readonly rights: UserRights; readonly contract: Contract },
): Order | Rejection {
  const { market, rights, contract } = parts;
  const { activeOrderSeq } = order;
  const priced = changedPrice(order, change, { market, contract });
  if ('code' in priced) return priced;
  const { price, pricing } = priced;
  const remaining = change.lots ?? order.remaining;
  const principal = change.principal ?? order.owner.principal;
  const capacity = change.capacity ?? (principal === order.owner.member ? 'P' : 'A');
  // A sub-account is a pocket of its principal: it does not go along to another one.
  const kept = principal === order.owner.principal ? order.owner.subAccount : null;
  const subAccount = change.subAccount === undefined ? kept : change.subAccount;
  const holdOverUntil = change.holdOver == null ? order.holdOverUntil : change.holdOver.until;
  const same =
    price === order.price &&
    holdOverUntil === order.holdOverUntil &&
    pricing?.reference === order.pricing?.reference &&
    pricing?.premium === order.pricing?.premium &&
    remaining === order.remaining &&
    principal === order.owner.principal &&
    capacity === order.owner.capacity &&
    subAccount === order.owner.subAccount;
  if (same) return rejection('orderWithoutChange', { activeOrderSeq });
  const failed = quantityRejection(rights, remaining) ?? priceRejection(contract, price);
  if (failed !== null) return failed;
  const { ref } = order.owner;
  const owner = ownerOf(market, rights, { principal, capacity, subAccount, ref });
  if ('code' in owner) return owner;
  const notHeldOver =
    holdOverUntil === order.holdOverUntil
      ? null
      : holdOverRejection(market, contract, { type: order.type, holdOverUntil });
  if (notHeldOver !== null) return notHeldOver;
  // The order stays with the dealer who entered it, whoever of the member edits it.
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

/** The price of the changed order: as it was, or computed anew from what was asked for. */
function changedPrice(
  order: Order,
  change: OrderChange,
  { market, contract }: { readonly market: Market; readonly contract: Contract },
): OrderPrice | Rejection {
  const volatility = change.volatility ?? null;
  const reference = change.reference ?? null;
  if (change.price === null && volatility === null && reference === null)
    return { price: order.price, pricing: order.pricing };
  const agreed = order.pricing;
  if (change.price === null)
    return orderPrice(market, contract, {
      price: order.price,
      volatility: volatility ?? agreed?.volatility ?? null,
      reference: reference ?? agreed?.reference ?? null,
    });
  return orderPrice(market, contract, {
    price: change.price,
    volatility,
    reference: reference ?? (contract.option?.outright == null ? null : (agreed?.reference ?? null)),
  });
}

/** Puts the new terms in force and tells them. */
export function applyChange(order: Order, wanted: Order, handling: Handling): void {
  const { activeOrderSeq, price, pricing, lots: quantity, remaining, owner, holdOverUntil } = wanted;
  Object.assign(order, { price, pricing, lots: quantity, remaining, owner, holdOverUntil });
  handling.tell({
    kind: 'orderEdited',
    activeOrderSeq,
    price,
    pricing,
    lots: remaining,
    owner,
    holdOverUntil,
  });
}
