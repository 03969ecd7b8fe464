// Runs the same stream through nodejs-order-book, a well-known order book on npm: limit orders and cancels through its public
// methods, with deals and volume counted from its answers.
import { type IProcessOrder, OrderBook, Side } from 'nodejs-order-book';
import type { StreamResult } from './drive-books.ts';
import { recordFields } from './stream-file.ts';

/** Runs a stream through the peer, whose answers lack maker and price of each match, so there is no hash. */
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

/** Lots of the order that have dealt. */
function dealtBy(
  { done, partial, quantityLeft, err }: IProcessOrder,
  { id, size }: { readonly id: string; readonly size: number },
): number {
  if (err !== null) throw err;
  if (partial?.id === id) return size - partial.size;
  if (done.some((order) => order.id === id)) return size;
  return size - quantityLeft;
}
