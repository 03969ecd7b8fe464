// What a ladder shows at a price: the quantities of the book, and own orders with their place in the queue.
import type { ActiveOrderRow, DepthRow, Side } from '@openpit/wire';
import { formatLots } from '../../../ui/format.ts';
import { ticksOf } from './price-axis.ts';

/** Lots by price, in ticks. */
export interface LadderQuantities {
  readonly bids: ReadonlyMap<number, number>;
  readonly offers: ReadonlyMap<number, number>;
  /** The most lots at one price of one side; 0 for an empty book. */
  readonly largest: number;
}

export function quantitiesOf(rows: readonly DepthRow[], tick: number): LadderQuantities {
  const bids = new Map<number, number>();
  const offers = new Map<number, number>();
  const add = (side: Map<number, number>, price: number | null, qty: number) => {
    if (price === null || qty === 0) return;
    const ticks = ticksOf(price, tick);
    side.set(ticks, (side.get(ticks) ?? 0) + qty);
  };
  for (const { bidPrice, bidQty, sellPrice, offerQty } of rows) {
    add(bids, bidPrice, bidQty);
    add(offers, sellPrice, offerQty);
  }
  return { bids, offers, largest: Math.max(0, ...bids.values(), ...offers.values()) };
}

export type OrdersByPrice = ReadonlyMap<number, readonly ActiveOrderRow[]>;

/** The own orders that are in the market, by price in ticks, the first in the queue first. Suspended ones are left out. */
export function ownOrdersAt(
  orders: readonly ActiveOrderRow[],
  contract: string,
  tick: number,
): Readonly<Record<Side, OrdersByPrice>> {
  const sides = { B: new Map<number, ActiveOrderRow[]>(), S: new Map<number, ActiveOrderRow[]>() };
  const inMarket = orders.filter((order) => order.contract === contract && order.state !== 'Suspended');
  for (const order of inMarket.sort((a, b) => a.time - b.time || a.activeOrderSeq - b.activeOrderSeq)) {
    const ticks = ticksOf(order.price, tick);
    const there = sides[order.side].get(ticks);
    if (there === undefined) sides[order.side].set(ticks, [order]);
    else there.push(order);
  }
  return sides;
}

/** "#2", the place among the orders at its price; empty while it is not known. */
export const placeText = ({ queuePosition }: ActiveOrderRow): string =>
  queuePosition === null || queuePosition === undefined ? '' : `#${queuePosition}`;

/** "Own order 41: 10 lots, place 2 at its price, 14 lots deal before it". */
export function orderWords({ activeOrderSeq, remaining, queuePosition, lotsAhead }: ActiveOrderRow): string {
  const lots = `Own order ${activeOrderSeq}: ${formatLots(remaining)} ${remaining === 1 ? 'lot' : 'lots'}`;
  if (queuePosition === null || queuePosition === undefined) return lots;
  const place = `${lots}, place ${queuePosition} at its price`;
  return lotsAhead === null || lotsAhead === undefined
    ? place
    : `${place}, ${formatLots(lotsAhead)} ${lotsAhead === 1 ? 'lot deals' : 'lots deal'} before it`;
}

export type ChipLook = 'place' | 'lots' | 'sum';

/**
 * How the own orders at one price fit beside the quantity: each with its place, each with its lots only, or one sum for all.
 * `width` is in pixels.
 */
export function chipLook(orders: readonly ActiveOrderRow[], width: number): ChipLook {
  const needs = (isWithPlace: boolean) =>
    orders
      .map((order) => formatLots(order.remaining) + (isWithPlace ? ` ${placeText(order)}` : ''))
      .reduce((sum, text) => sum + text.length * characterPx + aroundPx, 0);
  if (needs(true) <= width) return 'place';
  return needs(false) <= width ? 'lots' : 'sum';
}

const characterPx = 6.5;
/** The ✕ and the borders of a chip. */
const aroundPx = 26;
