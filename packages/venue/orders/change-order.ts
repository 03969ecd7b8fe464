// What an edit makes of an order: the order with its new terms, not yet in force, or why it cannot have them.
import type { UserRights } from '../access/user-rights.ts';
import type { OrderChange } from '../commands.ts';
import { lots } from '../kernel/units.ts';
import { type Refusal, refusal } from '../refusals.ts';
import type { Contract, Handling, Market } from '../state.ts';
import { quantityRefusal } from './entry-check.ts';
import type { Order } from './order.ts';
import { ownerOf } from './owner-check.ts';
import { priceRefusal } from './price-check.ts';

/** A copy of the order with the change; refuses one that changes nothing or is invalid. */
export function changed(
  order: Order,
  change: OrderChange,
  parts: { readonly market: Market; readonly rights: UserRights; readonly contract: Contract },
): Order | Refusal {
  const { market, rights, contract } = parts;
  const { activeOrderSeq } = order;
  const price = change.price ?? order.price;
  const remaining = change.lots ?? order.remaining;
  const principal = change.principal ?? order.owner.principal;
  const capacity = change.capacity ?? (principal === order.owner.member ? 'P' : 'A');
  const same =
    price === order.price &&
    remaining === order.remaining &&
    principal === order.owner.principal &&
    capacity === order.owner.capacity;
  if (same) return refusal('orderWithoutChange', { activeOrderSeq });
  const failed = quantityRefusal(rights, remaining) ?? priceRefusal(contract, price);
  if (failed !== null) return failed;
  const { subAccount, ref } = order.owner;
  const owner = ownerOf(market, rights, { principal, capacity, subAccount, ref });
  if ('code' in owner) return owner;
  // The order stays with the dealer who entered it, whoever of the member edits it.
  const { userId, dealer } = order.owner;
  return {
    ...order,
    price,
    remaining,
    lots: lots(order.lots + remaining - order.remaining),
    owner: { ...owner, userId, dealer },
  };
}

/** Puts the new terms in force and tells them. */
export function applyChange(order: Order, wanted: Order, handling: Handling): void {
  const { price, lots: quantity, remaining, owner } = wanted;
  Object.assign(order, { price, lots: quantity, remaining, owner });
  handling.tell({ kind: 'orderEdited', activeOrderSeq: order.activeOrderSeq, price, lots: remaining, owner });
}
