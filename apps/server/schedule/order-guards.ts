// The timers of the order guards (market.md, Time-out and disconnect). A dealer's orders are suspended when they have rested
// longer than the dealer's time-out or, if the dealer wants that, after a minute without a connection. The timers only send
// commands; the venue decides which orders it suspends.
import type { MarketView } from '@openpit/projections';
import { type Clock, type Command, epochMs, type Floor, FloorUnavailable } from '@openpit/venue';

/** How long a user may be without a connection. */
export const disconnectGraceMs = 60_000;
const checkEveryMs = 1_000;

export interface GuardParts {
  readonly floor: Floor;
  readonly view: MarketView;
  readonly clock: Clock;
  readonly onFailure: (error: unknown) => void;
}

export interface OrderGuards {
  connected(userId: string): void;
  disconnected(userId: string): void;
  stop(): void;
}

/** At a start nobody is connected: a user who does not connect in time counts as disconnected. */
export function startOrderGuards(parts: GuardParts): OrderGuards {
  const { floor, view, clock, onFailure } = parts;
  const connections = new Map<string, number>();
  const timers = new Map<string, () => void>();
  let stopped = false;

  const submit = (command: Command) => {
    floor.submit({ by: { kind: 'schedule' }, requestId: null, command }).catch((error: unknown) => {
      // When the market is too busy, the next check sends it again.
      if (!(error instanceof FloorUnavailable)) onFailure(error);
    });
  };
  const startTimer = (userId: string) => {
    timers.get(userId)?.();
    timers.set(
      userId,
      clock.at(epochMs(clock.now() + disconnectGraceMs), () => {
        timers.delete(userId);
        const wants = view.rights.of(userId)?.suspendsOnDisconnect === true;
        if (wants && !stopped) submit({ kind: 'suspendDisconnectedOrders', userId });
      }),
    );
  };
  let cancelCheck = () => {};
  const check = () => {
    if (stopped) return;
    if (hasTimedOut(view, clock.now())) submit({ kind: 'suspendTimedOutOrders' });
    cancelCheck = clock.at(epochMs(clock.now() + checkEveryMs), check);
  };
  for (const { userId } of view.rights.all()) startTimer(userId);
  check();

  return {
    connected(userId) {
      connections.set(userId, (connections.get(userId) ?? 0) + 1);
      timers.get(userId)?.();
      timers.delete(userId);
    },
    disconnected(userId) {
      const left = (connections.get(userId) ?? 1) - 1;
      connections.set(userId, left);
      if (left <= 0) {
        connections.delete(userId);
        if (!stopped) startTimer(userId);
      }
    },
    stop() {
      stopped = true;
      cancelCheck();
      for (const cancel of timers.values()) cancel();
      timers.clear();
    },
  };
}

/** Whether an order in the market is older than its dealer's time-out. Cheap while no dealer has one. */
function hasTimedOut(view: MarketView, now: number): boolean {
  return view.rights
    .all()
    .filter(({ timeOutSeconds }) => timeOutSeconds > 0)
    .some((user) =>
      view
        .rowsFor('activeOrders', { ...user, onlyDealer: user.dealer })
        .rows.some(({ state, time }) => state !== 'Suspended' && time + user.timeOutSeconds * 1000 <= now),
    );
}
