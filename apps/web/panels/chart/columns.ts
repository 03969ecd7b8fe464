// The columns of the tables of the Chart panel: the candles, and the trade history with the days of a contract and its deals.
import type { Candle, CandleInterval, DailyTrendRow, DealPrint } from '@openpit/wire';
import { type Priced, priceDecimals, zonedTime } from '../../market/market-text.ts';
import { formatPrice } from '../../ui/format.ts';
import type { GridColumn } from '../../ui/live-grid/grid-column.ts';
import { date, lots, rate, text, time } from '../parts/column-kinds.ts';
import { candleTime } from './rules.ts';

/** A kind of column for the prices of one contract, which the rows do not name. */
const pricesOf =
  <Row extends object>(decimals: number) =>
  (id: keyof Row & string, title: string, options: Partial<GridColumn<Row>> = {}) => {
    const value = (row: Row) => row[id] as number | null;
    const { fullTitle: help, ...more } = options;
    return rate<Row>(id, title, 72, {
      ...{ value, text: (row) => formatPrice(value(row), decimals), ...more },
      help,
    });
  };

export function candleColumns(interval: CandleInterval, decimals: number): readonly GridColumn<Candle>[] {
  const price = pricesOf<Candle>(decimals);
  return [
    time<Candle>('time', interval === 'day' ? 'Day' : 'From', 104, {
      pinned: true,
      text: (candle) => candleTime(candle.time, interval),
      exported: (candle) => (interval === 'day' ? candle.businessDay : zonedTime(candle.time)),
    }),
    ...[price('open', 'Open'), price('high', 'High'), price('low', 'Low'), price('close', 'Close')],
    lots<Candle>('volume', 'Volume', 62, { sum: false }),
    lots<Candle>('deals', 'Deals', 50, { sum: false }),
    ...(interval === 'day'
      ? [price('mtm', 'MTM'), lots<Candle>('openInterest', 'Open int', 66, { sum: false })]
      : []),
  ];
}

export function trendColumns(priced: Priced): readonly GridColumn<DailyTrendRow>[] {
  const price = pricesOf<DailyTrendRow>(priceDecimals(priced));
  return [
    date('date', 'Day', 84, { help: 'Business day', pinned: true, groups: false }),
    ...[price('open', 'Open'), price('high', 'High'), price('low', 'Low')],
    price('close', 'Close', { fullTitle: 'Close: the MTM of the day, once it has ended', weight: 'strong' }),
    lots('volume', 'Volume', 62, { sum: false }),
    lots('deals', 'Deals', 50, { sum: false }),
    lots('openInterest', 'Open int', 66, { help: 'Open interest', sum: false }),
  ];
}

/** Members are never named here. */
export function timeAndSalesColumns(priced: Priced): readonly GridColumn<DealPrint>[] {
  return [
    date('businessDay', 'Day', 84, { help: 'Business day' }),
    time('time', 'Time', 66),
    { ...pricesOf<DealPrint>(priceDecimals(priced))('price', 'Price'), width: 76, weight: 'strong' },
    lots('qty', 'Qty', 50, { help: 'Lots', sum: ({ qty, isCancelled }) => (isCancelled ? null : qty) }),
    text('aggressor', 'By', 56, {
      help: 'The side whose order was the incoming one',
      text: ({ aggressor }) => (aggressor === null ? '\u2013' : aggressor === 'B' ? 'Buyer' : 'Seller'),
      tone: 'second',
    }),
    text('origin', 'Origin', 80, {
      text: ({ origin, isCancelled }) => (isCancelled ? 'cancelled' : origin),
      tone: ({ isCancelled }) => (isCancelled ? 'warning' : 'second'),
    }),
  ];
}
