// The columns of the Completed orders panel (PANEL-7): how each order ended, and why.

import type { CompletedOrderRow, CompletedOrderState } from '@openpit/wire';
import { sideVerb } from '../../market/market-text.ts';
import { formatLots } from '../../ui/format.ts';
import type { CellTone, GridColumn } from '../../ui/live-grid/grid-column.ts';
import {
  average,
  capacity,
  contract,
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

export const completedOrdersColumns: readonly GridColumn<CompletedOrderRow>[] = [
  time('time', 'Time', 66, { help: 'When the order ended', rank: 5, phone: 'time' }),
  contract({ rank: 0 }),
  side({ rank: 2 }),
  lots('qty', 'Qty', 44, { help: 'Quantity at entry', rank: 3 }),
  // More important than the quantity, which would show a cancelled order like one that dealt.
  sideLots('dealt', 'Dealt', 46, { help: 'Lots that dealt', weight: 'strong', rank: 0 }),
  price('price', 'Price', 70, { rank: 0, phone: 'price' }),
  volatility(({ pricing }) => pricing?.volatility ?? null, { rank: 8 }),
  average('averagePrice', 'Average', 70, {
    help: 'Average price of the lots as they dealt, in rand per ton',
    weight: 'strong',
    rank: 6,
  }),
  text('state', 'End', 132, {
    help: 'How the order ended',
    text: endOf,
    tone: (row) => tones[row.state],
    rank: 4,
    phone: 'state',
  }),
  text('reason', 'Reason', 160, { help: 'Why it ended', grows: true, clips: true, groups: false, rank: 7 }),
  orderType({ rank: 9 }),
  text('principal', 'Principal', 66, { rank: 10 }),
  capacity(),
  text('subAccount', 'Sub-acc', 58, { help: 'Sub-account' }),
  text('dealer', 'Dealer', 50),
  text('ref', 'Ref', 64, { help: 'Reference', clips: true, groups: false }),
  number('activeOrderSeq', 'Order', 60, { help: 'Number of the order; a rejected order has none' }),
  time('enteredAt', 'Entered', 66, { help: 'When the order was entered', tone: 'second' }),
  onPhone(
    'summary',
    'Order',
    ({ side, dealt, qty }) => `${sideVerb(side)} ${dealt} of ${formatLots(qty)} dealt`,
    { tone: sideTone },
  ),
];
