// The current state of a sent order, from its rows: resting, partly filled, filled, suspended or cancelled.
import {
  type ActiveOrderRow,
  averageRand,
  type CompletedOrderRow,
  type DealRow,
  dealsInOthers,
  type OrderReply,
  toCents,
} from '@openpit/wire';
import { useCallback, useRef, useSyncExternalStore } from 'react';
import { outcomeSentence } from '../../actions/order-actions.ts';
import type { SentOrder } from '../../actions/send.ts';
import { isDelta, priceText } from '../../market/market-text.ts';
import { dataSetStores } from '../../stores/stores.ts';
import { joinStops } from '../../ui/signal.ts';

/** The order's current row, active or completed. */
type OrderRowNow = ActiveOrderRow | CompletedOrderRow;

/** The order's terms, with the fields of the latest reply. */
export type OrderNow = Omit<OrderReply, 'seq' | 'repeated'> & { readonly row: OrderRowNow };

export function orderNow(row: OrderRowNow, deals: readonly DealRow[]): OrderNow {
  const { qty, ref, averagePrice } = row;
  const isActive = 'remaining' in row;
  const remaining = isActive ? row.remaining : 0;
  const dealt = isActive ? qty - remaining : row.dealt;
  const legs = legsOf(row.contract, deals);
  return {
    row,
    activeOrderSeq: row.activeOrderSeq ?? 0,
    // Unreachable for a rejected order, which has no number.
    state: row.state === 'Rejected' ? 'Cancelled' : row.state,
    remaining,
    dealt,
    ref,
    averagePrice: averagePrice ?? undefined,
    legs: legs.length > 0 ? legs : undefined,
  };
}

/** A package's deals in other contracts, one leg per contract. */
function legsOf(contract: string, deals: readonly DealRow[]): NonNullable<OrderReply['legs']> {
  const printed = deals.filter((deal) => deal.contract !== contract && deal.state === 'Open');
  return [...new Set(printed.map((deal) => deal.contract))].map((leg) => {
    const ofLeg = printed.filter((deal) => deal.contract === leg);
    const qty = ofLeg.reduce((sum, deal) => sum + deal.qty, 0);
    const value = ofLeg.reduce((sum, deal) => sum + toCents(deal.price) * deal.qty, 0);
    return {
      contract: leg,
      side: ofLeg[0]?.side ?? 'B',
      qty,
      averagePrice: averageRand(value, qty),
    };
  });
}

/** Whether the order has changed since its reply. A row from before the reply contains nothing new. */
export function hasMoved(
  sent: Pick<SentOrder, 'state' | 'remaining'>,
  now: Pick<OrderNow, 'state' | 'remaining'>,
): boolean {
  if (now.remaining > sent.remaining) return false;
  return now.state !== sent.state || now.remaining !== sent.remaining;
}

/** "Order 41: Bought 4 DEC26 WMAZ at 4 035.15 on average, 6 lots rest at 4 035.20." */
export function orderNowSentence({ row, ...now }: OrderNow): string {
  const { side, qty, contract, price } = row;
  const summary = {
    side,
    qty,
    contract,
    priceText: priceText(price, row),
    averageSuffix: isDelta(row) ? '\u00a0%' : undefined,
  };
  const reason = 'reason' in row && row.state === 'Cancelled' ? ` ${row.reason}.` : '';
  return outcomeSentence(summary, now) + reason;
}

const { activeOrders, completedOrders, deals } = dataSetStores;

/** The order from its rows, or null until they contain it. A server restart removes the rows briefly, but not the reply. */
export function useOrderNow(activeOrderSeq: number | null): OrderNow | null {
  const last = useRef<{ readonly row: OrderRowNow; readonly deals: number; readonly now: OrderNow } | null>(
    null,
  );
  const read = useCallback(() => {
    const previous = last.current?.now.activeOrderSeq === activeOrderSeq ? last.current : null;
    const row = activeOrderSeq === null ? undefined : rowOf(activeOrderSeq);
    if (row === undefined) return previous?.now ?? null;
    const ownDeals = dealsInOthers(row.contract) ? dealsOf(activeOrderSeq) : [];
    if (previous?.row !== row || previous.deals !== ownDeals.length)
      last.current = { row, deals: ownDeals.length, now: orderNow(row, ownDeals) };
    return last.current?.now ?? null;
  }, [activeOrderSeq]);
  return useSyncExternalStore(subscribe, read);
}

const subscribe = (listener: () => void) =>
  joinStops(activeOrders.onFlush(listener), completedOrders.onFlush(listener), deals.onFlush(listener));

/** The newest completed row of an order is the last one. */
function rowOf(activeOrderSeq: number): OrderRowNow | undefined {
  const active = activeOrders.get(activeOrderSeq);
  if (active !== undefined) return active;
  const key = completedOrders
    .keys()
    .findLast((seq) => completedOrders.get(seq)?.activeOrderSeq === activeOrderSeq);
  return key === undefined ? undefined : completedOrders.get(key);
}

const dealsOf = (activeOrderSeq: number | null): readonly DealRow[] =>
  deals.rows().filter((deal) => deal.activeOrderSeq === activeOrderSeq);
