// The columns of time and sales (PANEL-17): time, direction since the deal before, price, lots. Members are
// never named here, even when the market discloses them.

import { exchangeTime, type Priced, priceDecimals, zonedTime } from '../../market/market-text.ts';
import { formatLots, formatPrice } from '../../ui/format.ts';
import type { GridColumn } from '../../ui/live-grid/grid-column.ts';
import { type Move, markOf, type Print } from './prints.ts';

const signs: Readonly<Record<Move, string>> = { up: '+', down: '\u2212', same: '=' };
const names: Readonly<Record<Move, string>> = { up: 'up', down: 'down', same: 'unchanged' };
const tones = { up: 'up', down: 'down', same: 'second' } as const;

export function printColumns(of: Priced): readonly GridColumn<Print>[] {
  return [
    {
      id: 'time',
      title: 'Time',
      width: 58,
      grows: true,
      align: 'left',
      of: ({ time }) => time,
      text: ({ time }) => exchangeTime(time),
      exported: ({ time }) => zonedTime(time),
      tone: () => 'second',
    },
    {
      id: 'move',
      title: '±',
      fullTitle: 'Against the deal before; \u00d7 cancelled, R reported, \u0394 part of a delta',
      width: 20,
      align: 'center',
      text: ({ move, isCancelled, origin }) =>
        isCancelled ? '×' : move === null ? (markOf[origin]?.sign ?? '') : signs[move],
      tone: ({ move }) => (move === null ? 'second' : tones[move]),
      exported: ({ move, isCancelled, origin }) =>
        isCancelled ? 'cancelled' : move === null ? (markOf[origin]?.name ?? null) : names[move],
    },
    {
      id: 'price',
      title: 'Price',
      width: 63,
      roomyWidth: 76,
      align: 'right',
      weight: 'strong',
      text: ({ price }) => formatPrice(price, priceDecimals(of)),
      tone: ({ move }) => (move === null ? 'second' : move === 'same' ? undefined : tones[move]),
      exported: ({ price }) => price,
    },
    {
      id: 'qty',
      title: 'Qty',
      fullTitle: 'Lots',
      width: 44,
      align: 'right',
      text: ({ qty }) => formatLots(qty),
      exported: ({ qty }) => qty,
    },
  ];
}
