// The user's orders in the market for price cells and menus: working lots by price, the mark of a price, and the orders in one
// contract.
import type { ActiveOrderRow, MarketRow, Side } from '@openpit/wire';
import { useMemo } from 'react';
import { type AllOrdersFilter, type AllOrdersTarget, matchesFilter } from '../../../actions/all-orders.ts';
import { useSession } from '../../../stores/session.ts';
import { dataSetStores } from '../../../stores/stores.ts';
import type { CellMark } from '../../../ui/live-grid/grid-column.ts';
import { type DerivedValue, derivedValue } from '../row-source.ts';

/** Lots that can still deal, by price. */
type LotsByPrice = ReadonlyMap<number, number>;
export type WorkingLots = ReadonlyMap<string, Readonly<Record<Side, LotsByPrice>>>;

const none: LotsByPrice = new Map();

/** Suspended orders are omitted: they are not in the market. */
export function workingLotsOf(orders: Iterable<ActiveOrderRow>): WorkingLots {
  const working = new Map<string, Record<Side, Map<number, number>>>();
  for (const { contract, side, price, remaining, state } of orders) {
    if (state === 'Suspended' || remaining <= 0) continue;
    const sides = working.get(contract) ?? { B: new Map<number, number>(), S: new Map<number, number>() };
    working.set(contract, sides);
    sides[side].set(price, (sides[side].get(price) ?? 0) + remaining);
  }
  return working;
}

export function workingAt(working: WorkingLots, contract: string, side: Side): LotsByPrice {
  return working.get(contract)?.[side] ?? none;
}

type QuotedContract = Pick<MarketRow, 'contract' | 'bid' | 'offer'>;

const bestOf = (row: QuotedContract, side: Side) => (side === 'B' ? row.bid : row.offer);

/** The mark of the user's orders in a price cell: a filled dot when one is at the best price, a ring when all are behind it. */
export function ownOrderMark(working: WorkingLots, row: QuotedContract, side: Side): CellMark | undefined {
  const lots = workingAt(working, row.contract, side);
  if (lots.size === 0) return undefined;
  const best = bestOf(row, side);
  const atBest = best === null ? undefined : lots.get(best);
  if (atBest !== undefined) return { shape: 'filled', label: `own ${atBest}` };
  const behind = [...lots.values()].reduce((sum, lotsAtPrice) => sum + lotsAtPrice, 0);
  return { shape: 'ring', label: `own ${behind} behind the best price` };
}

export function isOwnAtBest(working: WorkingLots, row: QuotedContract, side: Side): boolean {
  const best = bestOf(row, side);
  return best !== null && workingAt(working, row.contract, side).has(best);
}

/**
 * The user's orders in a contract, for "Cancel my orders here": the orders of the signed-in dealer, or of the
 * whole member when the account names no dealer.
 */
export function ownOrdersIn(contract: string): AllOrdersTarget {
  const dealer = useSession.getState().hqAccess?.dealerCode ?? '';
  const filter: AllOrdersFilter = { contract, dealer: dealer || undefined };
  const orders: ActiveOrderRow[] = dataSetStores.activeOrders
    .rows()
    .filter((order) => matchesFilter(order, filter));
  return { filter, orders };
}

/** The working lots of the user's orders for grid cells. */
export function useWorkingLots(): DerivedValue<WorkingLots> {
  return useMemo(() => derivedValue(dataSetStores.activeOrders, workingLotsOf), []);
}
