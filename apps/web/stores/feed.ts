// The freshness of prices as a single state, and the reason why order entry is closed. It is recomputed four times a second while
// it is displayed.
import { useSyncExternalStore } from 'react';
import { createSignal, joinStops } from '../ui/signal.ts';
import { type Connection, reconnectDelaysMs, useConnection, useOnline } from './connection.ts';
import { useSettings } from './session.ts';

export type FeedState =
  | 'live'
  | 'stale'
  | 'reconnecting'
  | 'down'
  | 'notReady'
  | 'ordersNotLoaded'
  | 'offline';

export interface Feed {
  readonly state: FeedState;
  /** Milliseconds since the last message of the server, in tenths of a second; 0 before the first. */
  readonly ageMs: number;
  /** A sentence that says why order entry is closed, or null if it is open. */
  readonly reason: string | null;
}

type FeedInput = Pick<Connection, 'market' | 'attempt' | 'lastMessageAt' | 'venueReady' | 'ownOrdersLoaded'>;

/** Pure: the feed at `now` (epoch milliseconds). */
export function feedOf(
  connection: FeedInput,
  { now, staleAfterMs, isOnline }: { now: number; staleAfterMs: number; isOnline: boolean },
): Feed {
  const { market, attempt, lastMessageAt, venueReady, ownOrdersLoaded } = connection;
  const silenceMs = lastMessageAt === null ? 0 : Math.max(0, now - lastMessageAt);
  const ageMs = Math.floor(silenceMs / 100) * 100;
  if (!isOnline) return { state: 'offline', ageMs, reason: 'Order entry is closed: this device is offline.' };
  if (market === 'Disconnected' || market === 'Disconnecting')
    return {
      state: 'down',
      ageMs,
      reason: 'Order entry is closed: the connection to the market is lost. Choose “Connect again”.',
    };
  if (market !== 'Connected')
    return {
      state: 'reconnecting',
      ageMs,
      reason:
        attempt === 0
          ? 'Order entry is closed while the connection to the market is being made.'
          : `Order entry is closed while the connection to the market is being restored (try ${attempt} of ${reconnectDelaysMs.length}).`,
    };
  if (!venueReady)
    return {
      state: 'notReady',
      ageMs,
      reason: 'Order entry is closed: the market accepts no orders at the moment.',
    };
  if (!ownOrdersLoaded)
    return {
      state: 'ordersNotLoaded',
      ageMs,
      reason: 'Order entry is closed until your own orders have been loaded.',
    };
  if (silenceMs > staleAfterMs)
    return {
      state: 'stale',
      ageMs,
      reason: `Order entry is closed: prices are more than ${staleAfterMs / 1_000} s old.`,
    };
  return { state: 'live', ageMs, reason: null };
}

const tickMs = 250;
const feedChanged = createSignal(followFeed);
let feed: Feed = computeFeed();

function computeFeed(): Feed {
  return feedOf(useConnection.getState(), {
    now: Date.now(),
    staleAfterMs: useSettings.getState().staleAfterMs,
    isOnline: useOnline.getState().isOnline,
  });
}

function refresh(): void {
  const next = computeFeed();
  if (next.state === feed.state && next.ageMs === feed.ageMs && next.reason === feed.reason) return;
  feed = next;
  feedChanged.emit();
}

function followFeed(): () => void {
  refresh();
  const timer = setInterval(refresh, tickMs);
  return joinStops(
    () => clearInterval(timer),
    // A change of state is published immediately; a new message only at the next tick.
    useConnection.subscribe((now, before) => {
      if (
        now.market !== before.market ||
        now.venueReady !== before.venueReady ||
        now.ownOrdersLoaded !== before.ownOrdersLoaded
      )
        refresh();
    }),
    useOnline.subscribe(refresh),
  );
}

export const subscribeToFeed = feedChanged.on;

/** The current feed, for code outside React, such as an action about to send an order. */
export function currentFeed(): Feed {
  return computeFeed();
}

/** The feed, updated at most four times per second, and immediately when its state changes. */
export function useFeed(): Feed {
  return useSyncExternalStore(subscribeToFeed, () => feed);
}

/** The feed's state; rerenders only when the state changes. */
export function useFeedState(): FeedState {
  return useSyncExternalStore(subscribeToFeed, () => currentFeed().state);
}

/** Whether values are too old to act on. Prices are current even while the venue is not ready. */
export function isOld(state: FeedState): boolean {
  return state !== 'live' && state !== 'notReady';
}
