// Previews the effect of an order on its account's initial margin (market/money.md, Initial margin) before the order is sent. It is
// computed like the check of the margin limit and changes nothing.
import type { Side } from '@openpit/terms';
import { isRejection, type Rejection } from '../kernel/rejection.ts';
import type { Lots, Money, Price, Volatility } from '../kernel/units.ts';
import { addHolding, holdingsOf } from '../margins/account-portfolio.ts';
import { scanOnce } from '../margins/portfolio-margin.ts';
import { tradableContract } from '../phases/entry-gate.ts';
import { orderPrice } from '../pricing/order-price.ts';
import { ownerOf } from '../rights/owner.ts';
import { ownOrder } from './act-on-order.ts';
import { hedgeOnEntry } from './enter-market.ts';
import { changesBy } from './exposure.ts';
import { newOrder, requestedPrice } from './insert-order.ts';
import { marginOf, marginWithOpenOrders } from './margin-check.ts';
import type { UserOrdersContext } from './orders-context.ts';

export interface MarginQuery {
  /** The amended order, which this order would replace; null or omitted for a new order. */
  readonly activeOrderSeq?: number | null;
  readonly contract: string;
  readonly side: Side;
  readonly lots: Lots;
  /** As in an order. Only the hedge of a delta depends on them. */
  readonly price?: Price;
  readonly volatility?: Volatility | null;
  readonly reference?: Price | null;
  readonly principal: string;
}

/** Initial margins of an account. */
export interface MarginPreview {
  /** The margin of the account's current positions. */
  readonly before: Money;
  /** The margin of its positions after the whole order has dealt. */
  readonly after: Money;
  /** The maximum if the order deals together with all open buys or all open sells. */
  readonly withOpenOrders: Money;
  readonly limit: Money | null;
}

/** Rejected like an order if the contract or the account cannot be used. The sender must be allowed to see the account. */
export function previewMargin(context: UserOrdersContext, query: MarginQuery): MarginPreview | Rejection {
  const { state, market, rights } = context;
  const { side, lots, principal, activeOrderSeq = null } = query;
  const contract = tradableContract(context, 'order', query.contract);
  if (isRejection(contract)) return contract;
  const amended = activeOrderSeq === null ? null : ownOrder(context, activeOrderSeq);
  if (isRejection(amended)) return amended;
  const priced = orderPrice(context, contract, requestedPrice(query, query.reference));
  if (isRejection(priced)) return priced;
  const capacity = principal === rights.member ? 'P' : 'A';
  const owner = ownerOf(market, rights, { capacity, principal, subAccount: null, ref: '' });
  if (isRejection(owner)) return owner;

  const terms = { contract, side, type: 'Normal', lots, holdOverUntil: null, owner } as const;
  // The amended order's current terms are replaced by the new terms, which have the same number.
  const seq = amended?.activeOrderSeq ?? state.orders.nextSeq;
  const entered = newOrder(terms, { activeOrderSeq: seq, priced, at: context.at });
  const order = { ...entered, unhedged: amended?.unhedged ?? 0 };
  const holdings = holdingsOf(state.positions, market, principal);
  const scan = scanOnce();
  const before = marginOf(context, holdings, scan);
  for (const { contract: changed, change } of changesBy(order, hedgeOnEntry(state, order)))
    addHolding(holdings, changed, change);
  const after = marginOf(context, holdings, scan);
  const limit = state.marginLimits.get(principal) ?? null;
  return { before, after, withOpenOrders: marginWithOpenOrders(context, order, scan), limit };
}
