// The columns of the trade history: the days of a contract, and its deals.
import type { DailyTrendRow, DealPrint } from '@openpit/wire';
import { exchangeTime, type Priced, priceDecimals, zonedTime } from '../../market/market-text.ts';
import { formatDate } from '../../ui/date-text.ts';
import { formatLots, formatPrice } from '../../ui/format.ts';
import type { GridColumn } from '../../ui/live-grid/grid-column.ts';

/** The keys of a contract's days among all, the newest first. A key is `2026-11-18 DEC26 WMAZ`. */
export function trendKeysOf(contract: string, keys: readonly string[]): readonly string[] {
  return keys
    .filter((key) => key.slice(11) === contract)
    .toSorted()
    .reverse();
}

export function trendColumns(of: Priced): readonly GridColumn<DailyTrendRow>[] {
  type Column = GridColumn<DailyTrendRow>;
  const decimals = priceDecimals(of);
  const price = (id: 'open' | 'high' | 'low' | 'close', title: string): Column => ({
    id,
    title,
    width: 72,
    align: 'right',
    text: (row) => formatPrice(row[id], decimals),
    exported: (row) => row[id],
    sortValue: (row) => row[id],
  });
  const count = (id: 'volume' | 'deals' | 'openInterest', title: string, width: number): Column => ({
    id,
    title,
    width,
    align: 'right',
    text: (row) => formatLots(row[id]),
    exported: (row) => row[id],
    sortValue: (row) => row[id],
  });
  return [
    {
      id: 'date',
      title: 'Day',
      fullTitle: 'Business day',
      width: 84,
      align: 'left',
      pinned: true,
      text: ({ date }) => formatDate(date),
      exported: ({ date }) => date,
      sortValue: ({ date }) => date,
    },
    price('open', 'Open'),
    price('high', 'High'),
    price('low', 'Low'),
    {
      ...price('close', 'Close'),
      fullTitle: 'Close: the MTM of the day, once it has ended',
      weight: 'strong',
    },
    count('volume', 'Volume', 62),
    count('deals', 'Deals', 50),
    { ...count('openInterest', 'Open int', 66), fullTitle: 'Open interest' },
  ];
}

/** Members are never named here. */
export function printColumns(of: Priced): readonly GridColumn<DealPrint>[] {
  const decimals = priceDecimals(of);
  return [
    {
      id: 'businessDay',
      title: 'Day',
      fullTitle: 'Business day',
      width: 84,
      align: 'left',
      groups: true,
      text: ({ businessDay }) => formatDate(businessDay),
      exported: ({ businessDay }) => businessDay,
      sortValue: ({ businessDay }) => businessDay,
    },
    {
      id: 'time',
      title: 'Time',
      width: 66,
      align: 'left',
      text: ({ time }) => exchangeTime(time),
      exported: ({ time }) => zonedTime(time),
      sortValue: ({ time }) => time,
    },
    {
      id: 'price',
      title: 'Price',
      width: 76,
      align: 'right',
      weight: 'strong',
      text: ({ price }) => formatPrice(price, decimals),
      exported: ({ price }) => price,
      sortValue: ({ price }) => price,
    },
    {
      id: 'qty',
      title: 'Qty',
      fullTitle: 'Lots',
      width: 50,
      align: 'right',
      text: ({ qty }) => formatLots(qty),
      exported: ({ qty }) => qty,
      sortValue: ({ qty }) => qty,
      sum: ({ qty, isCancelled }) => (isCancelled ? null : qty),
    },
    {
      id: 'aggressor',
      title: 'By',
      fullTitle: 'The side whose order was the incoming one',
      width: 56,
      align: 'left',
      groups: true,
      text: ({ aggressor }) => (aggressor === null ? '\u2013' : aggressor === 'B' ? 'Buyer' : 'Seller'),
      tone: () => 'second',
      sortValue: ({ aggressor }) => aggressor,
    },
    {
      id: 'origin',
      title: 'Origin',
      width: 80,
      align: 'left',
      groups: true,
      text: ({ origin, isCancelled }) => (isCancelled ? 'cancelled' : origin),
      tone: ({ isCancelled }) => (isCancelled ? 'warning' : 'second'),
      sortValue: ({ origin }) => origin,
    },
  ];
}
