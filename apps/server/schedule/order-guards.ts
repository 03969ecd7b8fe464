// The timers of the order guards (domain §5.1): they only say when the market must look. A dealer's orders are suspended when they have
// rested longer than his time-out, or when he has had no connection for a minute and wanted that. What is suspended, the
// venue decides, by commands that are in the journal.
import type { Projections } from '@openpit/projections';
import { type Clock, type Command, epochMs, type Floor, FloorUnavailable } from '@openpit/venue';

/** How long a user may be without a connection. */
export const disconnectGraceMs = 60_000;
const lookEveryMs = 1_000;

export interface GuardParts {
  readonly floor: Floor;
  readonly projections: Projections;
  readonly clock: Clock;
  readonly onFailure: (error: unknown) => void;
}

export interface OrderGuards {
  connected(userId: string): void;
  disconnected(userId: string): void;
  stop(): void;
}

/** At a start nobody is connected: who does not come back within the grace is treated as gone. */
export function startOrderGuards(parts: GuardParts): OrderGuards {
  const { floor, projections, clock, onFailure } = parts;
  const connections = new Map<string, number>();
  const goings = new Map<string, () => void>();
  let stopped = false;

  const submit = (command: Command) => {
    floor.submit({ by: { kind: 'schedule' }, requestId: null, command }).catch((error: unknown) => {
      // A market that is too busy is asked again by the next look.
      if (!(error instanceof FloorUnavailable)) onFailure(error);
    });
  };
  const awaitReturn = (userId: string) => {
    goings.get(userId)?.();
    goings.set(
      userId,
      clock.at(epochMs(clock.now() + disconnectGraceMs), () => {
        goings.delete(userId);
        const wants = projections.rights.of(userId)?.suspendsOnDisconnect === true;
        if (wants && !stopped) submit({ kind: 'suspendDisconnectedOrders', userId });
      }),
    );
  };
  let cancelLook = () => {};
  const look = () => {
    if (stopped) return;
    if (hasTimedOut(projections, clock.now())) submit({ kind: 'suspendTimedOutOrders' });
    cancelLook = clock.at(epochMs(clock.now() + lookEveryMs), look);
  };
  for (const { userId } of projections.rights.all()) awaitReturn(userId);
  look();

  return {
    connected(userId) {
      connections.set(userId, (connections.get(userId) ?? 0) + 1);
      goings.get(userId)?.();
      goings.delete(userId);
    },
    disconnected(userId) {
      const left = (connections.get(userId) ?? 1) - 1;
      connections.set(userId, left);
      if (left <= 0) {
        connections.delete(userId);
        if (!stopped) awaitReturn(userId);
      }
    },
    stop() {
      stopped = true;
      cancelLook();
      for (const cancel of goings.values()) cancel();
      goings.clear();
    },
  };
}

/** Whether an order in the market is older than its dealer's time-out. Costs nothing while nobody has one. */
function hasTimedOut({ rights, activeOrders }: Projections, now: number): boolean {
  return rights
    .all()
    .filter(({ timeOutSeconds }) => timeOutSeconds > 0)
    .some((user) =>
      activeOrders.rows
        .image(user)
        .rows.some(
          ({ dealer, state, time }) =>
            dealer === user.dealer && state !== 'Suspended' && time + user.timeOutSeconds * 1000 <= now,
        ),
    );
}
