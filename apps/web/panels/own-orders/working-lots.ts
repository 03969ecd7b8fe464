// The lots of own orders that are working in the market, by contract, side and price: for the marks in price
// cells.
import type { ActiveOrderRow, Side } from '@openpit/wire';

/** Lots that can still deal, by price. */
export type LotsByPrice = ReadonlyMap<number, number>;
export type WorkingLots = ReadonlyMap<string, Readonly<Record<Side, LotsByPrice>>>;

const none: LotsByPrice = new Map();

/** Suspended orders are left out: they are not in the market. */
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
