// The market connection: announcements, the data sets that this page follows, and the rows of the whole market. Whatever
// has been loaded once is requested again each time the connection is made.
import type { HubLink } from './hub-connection.ts';
import { createPendingLoads } from './pending-loads.ts';
import { createReferenceCounts } from './reference-counts.ts';

type MarketLink = Pick<HubLink, 'state' | 'invoke' | 'tryNow'>;

/** The id of a data set, or the rows of the market panels. */
export type Loadable = number | 'marketRows';

export interface MarketFeed {
  /** Opens the connection. When it is open already, tries at once if it waits for a try or has none left. */
  start(): void;
  /** Requests this and resolves with the number of rows once they have arrived; rejects with a sentence for people. */
  load(what: Loadable): Promise<number>;
  /** Requests this again without waiting for it: after a gap. */
  reload(what: Loadable): void;
  /** The rows have arrived. */
  loaded(what: Loadable, count: number): void;
  /** Subscribes this connection to strikes listed on these instruments from now on (NewStrikeAdded). */
  subscribeToStrikes(instruments: readonly string[]): void;
  /** Keeps today's trend of this contract up to date until the returned function is called. */
  watchTrend(contract: string): () => void;
  /** The connection has been made, for the first time or again. */
  connected(): void;
  /** The connection is lost and no try is left. */
  gaveUp(): void;
  /** Measures the round trip and asks whether the session is over; nothing when it is not connected. */
  check(): Promise<void>;
}

export interface MarketFeedOptions {
  /** Opens the connection; it calls `connected` each time it is made and `gaveUp` when no try is left. */
  readonly open: () => MarketLink;
  readonly onRequested: (what: Loadable) => void;
  readonly onRequestFailed: (what: Loadable) => void;
  readonly onChecked: (result: CheckResult) => void;
  /** Calls back once the page has loaded what a new connection brings, and has nothing to do. */
  readonly whenQuiet: (run: () => void) => void;
  readonly onFailed: (error: unknown) => void;
}

export interface CheckResult {
  /**
   * The smaller of the last two round trips, because a busy page adds its own delay to one; null for the first one of a
   * connection, during which page and server load the market.
   */
  readonly roundTripMs: number | null;
  readonly isOver: boolean;
}

const lostText = 'The connection to the market could not be made.';

export function createMarketFeed({
  open,
  onRequested,
  onRequestFailed,
  onChecked,
  whenQuiet,
  onFailed,
}: MarketFeedOptions): MarketFeed {
  const pending = createPendingLoads<Loadable>();
  const followed = new Set<Loadable>();
  const trends = createReferenceCounts<string>(() => undefined);
  let link: MarketLink | undefined;
  /** Milliseconds of the last two round trips of this connection. */
  let connectedRoundTrips: readonly number[] = [];

  function start(): void {
    if (link === undefined) link = open();
    else link.tryNow();
  }

  function request(what: Loadable): void {
    if (link?.state() !== 'Connected') return;
    onRequested(what);
    const call =
      what === 'marketRows'
        ? link.invoke('GetMarketDisplayChunks')
        : link.invoke('PublishAllData', what, null);
    call.catch((error: unknown) => {
      onRequestFailed(what);
      onFailed(error);
      // A call that was lost with the connection is made again when the connection is back.
      if (link?.state() === 'Connected')
        pending.reject(what, error instanceof Error ? error : new Error(String(error)));
    });
  }

  function subscribeToTrend(contract: string): void {
    if (link?.state() === 'Connected') link.invoke('SubscribeToDailyTrend', contract).catch(onFailed);
  }

  async function check(): Promise<void> {
    if (link?.state() !== 'Connected') return;
    const from = performance.now();
    try {
      const reply = await link.invoke<{ readonly Message: string }>('DisconnectCheck');
      connectedRoundTrips = [...connectedRoundTrips, Math.round(performance.now() - from)].slice(-2);
      onChecked({
        roundTripMs: connectedRoundTrips.length < 2 ? null : Math.min(...connectedRoundTrips),
        isOver: reply.Message === 'True',
      });
    } catch (error) {
      onFailed(error);
    }
  }

  return {
    start,
    load(what) {
      followed.add(what);
      start();
      const rows = pending.wait(what);
      request(what);
      return rows;
    },
    reload: request,
    loaded: (what, count) => pending.resolve(what, count),
    subscribeToStrikes(instruments) {
      if (link?.state() !== 'Connected') return;
      for (const instrument of instruments) link.invoke('SubscribeToStrike', instrument).catch(onFailed);
    },
    watchTrend(contract) {
      // The hub ends a subscription with its connection only; one more for the same contract changes nothing.
      if (!trends.has(contract)) subscribeToTrend(contract);
      return trends.acquire([contract]);
    },
    connected() {
      // First of all: behind the market's rows the answer would wait, and the round trip seem to take seconds.
      connectedRoundTrips = [];
      void check();
      whenQuiet(() => void check());
      link?.invoke('SubscribeToGroups', ['announcements']).catch(onFailed);
      for (const what of followed) request(what);
      for (const contract of trends.keys()) subscribeToTrend(contract);
    },
    gaveUp: () => pending.rejectAll(new Error(lostText)),
    check,
  };
}
