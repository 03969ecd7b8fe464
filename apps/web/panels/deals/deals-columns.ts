// The columns of the Deals panel (PANEL-10, domain §4.8): one's own side of each deal.
import type { DealRow } from '@openpit/wire';
import { sideVerb } from '../../actions/order-sentences.ts';
import { formatLots, formatPrice } from '../../ui/format.ts';
import type { GridColumn } from '../../ui/live-grid/grid-column.ts';
import {
  capacityColumn,
  contractWidth,
  lotsColumn,
  numberColumn,
  priceColumn,
  sideColumn,
  textColumn,
  timeColumn,
} from '../row-columns.ts';

type Column = GridColumn<DealRow>;

export const dealsColumns: readonly Column[] = [
  timeColumn<DealRow>('time', { title: 'Time', width: 66, more: { pinned: true } }),
  textColumn<DealRow>('contract', {
    title: 'Contract',
    width: contractWidth,
    more: { weight: 'strong', clips: true },
  }),
  sideColumn(),
  lotsColumn<DealRow>('qty', { title: 'Qty', width: 48, more: { weight: 'strong' } }),
  priceColumn<DealRow>('price', { title: 'Price', width: 70, more: { weight: 'strong' } }),
  {
    id: 'value',
    title: 'Value, R',
    fullTitle: 'Value in rand: price times tons times quantity',
    width: 106,
    align: 'right',
    text: (row) => formatPrice(row.value, 2),
    sortValue: (row) => row.value,
    sum: (row) => row.value,
    sumText: (sum) => formatPrice(sum, 2),
  },
  textColumn<DealRow>('principal', { title: 'Principal', width: 66 }),
  capacityColumn(),
  textColumn<DealRow>('subAccount', { title: 'Sub-acc', width: 58, more: { fullTitle: 'Sub-account' } }),
  textColumn<DealRow>('dealer', { title: 'Dealer', width: 50 }),
  textColumn<DealRow>('counterparty', {
    title: 'With',
    width: 56,
    more: { fullTitle: 'Member on the other side' },
  }),
  {
    id: 'isAggressor',
    title: 'Came',
    fullTitle: 'Whether this side took what rested, or rested and was taken',
    width: 58,
    align: 'left',
    text: (row) => (row.isAggressor ? 'took' : 'rested'),
    tone: () => 'second',
    sortValue: (row) => (row.isAggressor ? 0 : 1),
  },
  textColumn<DealRow>('origin', { title: 'Origin', width: 56, more: { tone: () => 'second' } }),
  textColumn<DealRow>('ref', {
    title: 'Ref',
    width: 64,
    more: { fullTitle: 'Reference of the order', clips: true, groups: false },
  }),
  numberColumn<DealRow>('activeOrderSeq', {
    title: 'Order',
    width: 60,
    more: { fullTitle: 'Number of the order' },
  }),
  numberColumn<DealRow>('dealSeq', {
    title: 'Deal',
    width: 60,
    more: { fullTitle: 'Number of this side of the deal' },
  }),
  numberColumn<DealRow>('matchSeq', {
    title: 'Match',
    width: 60,
    more: { fullTitle: 'Number that both sides of the deal share' },
  }),
  numberColumn<DealRow>('linkedGroup', {
    title: 'Linked',
    width: 60,
    more: { fullTitle: 'Number of the package, such as a delta, that the deal belongs to', groups: true },
  }),
];

/** A phone's lines: contract, price and time; what was done and with whom. */
export const phoneColumns: readonly Column[] = [
  ...dealsColumns.filter(({ id }) => id === 'contract' || id === 'price' || id === 'time'),
  {
    id: 'summary',
    title: 'Deal',
    width: 100,
    align: 'left',
    text: ({ side, qty }) => `${sideVerb(side)} ${formatLots(qty)}`,
    tone: (row) => (row.side === 'B' ? 'buy' : 'sell'),
  },
  {
    id: 'state',
    title: 'For and with',
    width: 100,
    align: 'right',
    text: ({ principal, counterparty }) => `${principal} with ${counterparty}`,
    tone: () => 'second',
  },
];

export interface DealSums {
  readonly bought: number;
  readonly sold: number;
  /** Rand: what was bought and sold together. */
  readonly value: number;
}

export function sumsOf(deals: readonly Pick<DealRow, 'side' | 'qty' | 'value'>[]): DealSums {
  let bought = 0;
  let sold = 0;
  let cents = 0;
  for (const { side, qty, value } of deals) {
    if (side === 'B') bought += qty;
    else sold += qty;
    cents += Math.round(value * 100);
  }
  return { bought, sold, value: cents / 100 };
}
