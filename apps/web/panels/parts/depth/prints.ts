// The deals of a contract, newest first: merged pages of the server's history, each deal with its price direction since the
// previous deal. An unchanged deal stays the same object. Prices are rand per ton.

import type { DealPrint, MarketRow, TimeAndSalesReply } from '@openpit/wire';
import { createStore } from 'zustand';
import { markOf } from '../../../market/market-text.ts';
import type { CallResult } from '../../../transport/calls.ts';
import type { TimeAndSalesRequest } from '../../../transport/history.ts';
import type { ContractFeed } from '../row-source.ts';

export type TickDirection = 'up' | 'down' | 'same';

export interface Print
  extends Pick<DealPrint, 'matchSeq' | 'time' | 'price' | 'qty' | 'isCancelled' | 'origin'> {
  /**
   * Since the last deal whose price counts; null for a deal that was cancelled, is reported or belongs to a delta, and when no
   * earlier deal is known.
   */
  readonly move: TickDirection | null;
}

/** The number of deals in the list: one page of the server. */
export const maxPrints = 500;

/**
 * Merges the newest page into the known deals. If both contain a deal, the page wins. A full page that does not reach the known
 * deals replaces them, because there would be a gap.
 */
export function joinPrints(
  before: readonly Print[],
  page: readonly DealPrint[],
  { limit }: { readonly limit: number },
): readonly Print[] {
  const oldest = page.at(-1);
  const reaches =
    page.length < limit || oldest === undefined || oldest.matchSeq <= (before[0]?.matchSeq ?? 0);
  const bySeq = new Map(before.map((print) => [print.matchSeq, print]));
  const all = new Map<number, Omit<Print, 'move'>>(reaches ? bySeq : []);
  for (const print of page) all.set(print.matchSeq, print);
  const deals = [...all.values()].sort((a, b) => a.matchSeq - b.matchSeq).slice(-maxPrints);
  let priceBefore: number | null = null;
  let hasChanged = deals.length !== before.length;
  const prints = deals.map(({ matchSeq, time, price, qty, isCancelled, origin }): Print => {
    const isPriced = !isCancelled && markOf[origin] === undefined;
    const move = !isPriced || priceBefore === null ? null : moveBetween(priceBefore, price);
    if (isPriced) priceBefore = price;
    const was = bySeq.get(matchSeq);
    if (was !== undefined && was.move === move && was.isCancelled === isCancelled) return was;
    hasChanged = true;
    return { matchSeq, time, price, qty, isCancelled, origin, move };
  });
  return hasChanged ? prints.reverse() : before;
}

const moveBetween = (before: number, now: number): TickDirection =>
  now > before ? 'up' : now < before ? 'down' : 'same';

export interface PrintState {
  readonly status: 'loading' | 'success' | 'error';
  /** The newest first. */
  readonly prints: readonly Print[];
  /** The failure as a sentence; null if there was none. */
  readonly fault: string | null;
}

interface PrintFeedOptions {
  readonly contract: string;
  readonly getTimeAndSales: (request: TimeAndSalesRequest) => Promise<CallResult<TimeAndSalesReply>>;
  /** The contract's market row; undefined while there is none. */
  readonly marketNow: () => Pick<MarketRow, 'volume' | 'openInterest' | 'time'> | undefined;
}

const firstPrints = 200;
const newestPrints = 50;
const fetchEveryMs = 1_000;
/** The history is a moment behind the market: how often a deal that it lacks is fetched again. */
const maxRetries = 5;

/**
 * The deals of time and sales: fetched from the server's history when it opens, and again, at most once a second, when the volume of the
 * market row has changed, or its open interest: reported deals have no volume. The row has only the last deal; the history has every deal.
 */
export function createPrintFeed({
  contract,
  getTimeAndSales,
  marketNow,
}: PrintFeedOptions): ContractFeed<PrintState> {
  const { getState, setState, subscribe } = createStore<PrintState>()(() => ({
    status: 'loading',
    prints: [],
    fault: null,
  }));
  let stopped = new AbortController();
  let timer: ReturnType<typeof setTimeout> | null = null;
  let isFetching = false;
  /** The values of the market row at the last fetch. */
  let traded: string | undefined;
  let isBehind = false;
  let retries = 0;
  let fetchedAt = Number.NEGATIVE_INFINITY;

  /** Resolves with null if the feed was stopped before the answer. */
  async function fetchPage(limit: number) {
    const { signal } = stopped;
    isFetching = true;
    fetchedAt = Date.now();
    const answer = await getTimeAndSales({ contract, limit, signal });
    if (signal.aborted) return null;
    isFetching = false;
    return answer;
  }

  /** Changes with each deal that is in the volume or changes the open interest. */
  function tradedNow(): string | undefined {
    const row = marketNow();
    return row === undefined ? undefined : `${row.volume} ${row.openInterest}`;
  }

  /** True if the market row has a later deal than the list. */
  function lacksLastDeal(): boolean {
    const last = marketNow()?.time ?? null;
    return last !== null && (getState().prints[0]?.time ?? Number.NEGATIVE_INFINITY) < last;
  }

  async function refresh(): Promise<void> {
    timer = null;
    isBehind = false;
    const answer = await fetchPage(newestPrints);
    if (answer === null) return;
    if (answer.kind === 'ok') {
      const prints = joinPrints(getState().prints, answer.value.rows, { limit: newestPrints });
      const hasChanged = prints !== getState().prints;
      retries = hasChanged ? 0 : retries + 1;
      if (hasChanged || getState().fault !== null) setState({ prints, fault: null });
    } else {
      retries += 1;
      setState({ fault: `Newer deals could not be loaded. ${answer.message}` });
    }
    if ((retries > 0 || lacksLastDeal()) && retries <= maxRetries) isBehind = true;
    schedule();
  }

  function schedule(): void {
    if (!isBehind || timer !== null || isFetching || getState().status !== 'success') return;
    timer = setTimeout(() => void refresh(), Math.max(0, fetchedAt + fetchEveryMs - Date.now()));
  }

  return {
    state: getState,
    onChange: subscribe,
    async load() {
      if (stopped.signal.aborted) stopped = new AbortController();
      if (getState().status === 'error') setState({ status: 'loading', fault: null });
      traded = tradedNow();
      const answer = await fetchPage(firstPrints);
      if (answer === null) return;
      if (answer.kind === 'ok')
        setState({
          status: 'success',
          fault: null,
          prints: joinPrints(getState().prints, answer.value.rows, { limit: firstPrints }),
        });
      // Deals that are already on the screen stay there.
      else if (getState().status !== 'success') setState({ status: 'error', fault: answer.message });
      if (lacksLastDeal()) isBehind = true;
      schedule();
    },
    marketChanged() {
      const now = tradedNow();
      if (now === undefined || now === traded) return;
      traded = now;
      isBehind = true;
      retries = 0;
      schedule();
    },
    stop() {
      stopped.abort();
      isFetching = false;
      if (timer !== null) clearTimeout(timer);
      timer = null;
    },
  };
}
