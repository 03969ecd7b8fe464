// The ways out of the market: for good, or only out of the book.
import type { OrderDeleted } from '../events.ts';
import { present } from '../kernel/assert.ts';
import { followLimitLock } from '../session/limit-lock.ts';
import type { Handling, VenueState } from '../state.ts';
import { type Order, placeOf } from './order.ts';

/** Takes the order out for good, whether it rests or is suspended, and tells why. */
export function leaveMarket(
  state: VenueState,
  order: Order,
  handling: Handling,
  reason: OrderDeleted['reason'],
): void {
  const place = placeOf(order);
  leaveBook(state, order);
  state.orders.delete(order.activeOrderSeq);
  handling.tell({ kind: 'orderDeleted', ...place, reason });
}

/** Takes the order out of the book and keeps it: it is suspended. */
export function suspend(state: VenueState, order: Order, handling: Handling): void {
  const place = placeOf(order);
  leaveBook(state, order);
  order.isHeldOver = false;
  handling.tell({ kind: 'orderSuspended', ...place });
}

/** Out of the book, where it was in it. */
export function leaveBook(state: VenueState, order: Order): void {
  if (order.entry === null) return;
  const found = state.market?.contracts.get(order.contract);
  const contract = present(found, `order ${order.activeOrderSeq} has no contract`);
  contract.book.remove(order.entry);
  order.entry = null;
  if (contract.lock !== null) followLimitLock(contract, state.lastAt);
}
