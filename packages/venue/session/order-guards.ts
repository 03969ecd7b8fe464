// What takes a user's orders out of the market for him (domain §5.1): a time-out after which a resting order is suspended, and the
// loss of his connection. Both are preferences that he passes on; a timer of the server only says when to look.
import type { UserRights } from '../access/user-rights.ts';
import { type Refusal, refusal } from '../refusals.ts';
import type { Handling, VenueState } from '../state.ts';
import type { SetOwnOrderGuards } from './session-commands.ts';
import { suspendFor } from './suspend-for.ts';

const longestTimeOutSeconds = 86_400;

export function setOwnOrderGuards(
  rights: UserRights,
  { timeOutSeconds, suspendsOnDisconnect }: SetOwnOrderGuards,
  handling: Handling,
): Refusal | null {
  if (!Number.isInteger(timeOutSeconds) || timeOutSeconds < 0 || timeOutSeconds > longestTimeOutSeconds)
    return refusal('timeOutOutOfRange');

  rights.timeOutSeconds = timeOutSeconds;
  rights.suspendsOnDisconnect = suspendsOnDisconnect;

  handling.tell({ kind: 'orderGuardsSet', userId: rights.userId, timeOutSeconds, suspendsOnDisconnect });
  return null;
}

export function suspendTimedOutOrders(state: VenueState, handling: Handling): Refusal | null {
  const timedOut = [...state.orders.values()].filter(({ entry, owner, queuedAt }) => {
    const seconds = state.users.get(owner.userId)?.timeOutSeconds ?? 0;
    return entry !== null && seconds > 0 && queuedAt + seconds * 1000 <= handling.at;
  });
  if (timedOut.length === 0) return refusal('noOrdersToSuspend');
  suspendFor(state, timedOut, 'timedOut', handling);
  return null;
}

export function suspendDisconnectedOrders(
  state: VenueState,
  { userId }: { readonly userId: string },
  handling: Handling,
): Refusal | null {
  const rights = state.users.get(userId);
  if (rights === undefined) return refusal('userUnknown', { userId });
  const orders = [...state.orders.values()].filter(
    ({ entry, isHeldOver, owner }) => owner.userId === userId && (entry !== null || isHeldOver),
  );
  if (!rights.suspendsOnDisconnect || orders.length === 0) return refusal('noOrdersToSuspend');
  suspendFor(state, orders, 'disconnected', handling);
  return null;
}
