// Which side of a market a cell of a grid belongs to.
import type { Side } from '@openpit/wire';

/** What a double-click on this cell takes: the bid cell sells, the offer cell buys; what legs imply is no order. */
export function cellSide(columnId: string): Side | null {
  if (columnId === 'bid' || columnId === 'bidQty') return 'S';
  return columnId === 'offer' || columnId === 'offerQty' ? 'B' : null;
}
