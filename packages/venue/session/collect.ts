// Collecting the orders of a contract for its opening: they keep their places in the book, which may be crossed meanwhile, and
// are taken out of everybody's sight.
import { present } from '../kernel/assert.ts';
import type { Order } from '../orders/order.ts';
import type { Contract, Handling, Market, VenueState } from '../state.ts';

/** Begins it, with what rests already. */
export function collect(state: VenueState, market: Market, contract: Contract, handling: Handling): void {
  const { collecting } = market.session;
  const name = contract.listing.contract;
  contract.lock = null;
  if (contract.book.size === 0 || collecting.has(name)) return;
  collecting.add(name);
  for (const side of ['B', 'S'] as const)
    for (const { order } of contract.book.resting(side))
      tellCollected(present(state.orders.get(order), `order ${order} rests but is not known`), handling);
}

export function tellCollected(order: Order, handling: Handling): void {
  const { activeOrderSeq, contract, side, price, remaining, owner } = order;
  const { member } = owner;
  handling.tell({
    kind: 'orderCollected',
    activeOrderSeq,
    contract,
    side,
    price,
    lots: remaining,
    member,
  });
}
