// Orders that outlive the day (market/orders.md, Hold over). At the end of the day, a held-over order leaves the book and waits. In the
// next pre-open, or immediately if there is none, the orders re-enter, oldest first. Each must pass all checks of a new order of
// its user, and otherwise returns suspended.
import type { Contract } from '../contracts/contract.ts';
import { mustExist } from '../kernel/assert.ts';
import { type Day, isoDate } from '../kernel/civil-date.ts';
import { isRejection, type Rejection } from '../kernel/rejection.ts';
import type { LongStage } from '../kernel/venue-module.ts';
import type { EndingDay } from '../prices/prices-module.ts';
import { pricingRejections } from '../pricing/pricing-rejections.ts';
import { applyChange } from './act-on-order.ts';
import { enterMarket } from './enter-market.ts';
import { returningOrder } from './entry-checks.ts';
import { leaveEndedBook, placeOf, suspendFor } from './leave-market.ts';
import type { Order } from './order.ts';
import type { OrderExpired } from './order-events.ts';
import type { OrdersState } from './orders.ts';
import type { OrdersContext } from './orders-context.ts';

/** Orders per unit. */
const blockSize = 200;
/** The approximate time per order, in microseconds. */
const workPerOrder = 3;

/** The end of a day with the numbers of all orders that were open. */
export interface CarriedDay extends EndingDay {
  openOrders?: readonly number[];
}

/** Ends the day for all open orders. */
export const carryOrders: LongStage<OrdersContext, CarriedDay> = {
  unit: (context, day, at) => {
    const { state } = context;
    if (at === 0) day.openOrders = Array.from(state.orders.all(), ({ activeOrderSeq }) => activeOrderSeq);
    const block = day.openOrders?.slice(at * blockSize, (at + 1) * blockSize) ?? [];
    if (block.length === 0) {
      day.openOrders = [];
      state.phases.inAuction.clear();
      return null;
    }
    for (const activeOrderSeq of block) carryOrder(context, state.orders.get(activeOrderSeq), day);
    return block.length * workPerOrder;
  },
};

function carryOrder(context: OrdersContext, order: Order, { next }: EndingDay): void {
  const place = placeOf(order);
  const reason = expiryReason(order, next);
  leaveEndedBook(context, order);
  if (reason !== null) {
    context.state.orders.remove(order);
    context.emit({ kind: 'orderExpired', ...place, reason });
  } else if (place.rested) {
    order.isHeldOver = true;
    context.emit({ kind: 'orderHeldOver', ...place, until: order.holdOverUntil ?? '' });
  }
}

/** `null` for an order that stays open on the next day. */
function expiryReason({ holdOverUntil, contract }: Order, next: Day): OrderExpired['reason'] | null {
  if (contract.lastDay < next) return 'contractExpired';
  if (holdOverUntil === null) return 'dayEnded';
  return holdOverUntil < isoDate(next) ? 'holdOverEnded' : null;
}

/** Whether the price keeps the order from entering. */
const isOutsideLimits = ({ code }: Rejection): boolean => priceCodes.has(code);
const priceCodes: ReadonlySet<string> = new Set(Object.keys(pricingRejections));

/** The numbers of the waiting held-over orders, oldest first. */
export const heldOverOrders = ({ orders }: OrdersState): number[] =>
  [...orders.all()]
    .filter(({ isHeldOver }) => isHeldOver)
    .sort((a, b) => a.queuedAt - b.queuedAt || a.activeOrderSeq - b.activeOrderSeq)
    .map(({ activeOrderSeq }) => activeOrderSeq);

/** Re-enters the held-over orders of the contracts that open. */
export function reenterHeldOver(
  context: OrdersContext,
  waiting: readonly number[],
  opens: (contract: Contract) => boolean,
): void {
  const { state } = context;
  for (const activeOrderSeq of waiting) {
    // An earlier order may have filled the other side of this double order, which has deleted this side.
    const order = state.orders.find(activeOrderSeq);
    if (order === undefined || !opens(order.contract)) continue;
    const rights = mustExist(state.rights.get(order.owner.userId), `nobody is ${order.owner.userId}`);
    const today = returningOrder({ ...context, rights }, 'heldOverReturn', order);
    if (isRejection(today))
      suspendFor(context, [order], isOutsideLimits(today) ? 'outsideLimits' : 'notAccepted');
    else {
      if (today !== order) applyChange(context, order, today);
      order.isHeldOver = false;
      enterMarket(context, order);
    }
  }
}
