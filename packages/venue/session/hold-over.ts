// Orders that outlive the day (domain §1, Hold over): at its end one that is held over leaves the book and waits; in the next
// pre-open, or at once where the market has none, it takes its place again, oldest first. One whose price has left the
// new day's limits comes back suspended.
import type { OrderExpired } from '../events.ts';
import type { Day } from '../kernel/civil-date.ts';
import { isoDate } from '../kernel/civil-date.ts';
import { enterMarket } from '../orders/enter-market.ts';
import { leaveBook } from '../orders/leave-market.ts';
import { type Order, placeOf } from '../orders/order.ts';
import { priceRejection } from '../orders/price-check.ts';
import type { Contract, Handling, Market, VenueState } from '../state.ts';
import { suspendFor } from './suspend-for.ts';

/** Ends the day over all orders; `next` is the business day that follows. */
export function endOrdersOfDay(state: VenueState, market: Market, next: Day, handling: Handling): void {
  for (const order of [...state.orders.values()]) {
    const place = placeOf(order);
    const reason = whyOver(order, market.contracts.get(order.contract), next);
    leaveBook(state, order);
    if (reason !== null) {
      state.orders.delete(order.activeOrderSeq);
      handling.tell({ kind: 'orderExpired', ...place, reason });
    } else if (place.rested) {
      order.isHeldOver = true;
      handling.tell({ kind: 'orderHeldOver', ...place, until: order.holdOverUntil ?? '' });
    }
  }
  market.session.collecting.clear();
}

/** Null for an order that is there on the next day, too. */
function whyOver(
  { holdOverUntil }: Order,
  contract: Contract | undefined,
  next: Day,
): OrderExpired['reason'] | null {
  if (contract === undefined || contract.lastDay < next) return 'contractExpired';
  if (holdOverUntil === null) return 'dayEnded';
  return holdOverUntil < isoDate(next) ? 'holdOverEnded' : null;
}

/** Brings back what was held over in contracts that `opens`. */
export function reenterHeldOver(
  state: VenueState,
  market: Market,
  opens: (contract: Contract) => boolean,
  handling: Handling,
): void {
  const waiting = [...state.orders.values()]
    .filter(({ isHeldOver }) => isHeldOver)
    .sort((a, b) => a.queuedAt - b.queuedAt || a.activeOrderSeq - b.activeOrderSeq);
  for (const order of waiting) {
    const contract = market.contracts.get(order.contract);
    if (contract === undefined || !opens(contract)) continue;
    if (priceRejection(contract, order.price) !== null) suspendFor(state, [order], 'outsideLimits', handling);
    else {
      order.isHeldOver = false;
      enterMarket(state, contract, order, handling);
    }
  }
}
