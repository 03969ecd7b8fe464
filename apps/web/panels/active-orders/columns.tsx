// The columns of the Active orders panel (PANEL-6). The buttons of each order are pinned at the right, so
// that they stay in view.
import type { ActiveOrderRow } from '@openpit/wire';
import type { ReactNode } from 'react';
import { sideVerb } from '../../actions/order-actions.ts';
import { exchangeTime, priceCell } from '../../market/market-text.ts';
import { dash, formatDate, formatLots } from '../../ui/format.ts';
import type { GridColumn } from '../../ui/live-grid/grid-column.ts';
import { byImportance } from '../../ui/live-grid/grid-column.ts';
import {
  actionsColumn,
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
import type { Prices } from '../sources/prices.ts';
import { distanceToMarket, shownTimeOf } from './rules.ts';

type Column = GridColumn<ActiveOrderRow>;

export interface ActiveOrdersColumnsOptions {
  readonly prices: Pick<Prices, 'get' | 'isLive'>;
  /** The time left, as a text; called each time the row is written. */
  readonly timeLeftOf: (order: ActiveOrderRow) => string;
  /** When the clock ends the order, to sort by; null when it does not. */
  readonly endOf: (order: ActiveOrderRow) => number | null;
  readonly renderActions: (order: ActiveOrderRow) => ReactNode;
}

export function activeOrdersColumns(options: ActiveOrdersColumnsOptions): readonly Column[] {
  const { prices, timeLeftOf, endOf, renderActions } = options;
  const distance = (row: ActiveOrderRow) => distanceToMarket(row, prices.get(row.contract));
  const columns: readonly Column[] = [
    numberColumn<ActiveOrderRow>('activeOrderSeq', {
      title: 'Seq',
      width: 54,
      more: { fullTitle: 'Number of the order' },
    }),
    timeColumn<ActiveOrderRow>('time', {
      title: 'Time',
      width: 66,
      more: {
        fullTitle: 'Time of its place in the queue; of an order that was held over, when it was entered',
        text: (row) => exchangeTime(shownTimeOf(row)),
        sortValue: shownTimeOf,
      },
    }),
    contractColumn<ActiveOrderRow>(),
    sideColumn(),
    lotsColumn<ActiveOrderRow>('qty', {
      title: 'Qty',
      width: 44,
      more: {
        fullTitle: 'Quantity at entry',
        tone: (row) => (row.remaining === row.qty ? 'second' : undefined),
      },
    }),
    lotsColumn<ActiveOrderRow>('remaining', {
      title: 'Left',
      width: 44,
      more: { fullTitle: 'Lots that can still deal', weight: 'strong' },
    }),
    priceColumn<ActiveOrderRow>('price', { title: 'Price', width: 70, more: { weight: 'strong' } }),
    volatilityColumn(({ pricing }) => pricing?.volatility ?? null),
    orderTypeColumn(),
    {
      id: 'holdOverUntil',
      title: 'Hold over',
      fullTitle: 'Held over until',
      width: 84,
      align: 'left',
      text: (row) => (row.holdOverUntil ? formatDate(row.holdOverUntil) : dash),
      exported: (row) => row.holdOverUntil ?? null,
      groups: true,
      sortValue: (row) => row.holdOverUntil ?? null,
    },
    textColumn<ActiveOrderRow>('state', {
      title: 'State',
      width: 78,
      more: { tone: (row) => (row.state === 'Active' ? undefined : 'warning') },
    }),
    textColumn<ActiveOrderRow>('principal', { title: 'Principal', width: 66 }),
    textColumn<ActiveOrderRow>('subAccount', {
      title: 'Sub-acc',
      width: 58,
      more: { fullTitle: 'Sub-account' },
    }),
    textColumn<ActiveOrderRow>('dealer', { title: 'Dealer', width: 50 }),
    capacityColumn(),
    textColumn<ActiveOrderRow>('ref', {
      title: 'Ref',
      width: 64,
      more: { fullTitle: 'Reference', clips: true, groups: false },
    }),
    {
      id: 'distance',
      title: 'Away',
      fullTitle: 'Distance to market: rand per ton to the best price of the other side',
      width: 56,
      align: 'right',
      text: (row) => priceCell(distance(row), row),
      isStale: (row) => !prices.isLive(row.contract),
      tone: () => 'second',
      sortValue: distance,
    },
    {
      id: 'queuePosition',
      title: 'Queue',
      fullTitle: 'Queue position: lots that deal before the order',
      width: 92,
      align: 'right',
      text: queueText,
      sortValue: (row) => (isInQueue(row) ? (row.lotsAhead ?? 0) : null),
    },
    {
      id: 'timeLeft',
      title: 'Time left',
      fullTitle: 'Time left',
      width: 66,
      align: 'right',
      text: timeLeftOf,
      tone: () => 'second',
      sortValue: endOf,
    },
    actionsColumn(136, renderActions),
  ];
  return byImportance(columns, [
    'contract',
    'price',
    'side remaining',
    'actions',
    'state',
    'activeOrderSeq',
    'qty',
    'queuePosition',
    'distance',
    'time',
    'orderType',
    'volatility',
    'timeLeft',
    'holdOverUntil',
    'principal',
  ]);
}

type Queued = Pick<ActiveOrderRow, 'queuePosition' | 'lotsAhead'>;

const isInQueue = ({ queuePosition }: Queued) => queuePosition !== null && queuePosition !== undefined;

/**
 * "14 ahead" with 14 lots that deal first, at better prices or earlier at its own; "next" for the order that
 * deals next.
 */
export function queueText(order: Queued): string {
  if (!isInQueue(order)) return dash;
  return order.lotsAhead ? `${formatLots(order.lotsAhead)} ahead` : 'next';
}

/** The lines of a phone: contract and price; side with remaining lots, and state. */
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
