// A book as text for scenarios, test failures and the operator: one line per price, with lots and orders of both sides.
import { amountText, type Price } from '../kernel/units.ts';
import type { OrderBook, RestingOrder } from '../order-book/order-book.ts';

/** Lines `bid lots (orders)  price | price  lots (orders) offer`, best prices first; `(empty)` for an empty book. */
export function printBook(book: OrderBook, tick: Price): string {
  const bids = levels(book.resting('B'));
  const offers = levels(book.resting('S'));
  if (bids.length === 0 && offers.length === 0) return '(empty)';
  const price = (level: Level | undefined) => (level ? amountText(level.tick * tick) : '');
  const size = (level: Level | undefined) => (level ? `${level.lots} (${level.orders.join(' ')})` : '');
  const lines: string[] = [];
  for (let row = 0; row < Math.max(bids.length, offers.length); row += 1) {
    const [bid, offer] = [bids[row], offers[row]];
    lines.push(
      `${size(bid).padStart(20)} ${price(bid).padStart(10)} | ${price(offer).padEnd(10)} ${size(offer)}`.trimEnd(),
    );
  }
  return lines.join('\n');
}

interface Level {
  readonly tick: number;
  lots: number;
  readonly orders: number[];
}

function levels(resting: Iterable<RestingOrder>): Level[] {
  const levels: Level[] = [];
  for (const { order, tick, lots } of resting) {
    const last = levels.at(-1);
    if (last?.tick === tick) {
      last.lots += lots;
      last.orders.push(order);
    } else levels.push({ tick, lots, orders: [order] });
  }
  return levels;
}
