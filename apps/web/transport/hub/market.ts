// Market rows: the subscribed contracts, the load of their first values, and the merge of changes into the store.
import {
  classifyContract,
  type FilledDataSet,
  type ListedPrice,
  type MarketDisplay,
  type MarketDisplayChunk,
  type MarketDisplayCompleted,
  type MarketRow,
  type MarketRowChange,
} from '@openpit/wire';
import type { KeyedStore, ReadableStore } from '../../stores/keyed-store.ts';
import type { RowKey } from '../../ui/live-grid/grid-column.ts';
import type { HubLink } from './connection.ts';
import { createReferenceCounts } from './reference-counts.ts';

interface PendingLoads<Key> {
  /** Resolves with the number of rows when they have arrived; rejects when the load fails or takes too long. */
  wait(key: Key): Promise<number>;
  resolve(key: Key, count: number): void;
  reject(key: Key, error: Error): void;
  rejectAll(error: Error): void;
}

interface Waiter {
  readonly resolve: (count: number) => void;
  readonly reject: (error: Error) => void;
}

/** Longer than all attempts of a first start together (HUB-4), so that a slow start does not time out. */
const answerTimeoutMs = 60_000;

/**
 * Some requests over the hub are answered by an event: the start-up loaders wait for the rows of a data set. Every wait ends, because it
 * rejects after a time-out.
 */
export function createPendingLoads<Key>(timeoutMs: number = answerTimeoutMs): PendingLoads<Key> {
  const waiters = new Map<Key, Set<Waiter>>();

  function take(key: Key): readonly Waiter[] {
    const resolved = [...(waiters.get(key) ?? [])];
    waiters.delete(key);
    return resolved;
  }

  function reject(key: Key, error: Error): void {
    for (const waiter of take(key)) waiter.reject(error);
  }

  return {
    wait(key) {
      return new Promise<number>((resolve, reject) => {
        const timer = setTimeout(() => {
          waiters.get(key)?.delete(waiter);
          reject(new Error(`The market did not answer within ${timeoutMs / 1_000} s.`));
        }, timeoutMs);
        const waiter: Waiter = {
          resolve: (count) => {
            clearTimeout(timer);
            resolve(count);
          },
          reject: (error) => {
            clearTimeout(timer);
            reject(error);
          },
        };
        const sameKey = waiters.get(key) ?? new Set<Waiter>();
        waiters.set(key, sameKey.add(waiter));
      });
    },
    resolve(key, count) {
      for (const waiter of take(key)) waiter.resolve(count);
    },
    reject,
    rejectAll(error) {
      for (const key of [...waiters.keys()]) reject(key, error);
    },
  };
}

/** The version of a row with only prices: older than every row of the hub. */
const pricesOnly = -1;

/** The connection that sent a message. Several connections feed the same rows. */
export interface MarketSource {
  /** True for the connection whose chunks contain every contract of the market. */
  readonly hasWholeMarket: boolean;
  /** Requests all rows again. */
  requestRows(): void;
}

/** Each throws if a row has no contract. */
export interface MarketReceiver {
  /** Fills rows that are missing with these prices, unless a chunk has already arrived (API-7). */
  prices(rows: readonly ListedPrice[]): void;
  chunk(payload: MarketDisplayChunk, source: MarketSource): void;
  completed(payload: MarketDisplayCompleted, source: MarketSource): void;
  display(payload: MarketDisplay, source: MarketSource): void;
  newStrikes(rows: readonly MarketRow[]): void;
  /** Forgets pending requests, because the connections restart from snapshots. */
  reset(): void;
}

/**
 * Receives the rows of the market panels: prices until the first chunk arrives, complete rows in chunks, then changed fields. A change that
 * is not newer than the row is dropped; openInterest is overwritten only by a non-zero value (MODEL-3).
 */
export function createMarketReceiver({
  store,
  onCompleted,
}: {
  store: KeyedStore<MarketRow, string>;
  /** Called when a source has sent all of its rows. */
  onCompleted: (count: number, source: MarketSource) => void;
}): MarketReceiver {
  /** Contracts in the chunks received so far, by source. */
  const incoming = new Map<MarketSource, Set<string>>();
  /** Unknown contracts whose rows have been requested: each is requested once, even if it stays unknown. */
  const requested = new Set<string>();
  /** True after a chunk has arrived since the connections started. */
  let hasChunk = false;

  return {
    prices(rows) {
      if (hasChunk) return;
      store.merge(rows.filter(({ contract }) => store.get(contract) === undefined).map(rowOfPrices));
    },
    chunk({ index, rows }, source) {
      hasChunk = true;
      if (index === 0) incoming.set(source, new Set());
      const contracts = incoming.get(source) ?? new Set();
      for (const row of rows) {
        contracts.add(keyOf(row));
        const before = store.get(row.contract);
        if (before === undefined || row.version >= before.version)
          store.merge([keepOpenInterest(row, before)]);
      }
    },
    completed({ count }, source) {
      const contracts = incoming.get(source);
      incoming.delete(source);
      if (source.hasWholeMarket && contracts?.size === count)
        store.remove(store.keys().filter((contract) => !contracts.has(contract)));
      for (const contract of store.keys()) requested.delete(contract);
      if (source.hasWholeMarket) store.setStatus('success');
      onCompleted(count, source);
    },
    display({ rows }, source) {
      for (const change of rows) {
        const contract = keyOf(change);
        const before = store.get(contract);
        if (before !== undefined && before.version !== pricesOnly) {
          if (change.version > before.version) store.merge([keepOpenInterest(change, before)]);
        } else if (isWholeRow(change)) {
          incoming.get(source)?.add(contract);
          store.merge([change]);
        } else if (!requested.has(contract)) {
          requested.add(contract);
          source.requestRows();
        }
      }
    },
    newStrikes(rows) {
      for (const row of rows) {
        const kind = classifyContract(row.contractDisplay);
        if ((kind === 'options' || kind === 'deltas') && store.get(keyOf(row)) === undefined)
          store.merge([row]);
      }
    },
    reset() {
      incoming.clear();
      requested.clear();
      hasChunk = false;
    },
  };
}

function rowOfPrices(price: ListedPrice): MarketRow {
  return {
    ...price,
    version: pricesOnly,
    buyer: null,
    bidQty: 0,
    offerQty: 0,
    seller: null,
    lastQty: 0,
    change: null,
    high: null,
    low: null,
    open: null,
    volume: 0,
    deals: 0,
    openInterest: 0,
    vwap: null,
    limitLow: null,
    limitHigh: null,
  };
}

function keepOpenInterest(change: MarketRowChange, before: MarketRow | undefined): MarketRowChange {
  if (change.openInterest !== 0 || before === undefined) return change;
  const { openInterest: _zero, ...rest } = change;
  return rest;
}

/** True if the change is a complete row, which the server sends for a new row. */
function isWholeRow(change: MarketRowChange): change is MarketRow {
  return (
    change.displaySeq !== undefined &&
    change.instrument !== undefined &&
    change.contractDisplay !== undefined &&
    change.contractDate !== undefined &&
    change.bidQty !== undefined &&
    change.offerQty !== undefined
  );
}

function keyOf(row: MarketRowChange): string {
  if (typeof row.contract !== 'string' || row.contract === '')
    throw new Error('A market row has no contract.');
  return row.contract;
}

type MarketLink = Pick<HubLink, 'state' | 'invoke' | 'tryNow'>;

/** The id of a data set, or the rows of the market panels. */
type Loadable = number | 'marketRows';

export interface MarketSubscription {
  /** Opens the connection. If it is already open, retries immediately if it waits for a retry or has none left. */
  start(): void;
  /** Requests this and resolves with the number of rows once they have arrived; rejects with a readable sentence. */
  load(data: Loadable): Promise<number>;
  /** Requests this again without waiting for it: after a gap. */
  reload(data: Loadable): void;
  /** The rows have arrived. */
  loaded(data: Loadable, count: number): void;
  /** Subscribes this connection to strikes listed on these instruments from now on (NewStrikeAdded). */
  subscribeToStrikes(instruments: readonly string[]): void;
  /** Keeps today's trend of this contract up to date until the returned function is called. */
  watchTrend(contract: string): () => void;
  /** Called after every connection and reconnection. */
  connected(): void;
  /** Called when the connection is lost and no retry is left. */
  gaveUp(): void;
  /** Measures the round trip and checks whether the session is over. Does nothing when it is not connected. */
  check(): Promise<void>;
}

interface MarketSubscriptionOptions {
  /** Opens the connection; it calls `connected` each time it is made and `gaveUp` when no try is left. */
  readonly open: () => MarketLink;
  readonly onRequested: (data: Loadable) => void;
  readonly onRequestFailed: (data: Loadable) => void;
  readonly onChecked: (result: CheckResult) => void;
  /** Calls back once the page has loaded the data of a new connection and is idle. */
  readonly whenQuiet: (run: () => void) => void;
  readonly onFailed: (error: unknown) => void;
}

export interface CheckResult {
  /**
   * The smaller of the last two round trips, because a busy page adds its own delay to one. It is null for the first round trip of a
   * connection, during which page and server load the market.
   */
  readonly roundTripMs: number | null;
  readonly isOver: boolean;
}

const lostText = 'The connection to the market could not be made.';

/**
 * The market connection carries announcements, the data sets that this page follows, and the rows of the whole market. After a
 * reconnection, it requests everything that has been loaded before.
 */
export function createMarketSubscription({
  open,
  onRequested,
  onRequestFailed,
  onChecked,
  whenQuiet,
  onFailed,
}: MarketSubscriptionOptions): MarketSubscription {
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

  function request(data: Loadable): void {
    if (link?.state() !== 'Connected') return;
    onRequested(data);
    const call =
      data === 'marketRows'
        ? link.invoke('GetMarketDisplayChunks')
        : link.invoke('PublishAllData', data, null);
    call.catch((error: unknown) => {
      onRequestFailed(data);
      onFailed(error);
      // A call that was lost with the connection is repeated after the reconnection.
      if (link?.state() === 'Connected')
        pending.reject(data, error instanceof Error ? error : new Error(String(error)));
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
    load(data) {
      followed.add(data);
      start();
      const rows = pending.wait(data);
      request(data);
      return rows;
    },
    reload: request,
    loaded: (data, count) => pending.resolve(data, count),
    subscribeToStrikes(instruments) {
      if (link?.state() !== 'Connected') return;
      for (const instrument of instruments) link.invoke('SubscribeToStrike', instrument).catch(onFailed);
    },
    watchTrend(contract) {
      // A subscription ends only with its connection, so a repeated subscription changes nothing.
      if (!trends.has(contract)) subscribeToTrend(contract);
      return trends.acquire([contract]);
    },
    connected() {
      // Sent first, because an answer that waits behind the market's rows would look like a round trip of seconds.
      connectedRoundTrips = [];
      void check();
      whenQuiet(() => void check());
      link?.invoke('SubscribeToGroups', ['announcements']).catch(onFailed);
      for (const data of followed) request(data);
      for (const contract of trends.keys()) subscribeToTrend(contract);
    },
    gaveUp: () => pending.rejectAll(new Error(lostText)),
    check,
  };
}

/** The data sets whose rows are valued at the market. */
export const ownSets: readonly FilledDataSet[] = ['positions', 'consPositions', 'activeOrders'];

interface OwnContracts {
  has(contract: string): boolean;
  /** Reads the sets again and changes the subscription. */
  update(): void;
}

/**
 * Contracts with a position or an order of the user or the member are received on every layout and device, because profit, distance to the
 * market and the day's result are derived from their rows. Suspended orders and flat positions also count: their rows show prices.
 */
export function createOwnContracts({
  stores,
  watch,
}: {
  readonly stores: readonly Pick<ReadableStore<{ readonly contract: string }, RowKey>, 'rows'>[];
  readonly watch: (contracts: readonly string[]) => () => void;
}): OwnContracts {
  let watched: ReadonlySet<string> = new Set();
  let stop: () => void = () => undefined;
  return {
    has: (contract) => watched.has(contract),
    update() {
      const next = new Set(stores.flatMap((store) => store.rows().map(({ contract }) => contract)));
      if (next.size === watched.size && [...next].every((contract) => watched.has(contract))) return;
      watched = next;
      // Subscribe before unsubscribing, so that a contract in both stays subscribed.
      const stopBefore = stop;
      stop = watch([...next]);
      stopBefore();
    },
  };
}
