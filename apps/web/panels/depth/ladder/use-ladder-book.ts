// What the ladder of a contract shows: the axis, the quantities of the book, own orders. Frozen, it stays as it was.
import type { DepthRow, MarketRow } from '@openpit/wire';
import { useCallback, useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import { termsOfRow } from '../../../market/contract-terms.ts';
import { watchDepth } from '../../../server/hub/subscriptions.ts';
import type { LoadStatus } from '../../../stores/keyed-store.ts';
import { dataSetStores, depthStore } from '../../../stores/stores.ts';
import { usePanelLook } from '../../../ui/panel-look.ts';
import { useStoreRows } from '../../sources/use-store.ts';
import { ownOrdersAt, quantitiesOf } from './ladder-levels.ts';
import { axisFor, middleOf, type PriceAxis } from './price-axis.ts';

export function useLadderBook(rowNow: MarketRow) {
  const { contract, displaySeq } = rowNow;
  const { rows: rowsNow, status } = useDepth(displaySeq);
  const ordersNow = useStoreRows(dataSetStores.activeOrders);
  const isFrozen = usePanelLook().frozenAt !== null;
  const shown = useRef({ row: rowNow, rows: rowsNow, orders: ordersNow });
  if (!isFrozen) shown.current = { row: rowNow, rows: rowsNow, orders: ordersNow };
  const { row, rows, orders } = shown.current;

  const { tick, decimals, mayBeNegative } = termsOfRow(row);
  const quantities = useMemo(() => quantitiesOf(rows, tick), [rows, tick]);
  const own = useMemo(() => ownOrdersAt(orders, contract, tick), [orders, contract, tick]);
  const before = useRef<PriceAxis | null>(null);
  const { limitLow, limitHigh, bid, offer, last, mtm } = row;
  const axis = useMemo(() => {
    const prices = [bid, offer, last, mtm].filter((price) => price !== null);
    const inBook = rows.flatMap(pricesOf);
    const market = { limitLow, limitHigh, prices: [...prices, ...inBook] };
    return axisFor(market, { tick, mayBeNegative }, before.current);
  }, [limitLow, limitHigh, bid, offer, last, mtm, rows, tick, mayBeNegative]);
  before.current = axis;
  return { row, status, tick, decimals, quantities, own, axis, middle: middleOf(row, tick) };
}

const pricesOf = ({ bidPrice, sellPrice }: DepthRow): number[] =>
  [bidPrice, sellPrice].filter((price) => price !== null);

function useDepth(displaySeq: number): { readonly rows: readonly DepthRow[]; readonly status: LoadStatus } {
  useEffect(() => watchDepth(displaySeq), [displaySeq]);
  const subscribe = useCallback(
    (listener: () => void) => depthStore.onDepth(displaySeq, listener),
    [displaySeq],
  );
  return useSyncExternalStore(subscribe, () => depthStore.get(displaySeq));
}
