// The columns of the Depth panel (PANEL-17): Buyer, Bid Qty, Bid | Offer, Offer Qty, Seller. Sizes are also
// bars. A quantity flashes only when its price has not changed, so that a shift of the book is no storm of
// flashes. A side without an order is blank.
import type { ActiveOrderRow, Side } from '@openpit/wire';
import type { ReactNode } from 'react';
import { exchangeTime, type Priced, priceDecimals, zonedTime } from '../../market/market-text.ts';
import { formatLots, formatPrice } from '../../ui/format.ts';
import { byImportance, type CellMark, type GridColumn } from '../../ui/live-grid/grid-column.ts';
import { type Move, markOf, type Print } from './prints.ts';
import type { DepthLevel } from './rules.ts';

export function depthColumns(
  contract: { readonly contract: string; readonly instrument: string },
  /** The own orders on the line of this index. */
  ownAt: (side: Side, index: number) => readonly Pick<ActiveOrderRow, 'remaining'>[],
  renderCancel: (side: Side, level: DepthLevel) => ReactNode = () => null,
): readonly GridColumn<DepthLevel>[] {
  const decimals = () => priceDecimals(contract);
  const isOwn = (side: Side, { index }: DepthLevel) => ownAt(side, index).length > 0;
  const ownMark = (side: Side, level: DepthLevel): CellMark | undefined => {
    const lots = ownAt(side, level.index).reduce((sum, { remaining }) => sum + remaining, 0);
    return lots === 0 ? undefined : { shape: 'filled', label: `own ${lots}` };
  };
  const cancel = (id: string, side: Side): GridColumn<DepthLevel> => ({
    id,
    title: '',
    fullTitle: side === 'B' ? 'Delete own bid' : 'Delete own offer',
    // In a narrow panel the button covers the member's code while the pointer is on the line.
    width: 0,
    roomyWidth: 20,
    align: 'center',
    text: () => '',
    render: (level) => renderCancel(side, level),
  });
  const columns: readonly GridColumn<DepthLevel>[] = [
    cancel('ownBid', 'B'),
    {
      id: 'buyer',
      title: 'Buyer',
      width: 44,
      align: 'left',
      text: (level) => level.buyer ?? '',
      tone: () => 'second',
    },
    {
      id: 'bidQty',
      title: 'Qty',
      fullTitle: 'Bid quantity',
      width: 32,
      grows: true,
      align: 'right',
      text: (level) => (level.bidQty === 0 ? '' : formatLots(level.bidQty)),
      isHeavy: (level) => isOwn('B', level),
      share: (level) => level.bidShare,
      shareFrom: 'right',
      flash: (now, before) =>
        now.bidPrice !== before.bidPrice || now.bidQty === before.bidQty
          ? undefined
          : now.bidQty > before.bidQty
            ? 'up'
            : 'down',
    },
    {
      id: 'bid',
      title: 'Bid',
      width: 63,
      roomyWidth: 76,
      align: 'right',
      weight: 'strong',
      text: (level) => (level.bidPrice === null ? '' : formatPrice(level.bidPrice, decimals())),
      tone: () => 'buy',
      mark: (level) => ownMark('B', level),
    },
    {
      id: 'offer',
      title: 'Offer',
      width: 63,
      roomyWidth: 76,
      align: 'right',
      weight: 'strong',
      rule: true,
      text: (level) => (level.sellPrice === null ? '' : formatPrice(level.sellPrice, decimals())),
      tone: () => 'sell',
      mark: (level) => ownMark('S', level),
    },
    {
      id: 'offerQty',
      title: 'Qty',
      fullTitle: 'Offer quantity',
      width: 32,
      grows: true,
      align: 'right',
      text: (level) => (level.offerQty === 0 ? '' : formatLots(level.offerQty)),
      isHeavy: (level) => isOwn('S', level),
      share: (level) => level.offerShare,
      shareFrom: 'left',
      flash: (now, before) =>
        now.sellPrice !== before.sellPrice || now.offerQty === before.offerQty
          ? undefined
          : now.offerQty > before.offerQty
            ? 'up'
            : 'down',
    },
    {
      id: 'seller',
      title: 'Seller',
      width: 44,
      align: 'left',
      text: (level) => level.seller ?? '',
      tone: () => 'second',
    },
    cancel('ownOffer', 'S'),
  ];
  return byImportance(columns, ['bid offer bidQty offerQty ownBid ownOffer', 'buyer seller']);
}

/** The order that would deal with all lots up to the level of this cell; null on a side without an order. */
export function orderUpTo(
  level: DepthLevel,
  columnId: string,
): { readonly side: Side; readonly price: number; readonly qty: number } | null {
  const isBid = columnId === 'buyer' || columnId === 'bidQty' || columnId === 'bid' || columnId === 'ownBid';
  const price = isBid ? level.bidPrice : level.sellPrice;
  if (price === null) return null;
  return isBid ? { side: 'S', price, qty: level.bidUpTo } : { side: 'B', price, qty: level.offerUpTo };
}

// The columns of time and sales (PANEL-17): time, direction since the deal before, price, lots. Members are
// never named here, even when the market discloses them.

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
