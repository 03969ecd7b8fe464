// The market connection: announcements, the data sets that this page keeps, and the rows of the whole market. Whatever has
// been asked for once is asked for again each time that the connection stands (design §4.3).
import { createArrivals } from './arrivals.ts';
import type { HubLink } from './hub-connection.ts';

type MarketLink = Pick<HubLink, 'state' | 'invoke' | 'tryNow'>;

/** A data set, or the rows of the market panels. */
export type Wanted = number | 'marketRows';

export interface MarketFeed {
  /** Opens the connection; does nothing when it is open, and tries at once when it waits or has given up. */
  start(): void;
  /** Asks for this and resolves with the number of rows once it is there; rejects with a sentence for people. */
  load(wanted: Wanted): Promise<number>;
  /** Asks again without anybody waiting: after a hole. */
  askAgain(wanted: Wanted): void;
  arrived(wanted: Wanted, count: number): void;
  /** Has strikes that are listed on these instruments from now on told over this connection (NewStrikeAdded). */
  hearStrikes(instruments: readonly string[]): void;
  connected(): void;
  gaveUp(): void;
  /** Milliseconds there and back, and whether the session is over; null when not connected. */
  check(): Promise<{ readonly roundTripMs: number; readonly isOver: boolean } | null>;
}

export interface MarketFeedOptions {
  /** Opens the connection; it calls `connected` each time that it stands and `gaveUp` when no try is left. */
  readonly open: () => MarketLink;
  readonly onAsked: (wanted: Wanted) => void;
  readonly onAskFailed: (wanted: Wanted) => void;
  readonly onFailed: (error: unknown) => void;
}

const lostText = 'The connection to the market could not be made.';

export function createMarketFeed({ open, onAsked, onAskFailed, onFailed }: MarketFeedOptions): MarketFeed {
  const arrivals = createArrivals<Wanted>();
  const kept = new Set<Wanted>();
  let link: MarketLink | undefined;

  function start(): void {
    if (link === undefined) link = open();
    else link.tryNow();
  }

  function ask(wanted: Wanted): void {
    if (link?.state() !== 'Connected') return;
    onAsked(wanted);
    const call =
      wanted === 'marketRows'
        ? link.invoke('GetMarketDisplayChunks')
        : link.invoke('PublishAllData', wanted, null);
    call.catch((error: unknown) => {
      onAskFailed(wanted);
      onFailed(error);
      // A call that the lost connection took with it is made again when the connection stands.
      if (link?.state() === 'Connected')
        arrivals.failed(wanted, error instanceof Error ? error : new Error(String(error)));
    });
  }

  return {
    start,
    load(wanted) {
      kept.add(wanted);
      start();
      const arrival = arrivals.next(wanted);
      ask(wanted);
      return arrival;
    },
    askAgain: ask,
    arrived: (wanted, count) => arrivals.arrived(wanted, count),
    hearStrikes(instruments) {
      if (link?.state() !== 'Connected') return;
      for (const instrument of instruments) link.invoke('SubscribeToStrike', instrument).catch(onFailed);
    },
    connected() {
      link?.invoke('SubscribeToGroups', ['announcements']).catch(onFailed);
      for (const wanted of kept) ask(wanted);
    },
    gaveUp: () => arrivals.failedAll(new Error(lostText)),
    async check() {
      if (link?.state() !== 'Connected') return null;
      const from = performance.now();
      const reply = await link.invoke<{ readonly Message: string }>('DisconnectCheck');
      return { roundTripMs: Math.round(performance.now() - from), isOver: reply.Message === 'True' };
    },
  };
}
