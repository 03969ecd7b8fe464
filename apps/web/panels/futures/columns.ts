// The columns of the Futures panel (PANEL-1). Bid and offer meet in the middle in the heaviest type on the
// screen.
import type { MarketRow } from '@openpit/wire';
import {
  averageCell,
  direction,
  exchangeTime,
  lotsOrNone,
  priceCell,
  signedCell,
  zonedTime,
} from '../../market/market-text.ts';
import { contractMonth } from '../../stores/market-days.ts';
import { dash, formatLots, formatSigned } from '../../ui/format.ts';
import type { GridColumn } from '../../ui/live-grid/grid-column.ts';
import { byImportance } from '../../ui/live-grid/grid-column.ts';
import { limitMark } from '../market/columns.ts';
import type { WorkingLots } from '../own/orders.ts';
import { isOwnAtBest, ownOrderMark } from '../own/orders.ts';
import { type NetLots, netColumn } from '../own/positions.ts';

type Column = GridColumn<MarketRow>;

const price = (
  id: 'last' | 'high' | 'low' | 'open' | 'mtm' | 'limitLow' | 'limitHigh',
  title: string,
  more: Partial<Column> = {},
): Column => ({
  id,
  title,
  width: 66,
  align: 'right',
  of: (row) => row[id],
  text: (row) => priceCell(row[id], row),
  sortValue: (row) => row[id],
  ...more,
});

const count = (
  id: 'bidQty' | 'offerQty' | 'lastQty' | 'volume' | 'deals' | 'openInterest',
  title: string,
  more: Partial<Column> = {},
): Column => ({
  id,
  title,
  width: 54,
  align: 'right',
  ...(more.isHeavy === undefined && { of: (row: MarketRow) => row[id] }),
  text: (row) => (id.endsWith('Qty') ? lotsOrNone : formatLots)(row[id]),
  sortValue: (row) => row[id],
  ...more,
});

const member = (id: 'buyer' | 'seller', title: string, fullTitle: string): Column => ({
  id,
  title,
  fullTitle,
  width: 50,
  align: 'left',
  of: (row) => row[id],
  text: (row) => row[id] ?? dash,
  tone: () => 'second',
  sortValue: (row) => row[id],
});

const importance = [
  'bid offer',
  'bidQty offerQty',
  'last',
  'change',
  'net',
  'volume',
  'openInterest',
  'percent',
  'high low',
  'mtm',
  'open',
  'lastQty',
  'deals',
  'vwap',
  'limitLow limitHigh',
  'time',
];

const percentChange = ({ change, mtm }: MarketRow) =>
  change === null || mtm === null || mtm === 0 ? null : (change / mtm) * 100;

/**
 * `working` and `net` are called each time a row is written, so that the columns stay the same objects when own orders
 * and positions change.
 */
export function futuresColumns(
  working: () => WorkingLots,
  net: () => NetLots,
  /** True while rows are grouped by instrument: then the month is enough of a name. */
  isUnderInstrument = true,
): readonly Column[] {
  const columns: readonly Column[] = [
    {
      id: 'contract',
      title: 'Contract',
      width: 74,
      align: 'left',
      pinned: true,
      text: (row) => (isUnderInstrument ? row.contractDate : row.contract),
      sortValue: (row) => contractMonth(row.contractDate),
      exported: (row) => row.contract,
      mark: limitMark,
    },
    netColumn(net, (row) => row.contract),
    member('buyer', 'Buyer', 'Member with the best bid'),
    count('bidQty', 'Bid qty', {
      isHeavy: (row) => isOwnAtBest(working(), row, 'B'),
      flash: (now, before) => direction(now.bidQty, before.bidQty),
    }),
    {
      id: 'bid',
      title: 'Bid',
      width: 78,
      align: 'right',
      weight: 'strong',
      text: (row) => priceCell(row.bid, row),
      tone: () => 'buy',
      mark: (row) => ownOrderMark(working(), row, 'B'),
      flash: (now, before) => direction(now.bid, before.bid),
      flashesAsArrow: true,
      sortValue: (row) => row.bid,
    },
    {
      id: 'offer',
      title: 'Offer',
      width: 78,
      align: 'right',
      weight: 'strong',
      rule: true,
      text: (row) => priceCell(row.offer, row),
      tone: () => 'sell',
      mark: (row) => ownOrderMark(working(), row, 'S'),
      flash: (now, before) => direction(now.offer, before.offer),
      flashesAsArrow: true,
      sortValue: (row) => row.offer,
    },
    count('offerQty', 'Off qty', {
      fullTitle: 'Offer quantity',
      isHeavy: (row) => isOwnAtBest(working(), row, 'S'),
      flash: (now, before) => direction(now.offerQty, before.offerQty),
    }),
    member('seller', 'Seller', 'Member with the best offer'),
    price('last', 'Last', { flash: (now, before) => direction(now.last, before.last) }),
    count('lastQty', 'Last qty', { width: 58 }),
    {
      id: 'change',
      title: 'Change',
      fullTitle: 'Change of the last price from the previous MTM',
      width: 66,
      align: 'right',
      of: (row) => row.change,
      text: (row) => signedCell(row.change, row),
      tone: (row) =>
        row.change === null ? undefined : row.change > 0 ? 'up' : row.change < 0 ? 'down' : undefined,
      sortValue: (row) => row.change,
    },
    {
      id: 'percent',
      title: '%',
      fullTitle: 'Change in percent of the previous MTM',
      width: 56,
      align: 'right',
      text: (row) => formatSigned(percentChange(row), 2),
      tone: (row) =>
        row.change === null ? undefined : row.change > 0 ? 'up' : row.change < 0 ? 'down' : undefined,
      sortValue: percentChange,
    },
    price('high', 'High'),
    price('low', 'Low'),
    price('open', 'Open', { fullTitle: 'Price of the first deal of the day' }),
    count('volume', 'Volume', { sum: (row) => row.volume }),
    count('deals', 'Deals', { width: 48, sum: (row) => row.deals }),
    count('openInterest', 'Open int', {
      fullTitle: 'Open interest',
      width: 60,
      sum: (row) => row.openInterest,
    }),
    price('mtm', 'MTM', { fullTitle: 'Previous mark-to-market price' }),
    {
      id: 'vwap',
      title: 'VWAP',
      fullTitle: 'Volume-weighted average price',
      width: 66,
      align: 'right',
      of: (row) => row.vwap,
      text: (row) => averageCell(row.vwap, row),
      sortValue: (row) => row.vwap,
    },
    price('limitLow', 'Limit low'),
    price('limitHigh', 'Limit high', { width: 68 }),
    {
      id: 'time',
      title: 'Time',
      fullTitle: 'Time of the last deal',
      width: 66,
      align: 'right',
      of: (row) => row.time,
      text: (row) => exchangeTime(row.time),
      exported: (row) => zonedTime(row.time),
      tone: () => 'second',
      sortValue: (row) => row.time,
    },
  ];
  return byImportance(columns, importance);
}

/** The columns on a phone: contract and change; bid and offer, large, with their quantities. */
export const phoneColumnIds: readonly string[] = ['contract', 'bid', 'offer', 'change', 'bidQty', 'offerQty'];
