// The state of the market connection (HUB-4) and the age of its data, for the connection strip, the panels' footers and the order
// form. Only transport/ writes it. The other connections are not here: a lost one makes only its own contracts old (`isReceived`).
import { create } from 'zustand';

export type HubState = 'Disconnected' | 'Connecting' | 'Connected' | 'Disconnecting' | 'Reconnecting';

/** The delays of the reconnection attempts (HUB-4). */
export const reconnectDelaysMs: readonly number[] = [0, 2_000, 10_000, 30_000];
const retryDelaysMs = reconnectDelaysMs.filter((delayMs) => delayMs > 0);

/**
 * The delay before a failed request is retried, after `retry` earlier retries. It uses the connections' delays and repeats the
 * last one.
 */
export const retryDelayMs = (retry: number): number =>
  retryDelaysMs[Math.min(retry, retryDelaysMs.length - 1)] ?? 0;

export interface Connection {
  readonly market: HubState;
  /** The number of the running or pending attempt, 1 to 4; 0 if there is none. */
  readonly attempt: number;
  /** When the last message arrived, in this browser's epoch milliseconds; null before the first. */
  readonly lastMessageAt: number | null;
  readonly roundTripMs: number | null;
  /** True after DownloadsCompleted with True: the venue accepts commands. */
  readonly venueReady: boolean;
  /** Whether the user's own orders have been loaded over the current market connection. */
  readonly ownOrdersLoaded: boolean;
  /** Changes when the server restarts. */
  readonly epoch: string | null;
  /** Server time minus browser time, in milliseconds. */
  readonly clockOffsetMs: number;
  /** The number of messages rejected by HUB-6 since the page was loaded. */
  readonly rejectedMessages: number;
}

export const noConnection: Connection = {
  market: 'Disconnected',
  attempt: 0,
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
 * Converts a browser time to the server's clock, in epoch milliseconds. Use it for every time shown beside exchange times,
 * because a computer's clock may be hours off.
 */
export const serverTimeOf = (browserMs: number): number => browserMs + useConnection.getState().clockOffsetMs;

export const serverNow = (): number => serverTimeOf(Date.now());

/** Records the server's clock. `serverTime` is the time at which the server has sent an answer, in epoch milliseconds. */
export const setServerClock = (serverTime: number): void =>
  useConnection.setState({ clockOffsetMs: serverTime - Date.now() });

/** The network state of the browser (SHELL-8). While it is offline nothing can be sent, whatever state the hubs report. */
export const useOnline = create<{ readonly isOnline: boolean }>()(() => ({
  isOnline: globalThis.navigator?.onLine !== false,
}));

export function followOnline(): void {
  const update = () => useOnline.setState({ isOnline: navigator.onLine });
  update();
  addEventListener('online', update);
  addEventListener('offline', update);
}

/** Resolves once the browser is online. */
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
