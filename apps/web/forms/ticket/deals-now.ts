// What an order would deal with if it reached the market now (market.md, Matching): the opposite orders within its price, best
// first, each at its own price. Exact while the book does not change and all of its levels are known.
import {
  type DeltaTerms,
  type DepthRow,
  type MarketRow,
  maxDepthRows,
  type OrderTypeCode,
  orderTypes,
  type Side,
} from '@openpit/wire';
import { toCents } from '../../ui/format.ts';

/** Lots that rest at a price: rand per ton, percent per year for a delta. */
export interface RestingLots {
  readonly price: number;
  readonly qty: number;
  /** Of an order on a delta. */
  readonly terms?: DeltaTerms;
}

/** The orders that an order of one side can deal with. */
export interface OppositeBook {
  /** Best first, oldest first at one price. */
  readonly orders: readonly RestingLots[];
  /** False where more orders may rest behind the last one. */
  readonly isWhole: boolean;
}

export interface WantedOrder {
  readonly side: Side;
  readonly qty: number;
  readonly price: number;
  readonly type: OrderTypeCode;
}

export interface DealsNow {
  /** One for each resting order that it deals with. */
  readonly fills: readonly RestingLots[];
  readonly dealt: number;
  /** Lots that do not deal now. */
  readonly left: number;
  readonly isLeftKilled: boolean;
  /** Lots within the price that are known; less than `dealt + left` for a fill-or-kill order that deals nothing. */
  readonly available: number;
  /** True when more may deal, because the orders behind the last known one may be within the price, too. */
  readonly mayDealMore: boolean;
}

/** The opposite orders of the depth; the best price of the market row as long as the depth is not loaded. */
export function oppositeBook(
  side: Side,
  row: Pick<MarketRow, 'bid' | 'bidQty' | 'offer' | 'offerQty'>,
  depth: readonly DepthRow[] | null,
): OppositeBook {
  const isBuy = side === 'B';
  if (depth === null) {
    const price = isBuy ? row.offer : row.bid;
    const qty = isBuy ? row.offerQty : row.bidQty;
    return price === null ? { orders: [], isWhole: true } : { orders: [{ price, qty }], isWhole: false };
  }
  const orders = depth.flatMap((line): RestingLots[] => {
    const price = isBuy ? line.sellPrice : line.bidPrice;
    const qty = isBuy ? line.offerQty : line.bidQty;
    const terms = isBuy ? line.offerTerms : line.bidTerms;
    return price === null || qty === 0 ? [] : [{ price, qty, ...(terms !== undefined && { terms }) }];
  });
  return { orders, isWhole: orders.length < maxDepthRows };
}

export function dealsNow(
  { side, qty, price, type }: WantedOrder,
  { orders, isWhole }: OppositeBook,
): DealsNow {
  const reaches = (order: RestingLots) => (side === 'B' ? order.price <= price : order.price >= price);
  const fills: RestingLots[] = [];
  let left = qty;
  let reached = 0;
  for (const order of orders) {
    if (left === 0 || !reaches(order)) break;
    const lots = Math.min(left, order.qty);
    fills.push({ ...order, qty: lots });
    left -= lots;
    reached += 1;
  }
  const available = qty - left;
  const mayDealMore = left > 0 && !isWhole && reached === orders.length;
  const isLeftKilled = type !== orderTypes.Normal;
  if (type === orderTypes.Fok && left > 0)
    return { fills: [], dealt: 0, left: qty, isLeftKilled, available, mayDealMore };
  return { fills, dealt: available, left, isLeftKilled, available, mayDealMore };
}

export interface DealtPrices {
  readonly best: number;
  readonly worst: number;
  /** To four decimals, as the market computes it. */
  readonly average: number;
}

/** Null when nothing deals. */
export function pricesOf(
  fills: readonly { readonly price: number; readonly qty: number }[],
): DealtPrices | null {
  const [first, last] = [fills[0], fills.at(-1)];
  if (first === undefined || last === undefined) return null;
  // In whole hundredths, so that the sum is exact.
  const value = fills.reduce((sum, fill) => sum + toCents(fill.price) * fill.qty, 0);
  const lots = fills.reduce((sum, { qty }) => sum + qty, 0);
  return { best: first.price, worst: last.price, average: Math.round((value * 100) / lots) / 10_000 };
}
