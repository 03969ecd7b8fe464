// The deals that a contract's row of the breakdown names, as history has them, each with its profit at the MTM of the day.
import type { DealRow } from '@openpit/wire';
import { formatPrice, formatSigned } from '../../ui/format.ts';
import { byImportance } from '../../ui/live-grid/fitting-columns.ts';
import type { GridColumn } from '../../ui/live-grid/grid-column.ts';
import { toCents, toRand } from '../../ui/money.ts';
import {
  lotsColumn,
  matchColumn,
  numberColumn,
  priceColumn,
  randColumn,
  sideColumn,
  textColumn,
  timeColumn,
} from '../rows/row-columns.ts';

export interface MarkedDeal extends DealRow {
  /** The MTM of the day less the price, for a purchase, in rand per ton. */
  readonly gain: number;
  /** Of all its lots, in rand. */
  readonly profit: number;
}

/** The deals with these numbers. The average price of cumulated deals has more decimals than a cent; their value is exact. */
export function markedDeals(
  deals: readonly DealRow[],
  {
    numbers,
    mtm,
    tons,
  }: { readonly numbers: readonly number[]; readonly mtm: number; readonly tons: number },
): readonly MarkedDeal[] {
  const named = new Set(numbers);
  return deals.flatMap((deal) => {
    if (!named.has(deal.dealSeq)) return [];
    const sign = deal.side === 'B' ? 1 : -1;
    const cents = sign * (toCents(mtm) * deal.qty * tons - toCents(deal.value));
    const gain = Math.round(sign * (mtm - deal.price) * 10_000) / 10_000;
    return [{ ...deal, gain: gain === 0 ? 0 : gain, profit: cents === 0 ? 0 : toRand(cents) }];
  });
}

const columns: readonly GridColumn<MarkedDeal>[] = [
  numberColumn<MarkedDeal>('dealSeq', {
    title: 'Deal',
    width: 60,
    more: { fullTitle: 'Number of this side of the deal' },
  }),
  matchColumn(),
  timeColumn<MarkedDeal>('time', { title: 'Time', width: 66 }),
  sideColumn(),
  lotsColumn<MarkedDeal>('qty', { title: 'Qty', width: 48 }),
  priceColumn<MarkedDeal>('price', { title: 'Price', width: 70, more: { weight: 'strong' } }),
  {
    id: 'gain',
    title: 'Gain per ton',
    fullTitle:
      'MTM of the day less the price for a purchase, the price less the MTM for a sale, in rand per ton',
    width: 80,
    align: 'right',
    text: ({ gain }) => formatSigned(gain, 2),
    sortValue: ({ gain }) => gain,
  },
  {
    id: 'profit',
    title: 'Variation, R',
    fullTitle: 'What the deal adds to the variation margin, in rand',
    width: 104,
    align: 'right',
    weight: 'strong',
    text: ({ profit }) => formatSigned(profit, 2),
    tone: ({ profit }) => (profit === 0 ? 'second' : profit > 0 ? 'up' : 'down'),
    sortValue: ({ profit }) => profit,
    sum: ({ profit }) => profit,
    sumText: (sum) => formatSigned(sum, 2),
  },
  randColumn<MarkedDeal>('fee', {
    title: 'Fee, R',
    width: 76,
    more: { fullTitle: 'Booking fee in rand, with VAT', text: ({ fee }) => formatPrice(fee, 2) },
  }),
  textColumn<MarkedDeal>('origin', { title: 'Origin', width: 66, more: { tone: () => 'second' } }),
  textColumn<MarkedDeal>('counterparty', { title: 'With', width: 56, more: { fullTitle: 'Counterparty' } }),
  textColumn<MarkedDeal>('subAccount', { title: 'Sub-acc', width: 58, more: { fullTitle: 'Sub-account' } }),
  textColumn<MarkedDeal>('dealer', { title: 'Dealer', width: 50 }),
];

export const markedDealColumns = byImportance(columns, [
  'side qty',
  'price',
  'profit',
  'dealSeq',
  'gain',
  'fee',
  'time',
  'counterparty',
]);

/** The lines of a phone: number, variation and price; side and quantity with the fee. */
export const phoneDealColumns: readonly GridColumn<MarkedDeal>[] = [
  {
    id: 'contract',
    title: 'Deal',
    width: 100,
    align: 'left',
    text: ({ dealSeq, side, qty }) => `${dealSeq}: ${side === 'B' ? 'Buy' : 'Sell'} ${qty}`,
    tone: ({ side }) => (side === 'B' ? 'buy' : 'sell'),
  },
  ...markedDealColumns.flatMap((column) =>
    column.id === 'profit'
      ? [{ ...column, id: 'price' }]
      : column.id === 'price'
        ? [{ ...column, id: 'summary' }]
        : [],
  ),
  {
    id: 'state',
    title: 'Fee',
    width: 80,
    align: 'right',
    text: ({ fee }) => `fee ${formatPrice(fee, 2)}`,
    tone: () => 'second',
  },
];
