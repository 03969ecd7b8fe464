// Which own orders are on which line of the depth. The depth names members and not orders, so a line of one
// order is matched by member, price, queue position and quantity; a line of one price has all own orders at
// that price.
import type { ActiveOrderRow, DepthRow, Side } from '@openpit/wire';
import type { DepthView } from './depth-levels.ts';

export type OrdersByLine = ReadonlyMap<number, readonly ActiveOrderRow[]>;

interface Line {
  readonly index: number;
  readonly price: number;
  readonly qty: number;
  readonly member: string | null;
}

/** The working orders of one side by the index of their line. */
export function ownOrdersAtLevels(
  levels: readonly (DepthRow & { readonly index: number })[],
  side: Side,
  {
    orders,
    member,
    view,
  }: { readonly orders: readonly ActiveOrderRow[]; readonly member: string; readonly view: DepthView },
): OrdersByLine {
  const lines = levels.flatMap((level): Line[] => {
    const price = side === 'B' ? level.bidPrice : level.sellPrice;
    if (price === null) return [];
    const qty = side === 'B' ? level.bidQty : level.offerQty;
    return [{ index: level.index, price, qty, member: side === 'B' ? level.buyer : level.seller }];
  });
  const found = new Map<number, readonly ActiveOrderRow[]>();
  for (const [price, queue] of queuesOf(orders, side)) {
    const atPrice = lines.filter((line) => line.price === price);
    if (view === 'price') {
      const [line] = atPrice;
      if (line !== undefined) found.set(line.index, queue);
      continue;
    }
    const own = atPrice.filter((line) => line.member === member);
    const isComplete = own.length === queue.length;
    const left = [...queue];
    for (const line of own) {
      const at = isComplete ? 0 : left.findIndex((order) => order.remaining === line.qty);
      const [order] = at < 0 ? [] : left.splice(at, 1);
      if (order !== undefined) found.set(line.index, [order]);
    }
  }
  return found;
}

/** The working orders of one side by price, in the order of the queue. */
function queuesOf(orders: readonly ActiveOrderRow[], side: Side): Map<number, ActiveOrderRow[]> {
  const queues = new Map<number, ActiveOrderRow[]>();
  const working = orders.filter((order) => order.side === side && order.state === 'Active');
  for (const order of working.sort((a, b) => a.time - b.time || a.activeOrderSeq - b.activeOrderSeq))
    queues.set(order.price, [...(queues.get(order.price) ?? []), order]);
  return queues;
}
