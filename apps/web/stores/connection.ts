// The state of the hub connections (HUB-4) and the age of their data, for the connection strip, the panels' footers and the
// order form. Only transport/ writes it.
import { create } from 'zustand';

export type HubState = 'Disconnected' | 'Connecting' | 'Connected' | 'Disconnecting' | 'Reconnecting';

/** The times of the tries after a lost connection (HUB-4). */
export const reconnectDelaysMs: readonly number[] = [0, 2_000, 10_000, 30_000];
const retryDelaysMs = reconnectDelaysMs.filter((delayMs) => delayMs > 0);

/**
 * The delay before a failed request is retried, after `retry` earlier retries: the delays of the connections. The last delay is repeated.
 */
export const retryDelayMs = (retry: number): number =>
  retryDelaysMs[Math.min(retry, retryDelaysMs.length - 1)] ?? 0;

export interface Connection {
  readonly market: HubState;
  /** The worst state among the open market screens; Connected when no screen is open. */
  readonly screen: HubState;
  readonly depth: HubState;
  /** The number of the try that is running or waiting, 1 to 4; 0 if none is. */
  readonly attempt: number;
  /** The start of the next try, epoch milliseconds; null if none is waiting. */
  readonly nextTryAt: number | null;
  /** The time of the last message on the quietest open market connection, epoch milliseconds of this browser. */
  readonly lastMessageAt: number | null;
  readonly roundTripMs: number | null;
  /** True after DownloadsCompleted with True: the venue accepts commands. */
  readonly venueReady: boolean;
  /** The user's own orders have been loaded since the market connection was made. */
  readonly ownOrdersLoaded: boolean;
  /** Changes when the server restarts. */
  readonly epoch: string | null;
  /** Server time minus browser time, in milliseconds. */
  readonly clockOffsetMs: number;
  /** Messages that were rejected by HUB-6 since the page was loaded. */
  readonly rejectedMessages: number;
}

export const noConnection: Connection = {
  market: 'Disconnected',
  screen: 'Connected',
  depth: 'Disconnected',
  attempt: 0,
  nextTryAt: null,
  lastMessageAt: null,
  roundTripMs: null,
  venueReady: false,
  ownOrdersLoaded: false,
  epoch: null,
  clockOffsetMs: 0,
  rejectedMessages: 0,
};

export const useConnection = create<Connection>()(() => noConnection);

/**
 * Converts a time of this browser to the server's clock, in epoch milliseconds. Every time that is shown together with times of the
 * exchange is converted, because a computer's clock may be hours wrong.
 */
export const serverTimeOf = (browserMs: number): number => browserMs + useConnection.getState().clockOffsetMs;

export const serverNow = (): number => serverTimeOf(Date.now());

// The network state of the browser (SHELL-8). While it is offline nothing can be sent, regardless of the reported state of the hubs.

export const useOnline = create<{ readonly isOnline: boolean }>()(() => ({
  isOnline: globalThis.navigator?.onLine !== false,
}));

/** Follows the browser from now on. */
export function watchOnline(): void {
  const update = () => useOnline.setState({ isOnline: navigator.onLine });
  update();
  addEventListener('online', update);
  addEventListener('offline', update);
}

/** Resolves as soon as the browser is online, or immediately if it is. */
export async function online(): Promise<void> {
  if (useOnline.getState().isOnline) return;
  await new Promise<void>((resolve) => {
    const stop = useOnline.subscribe(({ isOnline }) => {
      if (!isOnline) return;
      stop();
      resolve();
    });
  });
}
