// The columns of the Completed orders panel (PANEL-7): how each order ended, and why.
import type { CompletedOrderRow, CompletedOrderState } from '@openpit/wire';
import { sideVerb } from '../../actions/order-actions.ts';
import { averageCell } from '../../market/market-text.ts';
import { formatLots } from '../../ui/format.ts';
import type { CellTone, GridColumn } from '../../ui/live-grid/grid-column.ts';
import { byImportance } from '../../ui/live-grid/grid-column.ts';
import {
  capacityColumn,
  contractColumn,
  lotsColumn,
  numberColumn,
  orderTypeColumn,
  priceColumn,
  sideColumn,
  textColumn,
  timeColumn,
  volatilityColumn,
} from '../rows/columns.ts';

type Column = GridColumn<CompletedOrderRow>;

const tones: Readonly<Record<CompletedOrderState, CellTone | undefined>> = {
  Filled: undefined,
  Cancelled: 'second',
  Killed: 'warning',
  Expired: 'second',
  Rejected: 'warning',
};

/** "Filled", or "Cancelled, part filled": the end of the rest does not hide the lots that dealt. */
export function endOf({ state, dealt }: Pick<CompletedOrderRow, 'state' | 'dealt'>): string {
  return state !== 'Filled' && dealt > 0 ? `${state}, part filled` : state;
}

const columns: readonly Column[] = [
  timeColumn<CompletedOrderRow>('time', {
    title: 'Time',
    width: 66,
    more: { fullTitle: 'When the order ended' },
  }),
  contractColumn<CompletedOrderRow>(),
  sideColumn(),
  lotsColumn<CompletedOrderRow>('qty', {
    title: 'Qty',
    width: 48,
    more: { fullTitle: 'Quantity at entry' },
  }),
  lotsColumn<CompletedOrderRow>('dealt', {
    title: 'Dealt',
    width: 48,
    more: { fullTitle: 'Lots that dealt', weight: 'strong' },
  }),
  priceColumn<CompletedOrderRow>('price', { title: 'Price', width: 70 }),
  volatilityColumn(({ pricing }) => pricing?.volatility ?? null),
  {
    id: 'averagePrice',
    title: 'Average',
    fullTitle: 'Average price of the dealt lots, in rand per ton',
    width: 70,
    align: 'right',
    weight: 'strong',
    text: (row) => averageCell(row.averagePrice, row),
    sortValue: (row) => row.averagePrice,
  },
  textColumn<CompletedOrderRow>('state', {
    title: 'End',
    width: 132,
    more: { fullTitle: 'How the order ended', text: endOf, tone: (row) => tones[row.state] },
  }),
  textColumn<CompletedOrderRow>('reason', {
    title: 'Reason',
    width: 160,
    more: { fullTitle: 'Why it ended', grows: true, clips: true, groups: false },
  }),
  orderTypeColumn(),
  textColumn<CompletedOrderRow>('principal', { title: 'Principal', width: 66 }),
  capacityColumn(),
  textColumn<CompletedOrderRow>('subAccount', {
    title: 'Sub-acc',
    width: 58,
    more: { fullTitle: 'Sub-account' },
  }),
  textColumn<CompletedOrderRow>('dealer', { title: 'Dealer', width: 50 }),
  textColumn<CompletedOrderRow>('ref', {
    title: 'Ref',
    width: 64,
    more: { fullTitle: 'Reference', clips: true, groups: false },
  }),
  numberColumn<CompletedOrderRow>('activeOrderSeq', {
    title: 'Order',
    width: 60,
    more: { fullTitle: 'Number of the order; a rejected order has none' },
  }),
  timeColumn<CompletedOrderRow>('enteredAt', {
    title: 'Entered',
    width: 66,
    more: { fullTitle: 'When the order was entered', tone: () => 'second' },
  }),
];

export const completedOrdersColumns = byImportance(columns, [
  'contract',
  'side dealt',
  'averagePrice',
  'state',
  'time',
  'qty',
  'price',
  'reason',
  'volatility',
  'orderType',
  'principal',
]);

/**
 * The lines of a phone: contract, price and time; side with dealt lots and quantity, and how the order ended.
 */
export const phoneColumns: readonly Column[] = [
  ...completedOrdersColumns.filter(({ id }) => id === 'contract'),
  {
    id: 'summary',
    title: 'Order',
    width: 120,
    align: 'left',
    text: ({ side, dealt, qty }) => `${sideVerb(side)} ${dealt} of ${formatLots(qty)} dealt`,
    tone: (row) => (row.side === 'B' ? 'buy' : 'sell'),
  },
  ...completedOrdersColumns.filter(({ id }) => id === 'price' || id === 'state' || id === 'time'),
];
