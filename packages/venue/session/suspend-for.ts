// Orders that leave the market without their dealer's hand: each is suspended as ever, and each dealer is told once, with the
// reason (domain §5.1: time-out, lost connection).
import { suspend } from '../orders/leave-market.ts';
import type { Order } from '../orders/order.ts';
import type { Handling, VenueState } from '../state.ts';
import type { OrdersSuspendedFor } from './session-events.ts';

export function suspendFor(
  state: VenueState,
  orders: readonly Order[],
  reason: OrdersSuspendedFor['reason'],
  handling: Handling,
): void {
  const byUser = new Map<string, number[]>();
  for (const order of orders) {
    suspend(state, order, handling);
    const { userId } = order.owner;
    byUser.set(userId, [...(byUser.get(userId) ?? []), order.activeOrderSeq]);
  }
  for (const [userId, numbers] of byUser)
    handling.tell({ kind: 'ordersSuspendedFor', userId, reason, orders: numbers });
}
