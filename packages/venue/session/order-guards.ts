// What takes a user's orders out of the market for him (domain §5.1): a time-out after which a resting order is suspended, and the
// loss of his connection. Both are preferences that he passes on; a timer of the server only says when to look.
import type { UserRights } from '../access/user-rights.ts';
import { type Rejection, rejection } from '../rejections.ts';
import type { Handling, VenueState } from '../state.ts';
import type { SetOwnOrderGuards } from './session-commands.ts';
import { suspendFor } from './suspend-for.ts';

const longestTimeOutSeconds = 86_400;

export function setOwnOrderGuards(
  rights: UserRights,
  { timeOutSeconds, suspendsOnDisconnect }: SetOwnOrderGuards,
  handling: Handling,
): Rejection | null {
  if (!Number.isInteger(timeOutSeconds) || timeOutSeconds < 0 || timeOutSeconds > longestTimeOutSeconds)
    return rejection('timeOutOutOfRange');

  rights.timeOutSeconds = timeOutSeconds;
  rights.suspendsOnDisconnect = suspendsOnDisconnect;

  handling.tell({ kind: 'orderGuardsSet', userId: rights.userId, timeOutSeconds, suspendsOnDisconnect });
  return null;
}

export function suspendTimedOutOrders(state: VenueState, handling: Handling): Rejection | null {
  const timedOut = [...state.orders.values()].filter(({ entry, owner, queuedAt }) => {
    const seconds = state.users.get(owner.userId)?.timeOutSeconds ?? 0;
    return entry !== null && seconds > 0 && queuedAt + seconds * 1000 <= handling.at;
  });
  if (timedOut.length === 0) return rejection('noOrdersToSuspend');
  suspendFor(state, timedOut, 'timedOut', handling);
  return null;
}

export function suspendDisconnectedOrders(
  state: VenueState,
  { userId }: { readonly userId: string },
  handling: Handling,
): Rejection | null {
  const rights = state.users.get(userId);
  if (rights === undefined) return rejection('userUnknown', { userId });
  const orders = [...state.orders.values()].filter(
    ({ entry, isHeldOver, owner }) => owner.userId === userId && (entry !== null || isHeldOver),
  );
  if (!rights.suspendsOnDisconnect || orders.length === 0) return rejection('noOrdersToSuspend');
  suspendFor(state, orders, 'disconnected', handling);
  return null;
}
