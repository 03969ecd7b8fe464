// Where a chart has its candles from: the server's history, page by page backwards as far as somebody looks, and the market's
// rows for the newest one. When a candle is over, the server is asked for it once more, so that what rows leave out is mended.
import type { Candle, CandleInterval, CandlesReply } from '@openpit/wire';
import type { CallResult } from '../../http/call-result.ts';
import type { CandlesRequest } from '../../http/history.ts';
import { type Figures, joinCandles, withMarket } from './candle-series.ts';

export interface CandleBoard {
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
  /** The contract's row now; undefined while there is none. */
  readonly marketNow: () => Figures | undefined;
}

export interface CandleFeed {
  board(): CandleBoard;
  onChange(listener: () => void): () => void;
  /** Fetches the newest candles again: at the start, after a fault, after a lost connection. */
  load(): Promise<void>;
  loadEarlier(): Promise<void>;
  /** The contract's row has changed. */
  marketChanged(): void;
  /** Until it is loaded again. */
  stop(): void;
}

/** As many candles as are fetched again when one is over: the running one, the last, and one that came late. */
const mendedCandles = 3;

export function createCandleFeed({
  contract,
  interval,
  getCandles,
  marketNow,
}: CandleFeedOptions): CandleFeed {
  let board: CandleBoard = { status: 'loading', candles: [], fault: null, isFetchingEarlier: false };
  let cursor: string | null = null;
  let before: Figures | undefined;
  let stopped = new AbortController();
  const listeners = new Set<() => void>();

  function set(change: Partial<CandleBoard>): void {
    board = { ...board, ...change };
    for (const listener of [...listeners]) listener();
  }

  /** Null when nobody waits for the answer any more. */
  async function ask(more: Pick<CandlesRequest, 'cursor' | 'limit'> = {}) {
    const { signal } = stopped;
    const answer = await getCandles({ contract, interval, signal, ...more });
    return signal.aborted ? null : answer;
  }

  async function mend(): Promise<void> {
    const answer = await ask({ limit: mendedCandles });
    // Without an answer the candles of the rows stand; the next one that ends asks again.
    if (answer?.kind !== 'ok') return;
    before = marketNow() ?? before;
    set({ candles: joinCandles(board.candles, answer.value.rows) });
  }

  return {
    board: () => board,
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async load() {
      if (stopped.signal.aborted) stopped = new AbortController();
      if (board.status === 'error') set({ status: 'loading', fault: null });
      const answer = await ask();
      if (answer === null) return;
      if (answer.kind !== 'ok') {
        // What is on the screen already is worth more than a message in its place.
        if (board.candles.length === 0) set({ status: 'error', fault: answer.message });
        return;
      }
      before = marketNow();
      const isFirst = board.candles.length === 0;
      if (isFirst) cursor = answer.value.next;
      const candles = joinCandles(board.candles, answer.value.rows);
      const now = interval === 'day' ? before : undefined;
      set({
        status: 'success',
        fault: null,
        candles: now === undefined ? candles : withMarket(candles, interval, { now, before: now }),
      });
    },
    async loadEarlier() {
      if (cursor === null || board.isFetchingEarlier || board.status !== 'success') return;
      set({ isFetchingEarlier: true });
      const answer = await ask({ cursor });
      if (answer === null) return;
      if (answer.kind !== 'ok') {
        set({ isFetchingEarlier: false, fault: `Earlier candles could not be loaded. ${answer.message}` });
        return;
      }
      cursor = answer.value.next;
      set({
        isFetchingEarlier: false,
        fault: null,
        candles: joinCandles(board.candles, answer.value.rows),
      });
    },
    marketChanged() {
      const now = marketNow();
      if (now === undefined || board.status !== 'success') return;
      const since = before ?? now;
      before = now;
      const candles = withMarket(board.candles, interval, { now, before: since });
      if (candles === board.candles) return;
      const isNew = candles.length > board.candles.length;
      set({ candles });
      if (isNew && interval !== 'day') void mend();
    },
    stop() {
      stopped.abort();
      board = { ...board, isFetchingEarlier: false };
    },
  };
}
