// The candles of a contract in React, updated while they are shown.
import type { CandleInterval, MarketRow } from '@openpit/wire';
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { getCandles } from '../../server/history.ts';
import { useConnection } from '../../stores/connection.ts';
import { usePrices } from '../sources/prices.ts';
import { type CandleFeed, type CandleState, createCandleFeed } from './candle-feed.ts';

export interface ShownCandles {
  readonly state: CandleState;
  readonly feed: CandleFeed;
}

export function useCandles(
  row: Pick<MarketRow, 'contract' | 'contractDisplay'>,
  interval: CandleInterval,
): ShownCandles {
  const { contract } = row;
  const contracts = useMemo(() => [contract], [contract]);
  const prices = usePrices(contracts);
  const feed = useMemo(
    () => createCandleFeed({ contract, interval, getCandles, marketNow: () => prices.get(contract) }),
    [prices, contract, interval],
  );
  const isConnected = useConnection((connection) => connection.market === 'Connected');
  const epoch = useConnection((connection) => connection.epoch);
  // Loads again when the connection is restored: deals made meanwhile arrived in no row.
  useEffect(() => {
    if (isConnected && epoch !== undefined) void feed.load();
    return feed.stop;
  }, [feed, isConnected, epoch]);
  useEffect(() => prices.onRow(contract, feed.marketChanged), [prices, feed, contract]);
  const state = useSyncExternalStore(feed.onChange, feed.state);
  return { state, feed };
}
