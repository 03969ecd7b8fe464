// Where time and sales has its deals from: the server's history, asked once when it is opened and again, at most once a second,
// when the market's row says that the volume has changed. A row tells of the last deal only; history tells of each.
import type { MarketRow, TimeAndSalesReply } from '@openpit/wire';
import type { CallResult } from '../../http/call-result.ts';
import type { TimeAndSalesRequest } from '../../http/history.ts';
import { joinPrints, type Print } from './prints.ts';

export interface PrintBoard {
  readonly status: 'loading' | 'success' | 'error';
  /** The last first. */
  readonly prints: readonly Print[];
  /** What went wrong, as a sentence; null when nothing did. */
  readonly fault: string | null;
}

export interface PrintFeedOptions {
  readonly contract: string;
  readonly getTimeAndSales: (request: TimeAndSalesRequest) => Promise<CallResult<TimeAndSalesReply>>;
  /** The contract's row now; undefined while there is none. */
  readonly marketNow: () => Pick<MarketRow, 'volume' | 'time'> | undefined;
}

export interface PrintFeed {
  board(): PrintBoard;
  onChange(listener: () => void): () => void;
  /** Asks for the newest deals: at the start, after a fault, after a lost connection. */
  load(): Promise<void>;
  /** The contract's row has changed. */
  marketChanged(): void;
  /** Until it is loaded again. */
  stop(): void;
}

const firstPrints = 200;
const newestPrints = 50;
const askEveryMs = 1_000;
/** History follows the market by a moment: as often as is asked once more for a deal that it did not know yet. */
const mostRepeats = 5;

export function createPrintFeed({ contract, getTimeAndSales, marketNow }: PrintFeedOptions): PrintFeed {
  let board: PrintBoard = { status: 'loading', prints: [], fault: null };
  let stopped = new AbortController();
  let timer: ReturnType<typeof setTimeout> | null = null;
  let isAsking = false;
  /** The volume that the newest answer belongs to. */
  let volume: number | undefined;
  let isBehind = false;
  let repeats = 0;
  let askedAt = Number.NEGATIVE_INFINITY;
  const listeners = new Set<() => void>();

  function set(change: Partial<PrintBoard>): void {
    board = { ...board, ...change };
    for (const listener of [...listeners]) listener();
  }

  /** Null when nobody waits for the answer any more. */
  async function ask(limit: number) {
    const { signal } = stopped;
    isAsking = true;
    askedAt = Date.now();
    const answer = await getTimeAndSales({ contract, limit, signal });
    if (signal.aborted) return null;
    isAsking = false;
    return answer;
  }

  /** Whether the market knows of a later deal than history told. */
  function lacksLast(): boolean {
    const last = marketNow()?.time ?? null;
    return last !== null && (board.prints[0]?.time ?? Number.NEGATIVE_INFINITY) < last;
  }

  async function renew(): Promise<void> {
    timer = null;
    isBehind = false;
    const answer = await ask(newestPrints);
    if (answer === null) return;
    if (answer.kind === 'ok') {
      const prints = joinPrints(board.prints, answer.value.rows, { limit: newestPrints });
      const isNews = prints !== board.prints;
      repeats = isNews ? 0 : repeats + 1;
      if (isNews || board.fault !== null) set({ prints, fault: null });
    } else {
      repeats += 1;
      set({ fault: `Newer deals could not be loaded. ${answer.message}` });
    }
    if ((repeats > 0 || lacksLast()) && repeats <= mostRepeats) isBehind = true;
    schedule();
  }

  function schedule(): void {
    if (!isBehind || timer !== null || isAsking || board.status !== 'success') return;
    timer = setTimeout(() => void renew(), Math.max(0, askedAt + askEveryMs - Date.now()));
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
      volume = marketNow()?.volume;
      const answer = await ask(firstPrints);
      if (answer === null) return;
      if (answer.kind === 'ok')
        set({
          status: 'success',
          fault: null,
          prints: joinPrints(board.prints, answer.value.rows, { limit: firstPrints }),
        });
      // What is on the screen already is worth more than a message in its place.
      else if (board.status !== 'success') set({ status: 'error', fault: answer.message });
      if (lacksLast()) isBehind = true;
      schedule();
    },
    marketChanged() {
      const now = marketNow()?.volume;
      if (now === undefined || now === volume) return;
      volume = now;
      isBehind = true;
      repeats = 0;
      schedule();
    },
    stop() {
      stopped.abort();
      isAsking = false;
      if (timer !== null) clearTimeout(timer);
      timer = null;
    },
  };
}
