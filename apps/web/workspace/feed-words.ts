// The words of the amber strip on every panel while the feed is not live, and the names of the hub's states in the toolbar.
import type { FeedState } from '../stores/feed.ts';

export interface FeedStripText {
  readonly text: string;
  /** Whether “Connect again” would help. */
  readonly canConnect: boolean;
}

/** Null while prices are live. `lastHeard` is the exchange time of the server's last message; null before the first. */
export function feedStrip(
  state: FeedState,
  {
    attempt,
    tries,
    lastHeard,
  }: { readonly attempt: number; readonly tries: number; readonly lastHeard: string | null },
): FeedStripText | null {
  if (state === 'live') return null;
  if (state === 'notReady')
    return {
      text: 'The market does not take orders yet. Prices are shown as they arrive.',
      canConnect: false,
    };
  if (state === 'ordersNotLoaded')
    return { text: 'Your own orders are being loaded. Order entry opens after that.', canConnect: false };
  const stopped = lastHeard === null ? 'No prices yet' : `Prices stopped ${lastHeard}`;
  if (state === 'offline') return { text: `${stopped} — this device is offline`, canConnect: false };
  if (state === 'stale') return { text: `${stopped} — the market has gone quiet`, canConnect: false };
  if (state === 'down') return { text: `${stopped} — the connection is lost`, canConnect: true };
  return {
    text: attempt === 0 ? `${stopped} — connecting` : `${stopped} — reconnecting (${attempt} of ${tries})`,
    canConnect: false,
  };
}

/** The hub's state in a word or two, for the dot's name. */
export const feedNames: Readonly<Record<FeedState, string>> = {
  live: 'Prices are live',
  stale: 'Prices are old',
  reconnecting: 'Reconnecting',
  down: 'Connection lost',
  notReady: 'Market not ready',
  ordersNotLoaded: 'Loading your orders',
  offline: 'Offline',
};
