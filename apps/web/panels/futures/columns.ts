// The columns of the Futures panel (PANEL-1). Bid and offer meet in the middle in the heaviest type on the screen.
import type { MarketRow } from '@openpit/wire';
import { limitMark } from '../../market/market-text.ts';
import type { NetLots } from '../../market/own-lots.ts';
import { contractMonth } from '../../stores/market-days.ts';
import { formatSigned } from '../../ui/format.ts';
import type { GridColumn } from '../../ui/live-grid/grid-column.ts';
import { average, change, gainTone, lots, price, quantity, rate, text } from '../parts/column-kinds.ts';
import { bestColumn, flashing, lastDealTime } from '../parts/market/columns.ts';
import { isOwnAtBest, type WorkingLots } from '../parts/own/orders.ts';
import { netColumn } from '../parts/own/positions.ts';

const percentChange = (row: MarketRow) =>
  row.change === null || row.mtm === null || row.mtm === 0 ? null : (row.change / row.mtm) * 100;

/**
 * `working` and `net` are called each time a row is written, so that the columns stay the same objects when the user's orders
 * and positions change.
 */
export const futuresColumns = (
  working: () => WorkingLots,
  net: () => NetLots,
  /** True while rows are grouped by instrument: then the month is enough of a name. */
  isUnderInstrument = true,
): readonly GridColumn<MarketRow>[] => [
  text('contract', 'Contract', 64, {
    roomyWidth: 74,
    pinned: true,
    weight: 'strong',
    text: (row) => (isUnderInstrument ? row.contractDate : row.contract),
    sortValue: (row) => contractMonth(row.contractDate),
    exported: (row) => row.contract,
    mark: limitMark,
    groups: false,
    phone: 'contract',
  }),
  { ...netColumn(net, (row) => row.contract), rank: 4 },
  text('buyer', 'Buyer', 50, { help: 'Member with the best bid', tone: 'second', groups: false }),
  quantity('bidQty', 'Bid qty', 54, {
    isHeavy: (row) => isOwnAtBest(working(), row, 'B'),
    ...flashing('bidQty'),
    rank: 1,
    phone: 'bidQty',
  }),
  bestColumn('bid', 70, working, { roomyWidth: 78, rank: 0 }),
  bestColumn('offer', 70, working, { roomyWidth: 78, rank: 0, rule: true }),
  quantity('offerQty', 'Offer qty', 62, {
    isHeavy: (row) => isOwnAtBest(working(), row, 'S'),
    ...flashing('offerQty'),
    rank: 1,
    phone: 'offerQty',
  }),
  text('seller', 'Seller', 50, { help: 'Member with the best offer', tone: 'second', groups: false }),
  price('last', 'Last', 66, { ...flashing('last'), weight: 'strong', rank: 2 }),
  quantity('lastQty', 'Last qty', 58, { rank: 11 }),
  change('change', 'Change', 66, {
    help: 'Change of the last price from the previous MTM',
    rank: 3,
    phone: 'change',
  }),
  rate('percent', '%', 56, {
    help: 'Change in percent of the previous MTM',
    value: percentChange,
    text: (row) => formatSigned(percentChange(row), 2),
    tone: (row) => gainTone(row.change),
    rank: 7,
  }),
  price('high', 'High', 66, { tone: 'second', rank: 8 }),
  price('low', 'Low', 66, { tone: 'second', rank: 8 }),
  price('open', 'Open', 66, { help: 'Price of the first deal of the day', tone: 'second', rank: 10 }),
  lots('volume', 'Volume', 54, { rank: 5 }),
  lots('deals', 'Deals', 48, { rank: 12 }),
  lots('openInterest', 'Open int', 60, { help: 'Open interest', tone: 'second', rank: 6 }),
  price('mtm', 'MTM', 66, { help: 'Previous mark-to-market price', tone: 'second', rank: 9 }),
  average('vwap', 'VWAP', 66, { help: 'Volume-weighted average price', tone: 'second', rank: 13 }),
  price('limitLow', 'Limit low', 66, { tone: 'second', rank: 14 }),
  price('limitHigh', 'Limit high', 68, { tone: 'second', rank: 14 }),
  lastDealTime({ rank: 15 }),
];
