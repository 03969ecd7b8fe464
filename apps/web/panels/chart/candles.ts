// The candles of a chart as a list in the order of time (PANEL-16): joined pages of the server's history, fetched backwards as the user
// scrolls, and the newest candle updated from market rows. A complete candle is fetched again, because rows can miss deals. An unchanged
// candle stays the same object. Prices are rand per ton, times epoch milliseconds.

import { type Candle, type CandleInterval, type CandlesReply, dayMs, type MarketRow } from '@openpit/wire';
import Big from 'big.js';
import { useCallback } from 'react';
import { createStore } from 'zustand';
import { exchangeDayOf } from '../../stores/market-days.ts';
import type { CallResult } from '../../transport/calls.ts';
import { type CandlesRequest, getCandles } from '../../transport/history.ts';
import { type ContractFeed, useContractFeed } from '../parts/row-source.ts';

/** The nearest price on a tick; half a tick is rounded away from zero. */
export function onTick(price: number, tick: number): number {
  return new Big(price).div(tick).round(0, Big.roundHalfUp).times(tick).toNumber();
}

/** The lengths of the chart's moving averages, in candles. */
export const averageLengths = [20, 50] as const;

/**
 * For each candle the mean of the closes of the last `length` candles with deals, in rand per ton; null until there are `length`,
 * and for a candle without deals.
 */
export function movingAverage(candles: readonly Pick<Candle, 'close'>[], length: number): (number | null)[] {
  const closes: number[] = [];
  let sum = 0;
  return candles.map(({ close }) => {
    if (close === null) return null;
    closes.push(close);
    sum += close - (closes[closes.length - length - 1] ?? 0);
    return closes.length < length ? null : sum / length;
  });
}

export type Figures = Pick<
  MarketRow,
  'open' | 'high' | 'low' | 'last' | 'volume' | 'deals' | 'time' | 'openInterest'
>;

/** The length of a candle. */
export const lengthMs = (interval: CandleInterval): number =>
  interval === 'day' ? dayMs : Number(interval) * 60_000;

/** Merges a page into the known candles. If both contain a candle, the page wins. */
export function joinCandles(before: readonly Candle[], page: readonly Candle[]): readonly Candle[] {
  const byTime = new Map(before.map((candle) => [candle.time, candle]));
  let hasChanged = false;
  for (const candle of page) {
    const candleBefore = byTime.get(candle.time);
    if (candleBefore !== undefined && isSameCandle(candleBefore, candle)) continue;
    byTime.set(candle.time, candle);
    hasChanged = true;
  }
  return hasChanged ? [...byTime.values()].sort((a, b) => a.time - b.time) : before;
}

/**
 * Applies the change of the market row since `before`, the row of the previous call. A row contains only the last deal. If there
 * were several deals between two rows, a new high or low of the day reveals their extremes.
 */
export function withMarket(
  candles: readonly Candle[],
  interval: CandleInterval,
  { now, before }: { readonly now: Figures; readonly before: Figures },
): readonly Candle[] {
  const { last, time, volume, deals } = now;
  if (last === null || time === null || volume <= 0) return candles;
  const isDay = interval === 'day';
  const lots = volume - before.volume;
  if (!isDay && lots <= 0) return candles;
  const businessDay = exchangeDayOf(time);
  const length = lengthMs(interval);
  const start = isDay ? Date.parse(businessDay) : Math.floor(time / length) * length;
  const newest = candles.at(-1);
  if (newest !== undefined && newest.time > start) return candles;
  const was = newest?.time === start ? newest : { ...noFigures, time: start, businessDay };
  const extremes = [
    last,
    ...(now.high !== null && now.high !== before.high ? [now.high] : []),
    ...(now.low !== null && now.low !== before.low ? [now.low] : []),
  ];
  const candle: Candle = isDay
    ? // The row has all figures of the current day.
      {
        ...{ ...was, open: now.open ?? last, high: now.high ?? last, low: now.low ?? last, close: last },
        ...{ volume, deals, illustrative: false },
      }
    : {
        ...was,
        open: was.open ?? last,
        high: Math.max(was.high ?? last, ...extremes),
        low: Math.min(was.low ?? last, ...extremes),
        close: last,
        volume: was.volume + lots,
        deals: was.deals + Math.max(1, deals - before.deals),
      };
  if (isSameCandle(was, candle)) return candles;
  return was === newest ? [...candles.slice(0, -1), candle] : [...candles, candle];
}

const noFigures = {
  ...{ open: null, high: null, low: null, close: null, volume: 0, deals: 0 },
  ...{ mtm: null, openInterest: null, illustrative: false },
};

const figures = [
  'open',
  'high',
  'low',
  'close',
  'volume',
  'deals',
  'mtm',
  'openInterest',
  'illustrative',
] as const;
const isSameCandle = (a: Candle, b: Candle): boolean => figures.every((name) => a[name] === b[name]);

interface CandleState {
  readonly status: 'loading' | 'success' | 'error';
  readonly candles: readonly Candle[];
  /** The failure as a sentence; null if there was none. */
  readonly fault: string | null;
  /** Earlier candles are being fetched. */
  readonly isFetchingEarlier: boolean;
}

interface CandleFeedOptions {
  readonly contract: string;
  readonly interval: CandleInterval;
  readonly getCandles: (request: CandlesRequest) => Promise<CallResult<CandlesReply>>;
  /** The contract's market row; undefined while there is none. */
  readonly marketNow: () => Figures | undefined;
}

interface CandleFeed extends ContractFeed<CandleState> {
  loadEarlier(): Promise<void>;
}

/** How many candles are refetched when one is complete: the newest, the completed one and the one before it. */
const refetchedCandles = 3;

export function createCandleFeed({
  contract,
  interval,
  getCandles,
  marketNow,
}: CandleFeedOptions): CandleFeed {
  const { getState, setState, subscribe } = createStore<CandleState>()(() => ({
    status: 'loading',
    candles: [],
    fault: null,
    isFetchingEarlier: false,
  }));
  let cursor: string | null = null;
  let before: Figures | undefined;
  let stopped = new AbortController();

  /** Resolves with null if the feed was stopped before the answer. */
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
    setState({ candles: joinCandles(getState().candles, answer.value.rows) });
  }

  return {
    state: getState,
    onChange: subscribe,
    async load() {
      if (stopped.signal.aborted) stopped = new AbortController();
      if (getState().status === 'error') setState({ status: 'loading', fault: null });
      const answer = await fetchPage();
      if (answer === null) return;
      if (answer.kind !== 'ok') {
        // Candles that are already on the screen stay there.
        if (getState().candles.length === 0) setState({ status: 'error', fault: answer.message });
        return;
      }
      before = marketNow();
      const isFirst = getState().candles.length === 0;
      if (isFirst) cursor = answer.value.next;
      const candles = joinCandles(getState().candles, answer.value.rows);
      const now = interval === 'day' ? before : undefined;
      setState({
        status: 'success',
        fault: null,
        candles: now === undefined ? candles : withMarket(candles, interval, { now, before: now }),
      });
    },
    async loadEarlier() {
      if (cursor === null || getState().isFetchingEarlier || getState().status !== 'success') return;
      setState({ isFetchingEarlier: true });
      const answer = await fetchPage({ cursor });
      if (answer === null) return;
      if (answer.kind !== 'ok') {
        setState({
          isFetchingEarlier: false,
          fault: `Earlier candles could not be loaded. ${answer.message}`,
        });
        return;
      }
      cursor = answer.value.next;
      setState({
        isFetchingEarlier: false,
        fault: null,
        candles: joinCandles(getState().candles, answer.value.rows),
      });
    },
    marketChanged() {
      const now = marketNow();
      if (now === undefined || getState().status !== 'success') return;
      const since = before ?? now;
      before = now;
      const candles = withMarket(getState().candles, interval, { now, before: since });
      if (candles === getState().candles) return;
      const isNew = candles.length > getState().candles.length;
      setState({ candles });
      if (isNew && interval !== 'day') void refetch();
    },
    stop() {
      stopped.abort();
      if (getState().isFetchingEarlier) setState({ isFetchingEarlier: false });
    },
  };
}

interface ShownCandles {
  readonly state: CandleState;
  readonly feed: CandleFeed;
}

/** The candles of a contract in React, updated while they are shown. */
export function useCandles(
  { contract }: Pick<MarketRow, 'contract'>,
  interval: CandleInterval,
): ShownCandles {
  const create = useCallback(
    (contract: string, marketNow: () => Figures | undefined) =>
      createCandleFeed({ contract, interval, getCandles, marketNow }),
    [interval],
  );
  return useContractFeed<CandleState, CandleFeed>(contract, create);
}
