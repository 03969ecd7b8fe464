// The columns of the Active orders panel (PANEL-6). The buttons of each order are pinned at the right, so
// that they stay in view.

import type { ActiveOrderRow } from '@openpit/wire';
import type { ReactNode } from 'react';
import { exchangeTime, sideVerb } from '../../market/market-text.ts';
import type { Prices } from '../../market/prices.ts';
import { dash, formatLots } from '../../ui/format.ts';
import type { GridColumn } from '../../ui/live-grid/grid-column.ts';
import {
  actions,
  capacity,
  contract,
  date,
  lots,
  number,
  onPhone,
  orderType,
  price,
  side,
  sideLots,
  sideTone,
  text,
  time,
  volatility,
} from '../parts/column-kinds.ts';
import { distanceToMarket, shownTimeOf } from './rules.ts';

interface ActiveOrdersColumnsOptions {
  readonly prices: Pick<Prices, 'get' | 'isLive'>;
  /** The time left, as a text; called each time the row is written. */
  readonly timeLeftOf: (order: ActiveOrderRow) => string;
  /** The time at which the clock ends the order, for sorting; null if the clock does not end it. */
  readonly endOf: (order: ActiveOrderRow) => number | null;
  readonly renderActions: (order: ActiveOrderRow) => ReactNode;
}

export function activeOrdersColumns(
  options: ActiveOrdersColumnsOptions,
): readonly GridColumn<ActiveOrderRow>[] {
  const { prices, timeLeftOf, endOf, renderActions } = options;
  return [
    number('activeOrderSeq', 'Seq', 54, { help: 'Number of the order', rank: 5 }),
    time('time', 'Time', 66, {
      help: 'Time of its place in the queue; of an order that was held over, when it was entered',
      text: (row) => exchangeTime(shownTimeOf(row)),
      sortValue: shownTimeOf,
      rank: 9,
    }),
    contract({ rank: 0 }),
    side({ rank: 2 }),
    lots('qty', 'Qty', 44, {
      help: 'Quantity at entry',
      tone: (row) => (row.remaining === row.qty ? 'second' : undefined),
      rank: 6,
    }),
    sideLots('remaining', 'Left', 44, { help: 'Lots that can still deal', weight: 'strong', rank: 0 }),
    price('price', 'Price', 70, { weight: 'strong', rank: 0, phone: 'price' }),
    volatility(({ pricing }) => pricing?.volatility ?? null, { rank: 11 }),
    orderType({ rank: 10 }),
    date('holdOverUntil', 'Hold over', 84, { help: 'Held over until', rank: 13 }),
    text('state', 'State', 78, {
      tone: (row) => (row.state === 'Active' ? undefined : 'warning'),
      rank: 4,
      phone: 'state',
    }),
    text('principal', 'Principal', 66, { rank: 14 }),
    text('subAccount', 'Sub-acc', 58, { help: 'Sub-account' }),
    text('dealer', 'Dealer', 50),
    capacity(),
    text('ref', 'Ref', 64, { help: 'Reference', clips: true, groups: false }),
    price('distance', 'Away', 56, {
      help: 'Distance to market: rand per ton to the best price of the other side',
      value: (row) => distanceToMarket(row, prices.get(row.contract)),
      isStale: (row) => !prices.isLive(row.contract),
      tone: 'second',
      rank: 8,
    }),
    lots('queuePosition', 'Queue', 92, {
      help: 'Queue position: lots that deal before the order',
      value: (row) => (isInQueue(row) ? (row.lotsAhead ?? 0) : null),
      text: queueText,
      sum: false,
      rank: 7,
    }),
    number('timeLeft', 'Time left', 92, { value: endOf, text: timeLeftOf, rank: 12 }),
    actions(136, renderActions, { rank: 3 }),
    onPhone(
      'summary',
      'Order',
      (row) =>
        `${sideVerb(row.side)} ${formatLots(row.remaining)}${row.remaining === row.qty ? '' : ` of ${formatLots(row.qty)}`}`,
      { tone: sideTone },
    ),
  ];
}

type QueuedOrder = Pick<ActiveOrderRow, 'queuePosition' | 'lotsAhead'>;

const isInQueue = ({ queuePosition }: QueuedOrder) => queuePosition !== null && queuePosition !== undefined;

/**
 * "14 ahead" with 14 lots that deal first, at better prices or earlier at its own; "next" for the order that
 * deals next.
 */
export function queueText(order: QueuedOrder): string {
  if (!isInQueue(order)) return dash;
  return order.lotsAhead ? `${formatLots(order.lotsAhead)} ahead` : 'next';
}
