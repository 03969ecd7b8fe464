// The candles of a chart: pages of the server's history, fetched backwards as the user scrolls, and the
// market rows for the newest candle. A complete candle is fetched again, because rows can miss deals.
import type { Candle, CandleInterval, CandlesReply } from '@openpit/wire';
import type { CallResult } from '../../server/calls.ts';
import type { CandlesRequest } from '../../server/history.ts';
import { type Figures, joinCandles, withMarket } from './candle-series.ts';

export interface CandleState {
  readonly status: 'loading' | 'success' | 'error';
  readonly candles: readonly Candle[];
  /** What went wrong, as a sentence; null when nothing did. */
  readonly fault: string | null;
  /** Earlier candles are being fetched. */
  readonly isFetchingEarlier: boolean;
}

export interface CandleFeedOptions {
  readonly contract: string;
  readonly interval: CandleInterval;
  readonly getCandles: (request: CandlesRequest) => Promise<CallResult<CandlesReply>>;
  /** The contract's market row; undefined while there is none. */
  readonly marketNow: () => Figures | undefined;
}

export interface CandleFeed {
  state(): CandleState;
  onChange(listener: () => void): () => void;
  /** Fetches the newest candles: at the start, after a failure, when the connection is restored. */
  load(): Promise<void>;
  loadEarlier(): Promise<void>;
  /** To be called when the contract's row has changed. */
  marketChanged(): void;
  /** Stops fetching until `load` is called again. */
  stop(): void;
}

/**
 * How many candles are fetched again when one is complete: the newest, the complete one and one before it.
 */
const refetchedCandles = 3;

export function createCandleFeed({
  contract,
  interval,
  getCandles,
  marketNow,
}: CandleFeedOptions): CandleFeed {
  let state: CandleState = { status: 'loading', candles: [], fault: null, isFetchingEarlier: false };
  let cursor: string | null = null;
  let before: Figures | undefined;
  let stopped = new AbortController();
  const listeners = new Set<() => void>();

  function set(change: Partial<CandleState>): void {
    state = { ...state, ...change };
    for (const listener of [...listeners]) listener();
  }

  /** Null when the feed was stopped meanwhile. */
  async function fetchPage(more: Pick<CandlesRequest, 'cursor' | 'limit'> = {}) {
    const { signal } = stopped;
    const answer = await getCandles({ contract, interval, signal, ...more });
    return signal.aborted ? null : answer;
  }

  async function refetch(): Promise<void> {
    const answer = await fetchPage({ limit: refetchedCandles });
    // Without an answer the candles made from rows stay; the next complete candle fetches again.
    if (answer?.kind !== 'ok') return;
    before = marketNow() ?? before;
    set({ candles: joinCandles(state.candles, answer.value.rows) });
  }

  return {
    state: () => state,
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async load() {
      if (stopped.signal.aborted) stopped = new AbortController();
      if (state.status === 'error') set({ status: 'loading', fault: null });
      const answer = await fetchPage();
      if (answer === null) return;
      if (answer.kind !== 'ok') {
        // Candles that are on the screen already stay there.
        if (state.candles.length === 0) set({ status: 'error', fault: answer.message });
        return;
      }
      before = marketNow();
      const isFirst = state.candles.length === 0;
      if (isFirst) cursor = answer.value.next;
      const candles = joinCandles(state.candles, answer.value.rows);
      const now = interval === 'day' ? before : undefined;
      set({
        status: 'success',
        fault: null,
        candles: now === undefined ? candles : withMarket(candles, interval, { now, before: now }),
      });
    },
    async loadEarlier() {
      if (cursor === null || state.isFetchingEarlier || state.status !== 'success') return;
      set({ isFetchingEarlier: true });
      const answer = await fetchPage({ cursor });
      if (answer === null) return;
      if (answer.kind !== 'ok') {
        set({ isFetchingEarlier: false, fault: `Earlier candles could not be loaded. ${answer.message}` });
        return;
      }
      cursor = answer.value.next;
      set({
        isFetchingEarlier: false,
        fault: null,
        candles: joinCandles(state.candles, answer.value.rows),
      });
    },
    marketChanged() {
      const now = marketNow();
      if (now === undefined || state.status !== 'success') return;
      const since = before ?? now;
      before = now;
      const candles = withMarket(state.candles, interval, { now, before: since });
      if (candles === state.candles) return;
      const isNew = candles.length > state.candles.length;
      set({ candles });
      if (isNew && interval !== 'day') void refetch();
    },
    stop() {
      stopped.abort();
      state = { ...state, isFetchingEarlier: false };
    },
  };
}
