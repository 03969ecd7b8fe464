// The words of the amber strip on every panel while the feed is not live, and the names of the hub's states in the toolbar.
import type { FeedState } from '../stores/feed.ts';

export interface FeedStripText {
  /** The sentence in parts, the most important first: a narrow header leaves out whole parts, from the end. */
  readonly parts: readonly string[];
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
      parts: ['The market takes no orders at the moment.', 'Prices are shown as they arrive.'],
      canConnect: false,
    };
  if (state === 'ordersNotLoaded')
    return {
      parts: ['Your own orders are being loaded.', 'Order entry opens after that.'],
      canConnect: false,
    };
  const stopped = lastHeard === null ? ['No prices yet'] : ['Prices stopped', lastHeard];
  if (state === 'offline') return { parts: [...stopped, '— this device is offline'], canConnect: false };
  if (state === 'stale') return { parts: [...stopped, '— the market has gone quiet'], canConnect: false };
  if (state === 'down') return { parts: [...stopped, '— the connection is lost'], canConnect: true };
  const tried = attempt === 0 ? '— connecting' : `— reconnecting (${attempt} of ${tries})`;
  return { parts: [...stopped, tried], canConnect: false };
}

export const textOf = ({ parts }: FeedStripText): string => parts.join(' ');

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
