// Which side of the market a cell of a grid belongs to.
import type { Side } from '@openpit/wire';

/**
 * The side of the order that a double-click on this cell opens: sell from the bid, buy from the offer. Null
 * for all other cells, also for the implied prices of a pair, at which there is no order.
 */
export function cellSide(columnId: string): Side | null {
  if (columnId === 'bid' || columnId === 'bidQty') return 'S';
  return columnId === 'offer' || columnId === 'offerQty' ? 'B' : null;
}
