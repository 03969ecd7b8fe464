// Which of one's own orders stand on which line of the depth. The wire's depth names members, not orders: a line by order is
// matched by member, price, place in the queue and quantity; a line by price holds all of one's orders at that price.
import type { ActiveOrderRow, Side } from '@openpit/wire';
import type { DepthLevel, DepthView } from './depth-levels.ts';

export type OwnOnSide = ReadonlyMap<number, readonly ActiveOrderRow[]>;

interface Line {
  readonly index: number;
  readonly price: number;
  readonly qty: number;
  readonly member: string | null;
}

/** One's working orders by the index of the line on which they stand. */
export function ownAtLevels(
  levels: readonly DepthLevel[],
  side: Side,
  {
    orders,
    member,
    view,
  }: { readonly orders: readonly ActiveOrderRow[]; readonly member: string; readonly view: DepthView },
): OwnOnSide {
  const lines = levels.flatMap((level): Line[] => {
    const price = side === 'B' ? level.bidPrice : level.sellPrice;
    if (price === null) return [];
    const qty = side === 'B' ? level.bidQty : level.offerQty;
    return [{ index: level.index, price, qty, member: side === 'B' ? level.buyer : level.seller }];
  });
  const found = new Map<number, readonly ActiveOrderRow[]>();
  for (const [price, queue] of queuesOf(orders, side)) {
    const there = lines.filter((line) => line.price === price);
    if (view === 'price') {
      const [line] = there;
      if (line !== undefined) found.set(line.index, queue);
      continue;
    }
    const own = there.filter((line) => line.member === member);
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

/** Working orders of a side by price, in the order of their places in the queue. */
function queuesOf(orders: readonly ActiveOrderRow[], side: Side): Map<number, ActiveOrderRow[]> {
  const queues = new Map<number, ActiveOrderRow[]>();
  const working = orders.filter((order) => order.side === side && order.state === 'Active');
  for (const order of working.sort((a, b) => a.time - b.time || a.activeOrderSeq - b.activeOrderSeq))
    queues.set(order.price, [...(queues.get(order.price) ?? []), order]);
  return queues;
}
