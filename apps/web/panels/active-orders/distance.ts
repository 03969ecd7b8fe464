// The distance of an order to the market: rand per ton between its price and the best price of the other
// side.
import type { ActiveOrderRow, MarketRow } from '@openpit/wire';
import Big from 'big.js';

/** Zero or less when the order would deal now; null when the other side has no price. */
export function distanceToMarket(
  order: Pick<ActiveOrderRow, 'side' | 'price' | 'state'>,
  market: Pick<MarketRow, 'bid' | 'offer'> | undefined,
): number | null {
  const other = order.side === 'B' ? market?.offer : market?.bid;
  if (other === null || other === undefined) return null;
  const difference =
    order.side === 'B' ? new Big(other).minus(order.price) : new Big(order.price).minus(other);
  return difference.toNumber();
}
