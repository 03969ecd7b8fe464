// The user's lots and orders in the market: net lots by contract, and the orders on each line of a depth.
import type { ActiveOrderRow, DepthRow, PositionRow, Side } from '@openpit/wire';

/** Signed lots by contract; short is negative. */
export type NetLots = ReadonlyMap<string, number>;

export function netLotsOf(positions: readonly Pick<PositionRow, 'contract' | 'net'>[]): NetLots {
  const lots = new Map<string, number>();
  for (const { contract, net } of positions) lots.set(contract, (lots.get(contract) ?? 0) + net);
  return lots;
}

/** The lines of a depth: one per order, as the wire sends them, or one per price. */
export type DepthView = 'order' | 'price';

export type OrdersByLine = ReadonlyMap<number, readonly ActiveOrderRow[]>;

interface Line {
  readonly index: number;
  readonly price: number;
  readonly qty: number;
  readonly member: string | null;
}

/**
 * Returns the working orders of one side by the index of their line. The depth names members, not
 * orders. A line of one order is therefore matched by member, price, queue position and quantity. A
 * line of one price contains all of the user's orders at that price.
 */
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
  const ordersByLine = new Map<number, readonly ActiveOrderRow[]>();
  for (const [price, queue] of queuesOf(orders, side)) {
    const atPrice = lines.filter((line) => line.price === price);
    if (view === 'price') {
      const [line] = atPrice;
      if (line !== undefined) ordersByLine.set(line.index, queue);
      continue;
    }
    const ownLines = atPrice.filter((line) => line.member === member);
    const isComplete = ownLines.length === queue.length;
    const left = [...queue];
    for (const line of ownLines) {
      const at = isComplete ? 0 : left.findIndex((order) => order.remaining === line.qty);
      const [order] = at < 0 ? [] : left.splice(at, 1);
      if (order !== undefined) ordersByLine.set(line.index, [order]);
    }
  }
  return ordersByLine;
}

/** The working orders of one side by price, in the order of the queue. */
function queuesOf(orders: readonly ActiveOrderRow[], side: Side): Map<number, ActiveOrderRow[]> {
  const queues = new Map<number, ActiveOrderRow[]>();
  const working = orders.filter((order) => order.side === side && order.state === 'Active');
  for (const order of working.sort((a, b) => a.time - b.time || a.activeOrderSeq - b.activeOrderSeq))
    queues.set(order.price, [...(queues.get(order.price) ?? []), order]);
  return queues;
}
