// Checks the margin limit of an account (market/money.md, Initial margin). An order is rejected if the account could need more initial
// margin than the operator allows, assuming that the order and all other open orders in one direction deal.
import type { Rejection } from '../kernel/rejection.ts';
import { amountText, asMoney, type Money } from '../kernel/units.ts';
import { addHolding, type Holdings, holdingsOf, portfolioOf } from '../margins/account-portfolio.ts';
import { portfolioMargin, scanOnce } from '../margins/portfolio-margin.ts';
import { hedgeOnEntry } from './enter-market.ts';
import { changesBy } from './exposure.ts';
import type { Order } from './order.ts';
import type { UserOrdersContext } from './orders-context.ts';
import { reject } from './orders-rejections.ts';

/** `null` if the account has no limit or stays within it, or if the order does not raise its margin. */
export function marginRejection(context: UserOrdersContext, order: Order): Rejection | null {
  const { state, market } = context;
  const { principal } = order.owner;
  const maxMargin = state.marginLimits.get(principal);
  if (maxMargin === undefined) return null;
  const margin = marginWithOpenOrders(context, order);
  if (margin <= maxMargin || margin <= marginOf(context, holdingsOf(state.positions, market, principal)))
    return null;
  const limit = amountText(maxMargin);
  // A dealer with own-only visibility must not learn the account's margin.
  return state.rights.get(order.owner.userId)?.scope === 'own'
    ? reject('marginAboveLimit', { principal, limit })
    : reject('marginAboveLimit', { principal, limit, margin: amountText(margin) });
}

/** The maximum margin if the order and all open orders in one direction deal. */
export function marginWithOpenOrders(context: UserOrdersContext, order: Order, scan = scanOnce()): Money {
  const { state, market } = context;
  const inDirection = (direction: 1 | -1) => {
    const holdings = holdingsOf(state.positions, market, order.owner.principal);
    return marginOf(context, withOpenOrders(context, order, holdings, direction), scan);
  };
  return asMoney(Math.max(inDirection(1), inDirection(-1)));
}

/** The holdings if the order deals together with all open buys (1) or all open sells (−1). */
function withOpenOrders(
  { state }: UserOrdersContext,
  order: Order,
  holdings: Holdings,
  direction: 1 | -1,
): Holdings {
  const { orders } = state;
  const except = { except: order.activeOrderSeq, open: orders.all() };
  for (const { contract, change } of changesBy(order, hedgeOnEntry(state, order)))
    addHolding(holdings, contract, change);
  for (const { contract, change } of orders.exposure.changesOf(order.owner.principal, direction, except))
    addHolding(holdings, contract, change);
  return holdings;
}

export const marginOf = (
  { state, market }: UserOrdersContext,
  holdings: Holdings,
  scan = scanOnce(),
): Money => portfolioMargin(portfolioOf(state, holdings, market.businessDay), scan).margin;
