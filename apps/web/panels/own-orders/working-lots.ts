// What of one's own works in the market, by contract, side and price: for the dots that mark own orders in prices.
import type { ActiveOrderRow, Side } from '@openpit/wire';

/** Open lots by price. */
export type LotsByPrice = ReadonlyMap<number, number>;
export type WorkingLots = ReadonlyMap<string, Readonly<Record<Side, LotsByPrice>>>;

const none: LotsByPrice = new Map();

/** Only orders that can deal: suspended ones are out of the market. */
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
