// The columns of the Active orders panel (PANEL-6, domain §4.6), with the buttons of each order in the last one in view.
import { type ActiveOrderRow, type MarketRow, orderTypeNames } from '@openpit/wire';
import type { ReactNode } from 'react';
import { sideVerb } from '../../actions/order-sentences.ts';
import { dash, formatLots } from '../../ui/format.ts';
import type { GridColumn } from '../../ui/live-grid/grid-column.ts';
import { exchangeTime, priceCell } from '../market-words.ts';
import { contractWidth } from '../row-columns.ts';
import { distanceToMarket } from './distance.ts';

type Column = GridColumn<ActiveOrderRow>;

const text = (
  id: 'contract' | 'state' | 'principal' | 'subAccount' | 'dealer' | 'ref',
  title: string,
  width: number,
  more: Partial<Column> = {},
): Column => ({
  id,
  title,
  width,
  align: 'left',
  text: (row) => row[id] ?? dash,
  sortValue: (row) => row[id],
  groups: id !== 'ref',
  ...more,
});

export interface ActiveOrdersColumnsOptions {
  readonly marketOf: (contract: string) => MarketRow | undefined;
  readonly renderActions: (order: ActiveOrderRow) => ReactNode;
}

export function activeOrdersColumns({
  marketOf,
  renderActions,
}: ActiveOrdersColumnsOptions): readonly Column[] {
  const distance = (row: ActiveOrderRow) => distanceToMarket(row, marketOf(row.contract));
  return [
    {
      id: 'time',
      title: 'Time',
      fullTitle: 'When the order took its place in the queue',
      width: 66,
      align: 'left',
      pinned: true,
      text: (row) => exchangeTime(row.time),
      sortValue: (row) => row.time,
    },
    text('contract', 'Contract', contractWidth, { weight: 'strong', clips: true }),
    {
      id: 'side',
      title: 'B/S',
      fullTitle: 'Buy or sell',
      width: 42,
      align: 'left',
      text: (row) => sideVerb(row.side),
      groups: true,
      tone: (row) => (row.side === 'B' ? 'buy' : 'sell'),
      weight: 'strong',
      sortValue: (row) => row.side,
    },
    {
      id: 'qty',
      title: 'Qty',
      fullTitle: 'Quantity when it was entered',
      width: 44,
      align: 'right',
      text: (row) => formatLots(row.qty),
      tone: (row) => (row.remaining === row.qty ? 'second' : undefined),
      sortValue: (row) => row.qty,
      sum: (row) => row.qty,
    },
    {
      id: 'remaining',
      title: 'Left',
      fullTitle: 'Lots that can still deal',
      width: 44,
      align: 'right',
      weight: 'strong',
      text: (row) => formatLots(row.remaining),
      sortValue: (row) => row.remaining,
      sum: (row) => row.remaining,
    },
    {
      id: 'price',
      title: 'Price',
      width: 70,
      align: 'right',
      weight: 'strong',
      text: (row) => priceCell(row.price, row),
      sortValue: (row) => row.price,
    },
    {
      id: 'distance',
      title: 'Away',
      fullTitle: 'Distance to market: rand per ton to the best price that it could deal with',
      width: 56,
      align: 'right',
      text: (row) => priceCell(distance(row), row),
      tone: () => 'second',
      sortValue: distance,
    },
    text('state', 'State', 78, {
      tone: (row) => (row.state === 'Active' ? undefined : 'warning'),
    }),
    {
      id: 'actions',
      title: 'Actions',
      width: 136,
      align: 'left',
      text: () => '',
      render: renderActions,
    },
    {
      id: 'orderType',
      title: 'Type',
      width: 46,
      align: 'left',
      text: (row) => orderTypeNames[row.orderType],
      groups: true,
      tone: () => 'second',
      sortValue: (row) => row.orderType,
    },
    text('principal', 'Principal', 66),
    {
      id: 'capacity',
      title: 'P/A',
      fullTitle: 'Principal or agency',
      width: 38,
      align: 'left',
      text: (row) => row.capacity,
      groups: true,
      sortValue: (row) => row.capacity,
    },
    text('subAccount', 'Sub-acc', 58, { fullTitle: 'Sub-account' }),
    text('dealer', 'Dealer', 50),
    text('ref', 'Ref', 64, { fullTitle: 'Reference', clips: true }),
    {
      id: 'activeOrderSeq',
      title: 'Order',
      fullTitle: 'Number of the order',
      width: 60,
      align: 'right',
      text: (row) => String(row.activeOrderSeq),
      tone: () => 'second',
      sortValue: (row) => row.activeOrderSeq,
    },
  ];
}

/** A phone's two lines: contract and price; what it does, how much of it is left, and its state. */
export function phoneColumns(options: ActiveOrdersColumnsOptions): readonly Column[] {
  const all = activeOrdersColumns(options);
  const one = (id: string) => all.filter((column) => column.id === id);
  return [
    ...one('contract'),
    ...one('price'),
    {
      id: 'summary',
      title: 'Order',
      width: 100,
      align: 'left',
      text: ({ side, remaining, qty }) =>
        `${sideVerb(side)} ${formatLots(remaining)}${remaining === qty ? '' : ` of ${formatLots(qty)}`}`,
      tone: (row) => (row.side === 'B' ? 'buy' : 'sell'),
    },
    ...one('state'),
    ...one('actions'),
  ];
}
