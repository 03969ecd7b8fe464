// An order that was sent, followed by its rows as long as the ticket shows it.
import type { DealRow } from '@openpit/wire';
import { useCallback, useRef, useSyncExternalStore } from 'react';
import { dataSetStores } from '../../stores/stores.ts';
import { type OrderNow, type OrderRowNow, orderNow } from './order-now.ts';

const { activeOrders, completedOrders, deals } = dataSetStores;

/** The order as its rows say; null until they do. A restart of the server takes the rows away for a moment, not the answer. */
export function useOrderNow(activeOrderSeq: number | null): OrderNow | null {
  const last = useRef<{ readonly row: OrderRowNow; readonly deals: number; readonly now: OrderNow } | null>(
    null,
  );
  const read = useCallback(() => {
    const known = last.current?.now.activeOrderSeq === activeOrderSeq ? last.current : null;
    const row = activeOrderSeq === null ? undefined : rowOf(activeOrderSeq);
    if (row === undefined) return known?.now ?? null;
    const own = printsLegs(row.contract) ? dealsOf(activeOrderSeq) : [];
    if (known?.row !== row || known.deals !== own.length)
      last.current = { row, deals: own.length, now: orderNow(row, own) };
    return last.current?.now ?? null;
  }, [activeOrderSeq]);
  return useSyncExternalStore(subscribe, read);
}

/** Splits, spreads and deltas deal in other contracts, by the form of their names. */
const printsLegs = (contract: string) => contract.includes('-') || contract.endsWith(' D');

function subscribe(listener: () => void): () => void {
  const stops = [activeOrders, completedOrders, deals].map((store) => store.onFlush(listener));
  return () => {
    for (const stop of stops) stop();
  };
}

/** The newest completed row of a number is at the end. */
function rowOf(activeOrderSeq: number): OrderRowNow | undefined {
  const active = activeOrders.get(activeOrderSeq);
  if (active !== undefined) return active;
  for (const key of completedOrders.keys().toReversed()) {
    const row = completedOrders.get(key);
    if (row?.activeOrderSeq === activeOrderSeq) return row;
  }
  return undefined;
}

function dealsOf(activeOrderSeq: number | null): DealRow[] {
  return deals.keys().flatMap((key) => {
    const deal = deals.get(key);
    return deal !== undefined && deal.activeOrderSeq === activeOrderSeq ? [deal] : [];
  });
}
