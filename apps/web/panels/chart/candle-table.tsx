// The candles as a table, the newest first: for users who cannot see the picture, and to export the numbers.
import type { Candle, CandleInterval } from '@openpit/wire';
import { useMemo } from 'react';
import { zonedTime } from '../../market/market-text.ts';
import { formatLots, formatPrice } from '../../ui/format.ts';
import type { GridColumn } from '../../ui/live-grid/grid-column.ts';
import { LiveGrid } from '../../ui/live-grid/live-grid.tsx';
import { useRowSource } from '../sources/row-source.ts';
import { candleTime } from './rules.ts';

const keyOf = (candle: Candle) => candle.time;

export interface CandleTableProps {
  readonly contract: string;
  readonly interval: CandleInterval;
  readonly decimals: number;
  readonly candles: readonly Candle[];
  readonly isStale: boolean;
}

export function CandleTable({ contract, interval, decimals, candles, isStale }: CandleTableProps) {
  const newestFirst = useMemo(() => candles.toReversed(), [candles]);
  const { source, keys } = useRowSource(newestFirst, keyOf);
  const columns = useMemo(() => candleColumns(interval, decimals), [interval, decimals]);
  return (
    <LiveGrid
      label={`Candles of ${contract}`}
      source={source}
      rowKeys={keys}
      keyOf={keyOf}
      columns={columns}
      isStale={isStale}
    />
  );
}

type Column = GridColumn<Candle>;

function candleColumns(interval: CandleInterval, decimals: number): readonly Column[] {
  const price = (id: 'open' | 'high' | 'low' | 'close' | 'mtm', title: string): Column => ({
    id,
    title,
    width: 72,
    align: 'right',
    text: (candle) => formatPrice(candle[id], decimals),
    sortValue: (candle) => candle[id],
  });
  const count = (id: 'volume' | 'deals' | 'openInterest', title: string, width: number): Column => ({
    id,
    title,
    width,
    align: 'right',
    text: (candle) => formatLots(candle[id]),
    sortValue: (candle) => candle[id],
  });
  return [
    {
      id: 'time',
      title: interval === 'day' ? 'Day' : 'From',
      width: 104,
      align: 'left',
      pinned: true,
      text: ({ time }) => candleTime(time, interval),
      exported: ({ time, businessDay }) => (interval === 'day' ? businessDay : zonedTime(time)),
      sortValue: ({ time }) => time,
    },
    price('open', 'Open'),
    price('high', 'High'),
    price('low', 'Low'),
    price('close', 'Close'),
    count('volume', 'Volume', 62),
    count('deals', 'Deals', 50),
    ...(interval === 'day' ? [price('mtm', 'MTM'), count('openInterest', 'Open int', 66)] : []),
  ];
}
