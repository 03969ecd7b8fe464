// The columns of depth (PANEL-17), Buyer, Qty, Bid | Offer, Qty, Seller, the keys on its levels, and the columns of time and sales. Sizes
// are also bars, from the middle across their side of the row. A quantity flashes only when its price has not changed, so that a shift of the
// book does not flash every quantity. A side without an
// order is blank.
import type { ActiveOrderRow, Side } from '@openpit/wire';
import type { ReactNode } from 'react';
import { exchangeTime, markOf, type Priced, priceDecimals, zonedTime } from '../../../market/market-text.ts';
import { formatLots, formatPrice } from '../../../ui/format.ts';
import { keyTable } from '../../../ui/keys.ts';
import type { GridColumn } from '../../../ui/live-grid/grid-column.ts';
import type { Print, TickDirection } from './prints.ts';
import type { DepthLevel } from './rules.ts';

/** The keys on a level of the depth. */
export const depthKeys = keyTable('Depth', {
  buy: { press: ['b'], label: 'Buy all lots offered up to this level' },
  sell: { press: ['s'], label: 'Sell to all bids down to this level' },
});

export function depthColumns(
  contract: { readonly contract: string; readonly instrument: string },
  /** The user's orders on the line of this index. */
  ownAt: (side: Side, index: number) => readonly Pick<ActiveOrderRow, 'remaining'>[],
  renderCancel: (side: Side, level: DepthLevel) => ReactNode = () => null,
): readonly GridColumn<DepthLevel>[] {
  /** The columns of a side from its outer edge to the middle. */
  const ofSide = (side: Side): readonly GridColumn<DepthLevel>[] => {
    const isBid = side === 'B';
    const priceOf = (level: DepthLevel) => (isBid ? level.bidPrice : level.sellPrice);
    const qtyOf = (level: DepthLevel) => (isBid ? level.bidQty : level.offerQty);
    const ownLots = ({ index }: DepthLevel) =>
      ownAt(side, index).reduce((sum, { remaining }) => sum + remaining, 0);
    return [
      {
        id: isBid ? 'ownBid' : 'ownOffer',
        title: '',
        fullTitle: `Cancel own ${isBid ? 'bid' : 'offer'}`,
        // In a narrow panel the button covers the member's code while the pointer is on the line.
        width: 0,
        roomyWidth: 20,
        align: 'center',
        rank: 0,
        text: () => '',
        render: (level) => renderCancel(side, level),
      },
      {
        id: isBid ? 'buyer' : 'seller',
        title: isBid ? 'Buyer' : 'Seller',
        fullTitle: `${isBid ? 'Buyer' : 'Seller'}, or the number of orders in brackets`,
        width: 44,
        align: 'left',
        rank: 1,
        text: (level) => (isBid ? level.buyer : level.seller) ?? '',
        tone: () => 'second',
      },
      {
        id: isBid ? 'bidQty' : 'offerQty',
        title: 'Qty',
        fullTitle: `${isBid ? 'Bid' : 'Offer'} quantity`,
        width: 32,
        grows: true,
        align: 'right',
        rank: 0,
        text: (level) => (qtyOf(level) === 0 ? '' : formatLots(qtyOf(level))),
        isHeavy: ({ index }) => ownAt(side, index).length > 0,
        share: (level) => (isBid ? level.bidShare : level.offerShare),
        shareFrom: isBid ? 'right' : 'left',
        sharesSide: true,
        flash: (now, before) =>
          priceOf(now) !== priceOf(before) || qtyOf(now) === qtyOf(before)
            ? undefined
            : qtyOf(now) > qtyOf(before)
              ? 'up'
              : 'down',
      },
      {
        id: isBid ? 'bid' : 'offer',
        title: isBid ? 'Bid' : 'Offer',
        width: 63,
        roomyWidth: 76,
        align: 'right',
        weight: 'strong',
        rank: 0,
        rule: !isBid,
        text: (level) => {
          const price = priceOf(level);
          return price === null ? '' : formatPrice(price, priceDecimals(contract));
        },
        tone: () => (isBid ? 'buy' : 'sell'),
        mark: (level) => {
          const lots = ownLots(level);
          return lots === 0 ? undefined : { shape: 'filled', label: `own ${lots}` };
        },
      },
    ];
  };
  return [...ofSide('B'), ...ofSide('S').toReversed()];
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

const signs: Readonly<Record<TickDirection, string>> = { up: '+', down: '\u2212', same: '=' };
const names: Readonly<Record<TickDirection, string>> = { up: 'up', down: 'down', same: 'unchanged' };
const tones = { up: 'up', down: 'down', same: 'second' } as const;

/**
 * The columns of time and sales: time, direction since the deal before, price, lots. Members are never named here, even when the market
 * discloses them.
 */
export function printColumns(priced: Priced): readonly GridColumn<Print>[] {
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
      text: ({ price }) => formatPrice(price, priceDecimals(priced)),
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
