// The timers of the order guards (market/orders.md, Time-out and disconnect). A dealer's orders are suspended when they have rested
// longer than the dealer's time-out. If the dealer has chosen it, they are also suspended when the dealer's programs and browsers
// show no activity for a chosen time. The timers only send commands; the venue decides which orders to suspend.
import type { MarketView } from '@openpit/projections';
import { systemClock } from '@openpit/signalr-server';
import { type Db, findPreference } from '@openpit/storage';
import { type Command, epochMs, GatewayUnavailable, type OrderGateway } from '@openpit/venue';
import { defaultDisconnectSeconds, preferenceDocument } from '@openpit/wire';
import type { TrustedClock } from '../clock/trusted-clock.ts';
import type { MarketQueries } from '../running-market.ts';

const checkEveryMs = 1_000;
/** The interval of checks of open connections for silence. */
const checkLinesEveryMs = 250;
/** An open connection is probed this many times within the time that its user has chosen. */
const probesPerTime = 4;

/** How long each user with this guard may be silent. This is not part of the venue, because no answer depends on it. */
export class DisconnectTimes {
  readonly #seconds = new Map<string, number>();

  /** Called with each user whose time was changed. */
  onChange: (userId: string) => void = () => {};

  /** Reads the users' choices in their preferences. */
  static async load(db: Db, userIds: Iterable<string>): Promise<DisconnectTimes> {
    const times = new DisconnectTimes();
    for (const userId of userIds) {
      const preference = await findPreference(db, userId);
      if (preference === undefined) continue;
      // An unreadable document is the browser's problem; orders are guarded with the default.
      const document = preferenceDocument.safeParse(parsed(preference.json));
      if (document.success) times.set(userId, document.data.defaults.disconnectSeconds);
    }
    return times;
  }

  /** `seconds`: undefined for the default. */
  set(userId: string, seconds: number | undefined): void {
    if (seconds === undefined) this.#seconds.delete(userId);
    else this.#seconds.set(userId, seconds);
    this.onChange(userId);
  }

  of(userId: string): number {
    return (this.#seconds.get(userId) ?? defaultDisconnectSeconds) * 1000;
  }
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}

/** An open connection of a user to the hub. */
interface GuardedConnection {
  readonly user: { readonly userId: string };
  readonly silentMs: number;
  probe(): void;
}

export interface GuardParts {
  readonly gateway: OrderGateway;
  readonly view: MarketView;
  /** Asks the venue, so that no command is sent that it would reject. */
  readonly hasTimedOutOrders: MarketQueries['hasTimedOutOrders'];
  readonly clock: TrustedClock;
  readonly times: DisconnectTimes;
  /** The open connections; none by default. */
  readonly lines?: () => Iterable<GuardedConnection>;
  /** Reads a monotonic clock; by default the clock of the process. */
  readonly monotonicMs?: () => number;
  /** Calls back regularly until the returned function is called; by default the process's timers. */
  readonly every?: typeof systemClock.every;
  readonly onFailure: (error: unknown) => void;
}

export interface OrderGuards {
  /** Activity outside open connections: a call over HTTP. */
  heard(userId: string): void;
  connected(userId: string): void;
  /** `silentMs`: how long the connection had been silent when it closed. */
  disconnected(userId: string, silentMs?: number): void;
  stop(): void;
}

/** After a start, no user is connected. A user without activity within the time counts as disconnected. */
export function startOrderGuards(parts: GuardParts): OrderGuards {
  const { gateway, view, hasTimedOutOrders, clock, times, lines = () => [], onFailure } = parts;
  const { monotonicMs = systemClock.monotonicMs, every = systemClock.every } = parts;
  const connections = new Map<string, number>();
  /** For users without a connection, by the clock of the market. */
  const timers = new Map<string, () => void>();
  /** The times at which a user with a connection was last heard in another way, and last asked, by the monotonic clock. */
  const heardAt = new Map<string, number>();
  const askedAt = new Map<string, number>();
  /** Users whose orders were suspended since their last activity. */
  const disconnected = new Set<string>();
  /** How long each user with connections has been silent, as far as the checks have seen. */
  const silentFor = new Map<string, number>();
  let linesCheckedAt = monotonicMs();
  let stopped = false;

  const submit = async (command: Command, onBusy: () => void): Promise<void> => {
    try {
      await gateway.submit({ by: { kind: 'schedule' }, requestId: null, command });
    } catch (error) {
      if (error instanceof GatewayUnavailable) onBusy();
      else onFailure(error);
    }
  };
  const wants = (userId: string) => view.rights.of(userId)?.suspendsOnDisconnect === true;
  const suspend = (userId: string, onBusy: () => void) => {
    void submit({ kind: 'suspendDisconnectedOrders', userId }, onBusy);
  };

  const stopTimer = (userId: string) => {
    timers.get(userId)?.();
    timers.delete(userId);
  };
  const startTimer = (userId: string, afterMs: number) => {
    stopTimer(userId);
    if (stopped) return;
    const suspendNow = () => {
      timers.delete(userId);
      if (stopped || !wants(userId)) return;
      suspend(userId, () => startTimer(userId, checkEveryMs));
    };
    timers.set(userId, clock.at(epochMs(clock.now() + Math.max(0, afterMs)), suspendNow));
  };

  const checkLines = () => {
    const silent = new Map<string, GuardedConnection[]>();
    for (const line of lines()) {
      const { userId } = line.user;
      if (!wants(userId)) continue;
      const silence = silent.get(userId);
      if (silence === undefined) silent.set(userId, [line]);
      else silence.push(line);
    }
    const now = monotonicMs();
    const passedMs = now - linesCheckedAt;
    linesCheckedAt = now;
    for (const userId of silentFor.keys()) if (!silent.has(userId)) silentFor.delete(userId);
    for (const [userId, ofUser] of silent) {
      const limitMs = times.of(userId);
      if (now - (askedAt.get(userId) ?? 0) >= limitMs / probesPerTime) {
        askedAt.set(userId, now);
        for (const line of ofUser) line.probe();
      }
      const sinceCallMs = now - (heardAt.get(userId) ?? Number.NEGATIVE_INFINITY);
      const unheardMs = Math.min(sinceCallMs, ...ofUser.map((line) => line.silentMs));
      // Messages that arrived while the process was busy are read later, so a late check does not count.
      const silentMs = Math.min(
        unheardMs,
        (silentFor.get(userId) ?? 0) + Math.min(passedMs, 2 * checkLinesEveryMs),
      );
      silentFor.set(userId, silentMs);
      if (silentMs < limitMs) disconnected.delete(userId);
      else if (!disconnected.has(userId)) {
        disconnected.add(userId);
        suspend(userId, () => disconnected.delete(userId));
      }
    }
  };
  const stopCheckingLines = every(checkLinesEveryMs, checkLines);

  const hasTimeOuts = () => view.rights.all().some(({ timeOutSeconds }) => timeOutSeconds > 0);
  let cancelCheck = () => {};
  /** A second command would find the orders of the first suspended. */
  let isSuspending = false;
  const check = () => {
    if (stopped) return;
    // A command is stamped by the system clock, and by a clock that is ahead all orders would have rested too long. If the market
    // is too busy, the next check retries.
    if (!isSuspending && clock.isTrusted && hasTimeOuts() && hasTimedOutOrders(clock.now())) {
      isSuspending = true;
      void submit({ kind: 'suspendTimedOutOrders' }, () => {}).finally(() => {
        isSuspending = false;
      });
    }
    cancelCheck = clock.at(epochMs(clock.now() + checkEveryMs), check);
  };
  for (const { userId } of view.rights.all()) startTimer(userId, times.of(userId));
  check();

  const heard = (userId: string) => {
    heardAt.set(userId, monotonicMs());
    if (!connections.has(userId)) startTimer(userId, times.of(userId));
  };
  times.onChange = heard;

  return {
    heard,
    connected(userId) {
      connections.set(userId, (connections.get(userId) ?? 0) + 1);
      stopTimer(userId);
    },
    disconnected(userId, silentMs = 0) {
      const left = (connections.get(userId) ?? 1) - 1;
      if (left > 0) {
        connections.set(userId, left);
        return;
      }
      connections.delete(userId);
      const sinceCallMs = monotonicMs() - (heardAt.get(userId) ?? Number.NEGATIVE_INFINITY);
      const alreadySilentMs = Math.min(silentMs, sinceCallMs);
      if (!disconnected.delete(userId)) startTimer(userId, times.of(userId) - alreadySilentMs);
    },
    stop() {
      stopped = true;
      stopCheckingLines();
      cancelCheck();
      for (const cancel of timers.values()) cancel();
      timers.clear();
    },
  };
}
