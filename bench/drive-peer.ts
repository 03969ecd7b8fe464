// The same command stream through nodejs-order-book, the best-known order book of the registry: limit orders and cancels as
// its own callers send them, with what it answers counted.
import { type IProcessOrder, OrderBook, Side } from 'nodejs-order-book';
import type { StreamResult } from './drive-books.ts';
import { recordFields } from './stream-file.ts';

/** It does not say each match's maker and price, so deals and volume are counted and there is no hash. */
export function drivePeer(stream: Int32Array): Omit<StreamResult, 'hash'> {
  const books: OrderBook[] = [];
  let trades = 0;
  let volume = 0;
  for (let at = 0; at < stream.length; at += recordFields) {
    const bookIndex = stream[at + 1] ?? 0;
    books[bookIndex] ??= new OrderBook();
    const book = books[bookIndex];
    const id = String(stream[at + 2]);
    if (stream[at] === 1) {
      book.cancel(id);
      continue;
    }
    const size = stream[at + 5] ?? 0;
    const answer = book.limit({
      id,
      side: stream[at + 3] === 0 ? Side.BUY : Side.SELL,
      size,
      price: stream[at + 4] ?? 0,
    });
    trades += dealsOf(answer, id);
    volume += dealtBy(answer, { id, size });
  }
  return { trades, volume };
}

function dealsOf({ done, partial }: IProcessOrder, taker: string): number {
  let deals = partial !== null && partial.id !== taker ? 1 : 0;
  for (const order of done) if (order.id !== taker) deals += 1;
  return deals;
}

/** All of the order when it is done, what is left of it when it rests. */
function dealtBy(
  { done, partial, quantityLeft, err }: IProcessOrder,
  { id, size }: { readonly id: string; readonly size: number },
): number {
  if (err !== null) throw err;
  if (partial?.id === id) return size - partial.size;
  if (done.some((order) => order.id === id)) return size;
  return size - quantityLeft;
}
