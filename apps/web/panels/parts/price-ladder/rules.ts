// The contents and actions of a price ladder: its fixed axis with one row per tick, the quantities and the user's orders at each price, the
// position in the contract, and the commands of clicks, keys and drags. Prices are counted in ticks, so that no price is a sum of
// floating-point numbers.
import {
  type ActiveOrderRow,
  type DepthRow,
  type MarketRow,
  type PositionRow,
  type Side,
  toCents,
  toRand,
} from '@openpit/wire';
import Big from 'big.js';
import { type ActionContext, reasonAgainst, runOnEach, runRowAction } from '../../../actions/action.ts';
import { cancelAllActiveOrders, runAllOrders } from '../../../actions/all-orders.ts';
import type { Anchor, NewOrderRequest } from '../../../actions/dialogs.ts';
import { deleteActiveOrder, openEditForm } from '../../../actions/order-actions.ts';
import { type closeOut, closingOrder, reversePosition } from '../../../actions/order-entry.ts';
import { lotsText } from '../../../market/market-text.ts';
import { showReason } from '../../../notices/toasts.ts';
import { formatLots } from '../../../ui/format.ts';
import { openInsertForm } from '../market/contract-menu.tsx';
import { ownOrdersIn } from '../own/orders.ts';
import { openProfitOf } from '../own/positions.ts';
import type { Arming } from './arming.ts';

/** In ticks: the lowest and the highest price. */
export interface PriceAxis {
  readonly low: number;
  readonly high: number;
}

interface AxisMarket {
  /** The day's limits, rand per ton; null if there is none. */
  readonly limitLow: number | null;
  readonly limitHigh: number | null;
  /** Prices that the axis must contain: of orders, the last deal, the MTM. */
  readonly prices: readonly number[];
}

/** Without limits: how far the axis extends beyond known prices, and how near to its end a price makes it longer. */
export const roomTicks = 250;
const nearEndTicks = 100;

/** The price in ticks, rounded to the nearest. */
export const ticksOf = (price: number, tick: number): number => Math.round(price / tick);

export const priceOfTicks = (ticks: number, tick: number): number => new Big(tick).times(ticks).toNumber();

/**
 * Returns every tick between the limits or, without limits, the ticks around the known prices,
 * which only grow in number. Returns null while no price is known, and `before` while it still
 * fits, so that the rows stay in place.
 */
export function axisFor(
  { limitLow, limitHigh, prices }: AxisMarket,
  { tick, mayBeNegative }: { readonly tick: number; readonly mayBeNegative: boolean },
  before: PriceAxis | null,
): PriceAxis | null {
  const knownTicks = prices.map((price) => ticksOf(price, tick));
  if (limitLow !== null && limitHigh !== null) {
    const low = new Big(limitLow).div(tick).round(0, Big.roundUp).toNumber();
    const high = new Big(limitHigh).div(tick).round(0, Big.roundDown).toNumber();
    return sameOr(before, { low: Math.min(low, ...knownTicks), high: Math.max(high, ...knownTicks) });
  }
  if (knownTicks.length === 0) return before;
  const [lowest, highest] = [Math.min(...knownTicks), Math.max(...knownTicks)];
  const min = mayBeNegative ? Number.NEGATIVE_INFINITY : 1;
  const fits =
    before !== null &&
    before.low <= Math.max(min, lowest - nearEndTicks) &&
    before.high >= highest + nearEndTicks;
  if (fits) return before;
  const range = { low: Math.max(min, lowest - roomTicks), high: highest + roomTicks };
  if (before === null) return range;
  return { low: Math.min(before.low, range.low), high: Math.max(before.high, range.high) };
}

function sameOr(before: PriceAxis | null, now: PriceAxis): PriceAxis {
  return before !== null && before.low === now.low && before.high === now.high ? before : now;
}

export const rowsOf = ({ low, high }: PriceAxis): number => high - low + 1;

/** The highest price of an axis, in ticks, and the height of its rows in pixels. */
export interface AxisScale {
  readonly high: number;
  readonly rowHeight: number;
}

/** The scroll position, in pixels, that keeps the same prices in view when the axis or the height of its rows has changed. */
export function keptScroll(scrollTop: number, was: AxisScale, now: AxisScale): number {
  return (now.high - was.high) * now.rowHeight + (scrollTop * now.rowHeight) / was.rowHeight;
}

/**
 * The level of the market, in ticks: between bid and offer, otherwise whichever of them exists, otherwise the last price or the
 * MTM.
 */
export function middleOf(
  { bid, offer, last, mtm }: Pick<MarketRow, 'bid' | 'offer' | 'last' | 'mtm'>,
  tick: number,
): number | null {
  if (bid !== null && offer !== null) return Math.round((bid + offer) / 2 / tick);
  const price = bid ?? offer ?? last ?? mtm;
  return price === null ? null : ticksOf(price, tick);
}

interface PriceMark {
  /** A few characters next to the price. */
  readonly text: string;
  readonly words: string;
}

/** The marks of a price, the most important first. */
export function marksAt(
  ticks: number,
  row: Pick<MarketRow, 'limitLow' | 'limitHigh' | 'last' | 'high' | 'low'>,
  tick: number,
): readonly PriceMark[] {
  const isAt = (price: number | null) => price !== null && ticksOf(price, tick) === ticks;
  return [
    ...(isAt(row.limitHigh) ? [{ text: 'max', words: 'upper limit' }] : []),
    ...(isAt(row.limitLow) ? [{ text: 'min', words: 'lower limit' }] : []),
    ...(isAt(row.last) ? [{ text: '▸', words: 'last price' }] : []),
    ...(isAt(row.high) ? [{ text: 'H', words: 'high of the day' }] : []),
    ...(isAt(row.low) ? [{ text: 'L', words: 'low of the day' }] : []),
  ];
}

/** Lots by price, in ticks. */
export interface LadderQuantities {
  readonly bids: ReadonlyMap<number, number>;
  readonly offers: ReadonlyMap<number, number>;
  /** The largest number of lots at one price of one side; 0 for an empty book. */
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

type OrdersByPrice = ReadonlyMap<number, readonly ActiveOrderRow[]>;

/** The user's orders that are in the market, by price in ticks, the first in the queue first. Suspended ones are omitted. */
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
export function ladderOrderText({
  activeOrderSeq,
  remaining,
  queuePosition,
  lotsAhead,
}: ActiveOrderRow): string {
  const lots = `Own order ${activeOrderSeq}: ${lotsText(remaining)}`;
  if (queuePosition === null || queuePosition === undefined) return lots;
  const place = `${lots}, place ${queuePosition} at its price`;
  return lotsAhead === null || lotsAhead === undefined
    ? place
    : `${place}, ${formatLots(lotsAhead)} ${lotsAhead === 1 ? 'lot deals' : 'lots deal'} before it`;
}

type ChipLook = 'place' | 'lots' | 'bare' | 'sum' | 'shortSum';

/**
 * The look of the user's orders at one price, next to the quantity: each with its place and a ✕, each with its lots and a ✕, one order
 * without a ✕, or one sum for all, with or without their number. A ✕ that is cut off would be a click on the price. Widths are in pixels.
 */
export function chipLook(
  orders: readonly ActiveOrderRow[],
  width: number,
  /** The width of a ✕, which is larger for fingers. */
  crossPx: number,
): ChipLook {
  const needs = (isWithPlace: boolean) =>
    orders.reduce((sum, order) => {
      const place = isWithPlace ? placeText(order) : '';
      const placePx = place === '' ? 0 : textPx(place) + chipGapPx;
      return sum + textPx(formatLots(order.remaining)) + placePx + chipEdgesPx + crossPx + 2 * chipGapPx;
    }, 0);
  if (needs(true) <= width) return 'place';
  if (needs(false) <= width) return 'lots';
  if (orders.length === 1) return 'bare';
  return textPx(chipSumText(orders, 'sum')) + 2 * chipEdgesPx <= width ? 'sum' : 'shortSum';
}

/** "20 in 2 orders", or "20…" if it does not fit. */
export function chipSumText(orders: readonly ActiveOrderRow[], look: 'sum' | 'shortSum'): string {
  const lots = formatLots(orders.reduce((sum, { remaining }) => sum + remaining, 0));
  return look === 'sum' ? `${lots} in ${orders.length} orders` : `${lots}…`;
}

const textPx = (text: string) => text.length * 7;
/** The border and the padding before the text. */
const chipEdgesPx = 6;
const chipGapPx = 3;

/** The position in the contract, over all accounts that the user sees. */
export interface OwnPosition {
  /** Signed lots; short is negative. */
  readonly net: number;
  /** Average price of the net lots; null if flat, and while accounts are on both sides. */
  readonly average: number | null;
  /** Open profit in rand at the last price, or the MTM; null without a price. */
  readonly open: number | null;
  /** Rand, of lots that were closed today. */
  readonly realised: number;
  /** The positions that are not flat. */
  readonly accounts: readonly PositionRow[];
}

export function ownPositionIn(
  positions: readonly PositionRow[],
  market: Pick<MarketRow, 'contract' | 'last' | 'mtm'>,
): OwnPosition {
  const all = positions.filter(({ contract }) => contract === market.contract);
  const accounts = all.filter(({ net }) => net !== 0);
  const sum = (fieldOf: (position: PositionRow) => number) =>
    all.reduce((total, positionRow) => total + fieldOf(positionRow), 0);
  const net = sum((positionRow) => positionRow.net);
  const isOneSided = new Set(accounts.map((account) => Math.sign(account.net))).size === 1;
  const profits = accounts.map((position) => openProfitOf(position, market));
  return {
    net,
    average: isOneSided ? sum((positionRow) => positionRow.cost) / net : null,
    open: profits.includes(null)
      ? null
      : toRand(profits.reduce<number>((total, profit) => total + toCents(profit ?? 0), 0)),
    realised: toRand(sum((positionRow) => toCents(positionRow.realised))),
    accounts,
  };
}

/** The price at which an order of one side deals now, and the user's orders that prevent it. */
interface WayOut {
  /** The best price of others. */
  readonly price: number;
  /** The user's orders that it would match before it is filled: the market would reject it (market/orders.md, Self-match). */
  readonly inTheWay: readonly ActiveOrderRow[];
}

/** `null` if only the user's own orders are on the other side, or none. */
function wayOut(
  { side, qty, principal }: { readonly side: Side; readonly qty: number; readonly principal: string },
  { row, tick, quantities }: Pick<LadderOrdersOptions, 'row' | 'tick' | 'quantities'>,
): WayOut | null {
  const isBuy = side === 'B';
  const myOrders = ownOrdersIn(row.contract)
    .orders.filter(
      (order) => order.side !== side && order.principal === principal && order.state !== 'Suspended',
    )
    .sort((a, b) => (a.lotsAhead ?? 0) - (b.lotsAhead ?? 0));
  const ownLots = (ticks: number) =>
    myOrders.reduce((sum, { price, remaining }) => sum + (ticksOf(price, tick) === ticks ? remaining : 0), 0);
  const entries = [...(isBuy ? quantities.offers : quantities.bids)].flatMap(([ticks, lots]) =>
    lots > ownLots(ticks) ? [ticks] : [],
  );
  const quoted = isBuy ? row.offer : row.bid;
  if (entries.length === 0)
    return quoted === null || myOrders.length > 0 ? null : { price: quoted, inTheWay: [] };
  const best = isBuy ? Math.min(...entries) : Math.max(...entries);
  let cancelled = 0;
  const inTheWay = myOrders.filter(({ price, lotsAhead, remaining }) => {
    const ticks = ticksOf(price, tick);
    const isReached = (isBuy ? ticks <= best : ticks >= best) && (lotsAhead ?? 0) - cancelled < qty;
    if (isReached) cancelled += remaining;
    return isReached;
  });
  return { price: priceOfTicks(best, tick), inTheWay };
}

interface LadderOrdersOptions {
  /** The current row of the contract. */
  readonly row: MarketRow;
  readonly tick: number;
  readonly quantities: LadderQuantities;
  readonly arming: Arming;
  /** The lots of one click; null while they cannot be read. */
  readonly lots: number | null;
  readonly lotsError: string | null;
  readonly context: ActionContext;
  /** The place where a form opens: for this price, or null for the contract. */
  readonly anchorOf: (ticks: number | null) => Anchor;
}

/** The ways to change the market from a ladder. Prices are in ticks. */
export interface LadderOrders {
  /** The initial values of the ticket of a price. */
  requestAt(side: Side, ticks: number): NewOrderRequest;
  deal(side: Side, ticks: number): void;
  amend(order: ActiveOrderRow, ticks: number): void;
  /** The reason why the order cannot be amended to this price, as a sentence; null if it can. */
  againstAmend(order: ActiveOrderRow, ticks: number): string | null;
  remove(order: ActiveOrderRow): void;
  /** Closes a position out, or reverses it. Armed, it first cancels the orders that the market would let it match. */
  close(action: typeof closeOut | typeof reversePosition, position: PositionRow): Promise<void>;
  /** Cancels these orders of the contract. */
  cancel(orders: readonly ActiveOrderRow[]): void;
  /** Cancels all of the user's orders in the contract, suspended ones included. */
  cancelAll(): void;
}

/** The effects of gestures on a ladder. On an armed ladder they send immediately; otherwise they open the ticket, or ask. */
export function ladderOrders(options: LadderOrdersOptions): LadderOrders {
  const { row, tick, arming, lots, lotsError, context, anchorOf } = options;
  const { contract } = row;
  /** True if this gesture sends; a gesture that sends is also a use of the ladder. */
  const sends = () => {
    arming.used();
    return arming.isArmed();
  };
  const requestAt = (side: Side, ticks: number): NewOrderRequest => ({
    kind: 'order',
    contract,
    side,
    price: priceOfTicks(ticks, tick),
    qty: lots,
    type: 'Normal',
    anchor: anchorOf(ticks),
  });
  const targetOf = (order: ActiveOrderRow, ticks: number) => ({
    order,
    anchor: anchorOf(ticks),
    price: priceOfTicks(ticks, tick),
  });
  const cancelNow = (orders: readonly ActiveOrderRow[], asks: boolean) =>
    runOnEach(
      deleteActiveOrder,
      orders.map((order) => ({ order })),
      context,
      { asks },
    );
  const closeBy = async (
    { price, inTheWay }: WayOut,
    order: Pick<NewOrderRequest, 'side' | 'account'> & { readonly qty: number },
  ) => {
    if (inTheWay.length > 0 && !(await cancelNow(inTheWay, false))) return;
    await context.workspace.sendOneClickOrder({ kind: 'order', contract, price, ...order });
  };
  return {
    requestAt,
    deal(side, ticks) {
      const price = priceOfTicks(ticks, tick);
      if (!sends()) openInsertForm(requestAt(side, ticks), context);
      else if (lots === null) showReason(`The order was not sent. ${lotsError ?? ''}`);
      else void context.workspace.sendOneClickOrder({ kind: 'order', contract, side, price, qty: lots });
    },
    amend(order, ticks) {
      const target = targetOf(order, ticks);
      const isSent = sends();
      if (showReason(reasonAgainst(openEditForm, target, context))) return;
      if (isSent) void context.workspace.sendOneClickOrder({ kind: 'amend', order, price: target.price });
      else openEditForm.perform(target, context);
    },
    againstAmend: (order, ticks) => reasonAgainst(openEditForm, targetOf(order, ticks), context),
    remove: (order) => void runRowAction(deleteActiveOrder, { order }, context, { asks: !sends() }),
    async close(action, position) {
      const target = { position, market: row, anchor: anchorOf(null) };
      const { side, qty, account } = closingOrder(target, action === reversePosition ? 2 : 1);
      // Without a quote of others on the other side nothing would deal: the ticket asks for a price.
      const way = qty === null ? null : wayOut({ side, qty, principal: position.principal }, options);
      const isSent = sends();
      if (showReason(reasonAgainst(action, target, context))) return;
      if (!isSent || way === null || qty === null) action.perform(target, context);
      else await closeBy(way, { side, qty, account });
    },
    cancel: (orders) => void cancelNow(orders, !sends()),
    cancelAll: () => void runAllOrders(cancelAllActiveOrders, ownOrdersIn(contract), context, !sends()),
  };
}

export interface DragFacts {
  readonly order: Pick<ActiveOrderRow, 'side' | 'price' | 'remaining'>;
  /** The price at which it would be released, in ticks and as text. */
  readonly ticks: number;
  readonly priceText: string;
  readonly tick: number;
  readonly isArmed: boolean;
  /** The reason why the order cannot be amended; null if it can. */
  readonly against: string | null;
  readonly quantities: LadderQuantities;
}

/** The effect of releasing a dragged order at a price, as text next to that price. */
export function dragText(facts: DragFacts): string {
  const { order, ticks, priceText, tick, isArmed, against } = facts;
  if (ticks === ticksOf(order.price, tick)) return 'Release: nothing changes.';
  if (against !== null) return `Release: nothing changes. ${against}`;
  const lots = lotsText(order.remaining);
  const amends = isArmed ? 'Release: amends' : 'Release: opens the form that amends';
  return `${amends} ${lots} to ${priceText}${effect(facts)}.`;
}

/** The lots that deal or wait there: those that the other side offers up to this price, or those that are first in the queue. */
function effect({ order, ticks, quantities: { bids, offers } }: DragFacts): string {
  const isBid = order.side === 'B';
  const opposite = [...(isBid ? offers : bids)].filter(([price]) =>
    isBid ? price <= ticks : price >= ticks,
  );
  const crossed = opposite.reduce((sum, [, qty]) => sum + qty, 0);
  if (crossed > 0) return `; ${formatLots(Math.min(crossed, order.remaining))} can deal now`;
  const ahead = (isBid ? bids : offers).get(ticks) ?? 0;
  return ahead === 0 ? '' : `, behind ${formatLots(ahead)}`;
}
