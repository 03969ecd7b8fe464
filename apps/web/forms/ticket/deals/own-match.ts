// Self-matches: an order that would match an order of the same member and principal is rejected as a whole (market/orders.md, Self-match). The
// depth names members, not orders: a line is the user's when ownOrdersAtLevels finds it.
import { type ActiveOrderRow, type DepthRow, orderTypes, otherSide } from '@openpit/wire';
import { ownOrdersAtLevels } from '../../../market/own-lots.ts';
import { formatPrice } from '../../../ui/format.ts';
import { type CandidateOrder, dealsNow, oppositeBook } from './deals-now.ts';
import type { OrderEntryState } from './deals-now-text.ts';

export interface OwnMatch {
  readonly order: ActiveOrderRow;
  /** False if the order may fill before it reaches the user's own order. */
  readonly isCertain: boolean;
}

interface OwnBook {
  /** The working and suspended orders that the user sees. */
  readonly orders: readonly ActiveOrderRow[];
  readonly member: string;
  /** The account of the new order. */
  readonly principal: string;
}

/** The first of the user's own orders in the way, or null. `depth` is null until it is loaded. */
export function ownMatch(
  { contract, candidate }: { readonly contract: string; readonly candidate: CandidateOrder },
  { orders, member, principal }: OwnBook,
  depth: readonly DepthRow[] | null,
  entry: OrderEntryState,
): OwnMatch | null {
  if (entry === 'closed') return null;
  const side = otherSide(candidate.side);
  const isBetter = (price: number, than: number) => (candidate.side === 'B' ? price < than : price > than);
  const [first] = orders
    .filter(
      (order) =>
        order.contract === contract &&
        order.side === side &&
        order.principal === principal &&
        order.state !== 'Suspended' &&
        !isBetter(candidate.price, order.price),
    )
    .sort((a, b) => (a.price === b.price ? a.time - b.time : isBetter(a.price, b.price) ? -1 : 1));
  if (first === undefined) return null;
  // Before an auction it is unknown which orders will match, so every possible match counts.
  if (entry === 'auction') return { order: first, isCertain: true };
  if (depth === null) return { order: first, isCertain: false };
  const opposite = oppositeBook(candidate.side, noBest, depth);
  const book = opposite.orders;
  const better = book.filter(({ price }) => isBetter(price, first.price)).length;
  const lotsIn = (lines: number) => book.slice(0, lines).reduce((sum, { qty }) => sum + qty, 0);
  if (lotsIn(better) >= candidate.qty) return null;
  // A fill-or-kill order that does not fill matches nothing.
  const { left, mayDealMore } = dealsNow(candidate, opposite);
  if (orderTypes[candidate.type].needsAll && left > 0)
    return mayDealMore ? { order: first, isCertain: false } : null;
  const place = placeAtPrice(first, { orders, member, depth, better });
  if (place === null) return { order: first, isCertain: false };
  return lotsIn(better + place) < candidate.qty ? { order: first, isCertain: true } : null;
}

const noBest = { bid: null, bidQty: 0, offer: null, offerQty: 0 };

/** The number of orders ahead at the same price, or null if unknown. Line n of the depth is the n-th order of a side. */
function placeAtPrice(
  order: ActiveOrderRow,
  {
    orders,
    member,
    depth,
    better,
  }: Pick<OwnBook, 'orders' | 'member'> & { readonly depth: readonly DepthRow[]; readonly better: number },
): number | null {
  const ofContract = orders.filter(({ contract }) => contract === order.contract);
  const levels = depth.map((line, index) => ({ ...line, index }));
  const lines = ownOrdersAtLevels(levels, order.side, { orders: ofContract, member, view: 'order' });
  const [line] = [...lines].find(([, ordersAtLine]) => ordersAtLine.includes(order)) ?? [];
  if (line !== undefined) return line - better;
  // A market that does not disclose members never names the user's own member in the depth.
  return order.queuePosition == null ? null : order.queuePosition - 1;
}

/** How the market would react, and what the user can do. */
export function ownMatchSentence(
  { order, isCertain }: OwnMatch,
  { dealer, decimals }: { readonly dealer: string; readonly decimals: number },
): string {
  const whose =
    order.dealer === dealer ? 'your own order' : `order ${order.activeOrderSeq} of ${order.dealer}`;
  const which = order.dealer === dealer ? ` ${order.activeOrderSeq}` : '';
  const terms = `${order.side === 'B' ? 'buys' : 'sells'} ${order.remaining} at ${formatPrice(order.price, decimals)}`;
  const outcome = isCertain ? 'The market will reject it' : 'The market rejects it if it reaches that order';
  return `It would match ${whose}${which}, which ${terms} for ${order.principal}. ${outcome}: cancel that order first, or change the price.`;
}
