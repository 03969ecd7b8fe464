// Step 10 of the validation chain (domain §3.4): an account with a limit must stay within it even if all that it has open on
// this side of a contract deals, what it has open in splits, spreads and deltas among it.
import { lots } from '../kernel/units.ts';
import { hedgeFor } from '../options/option-terms.ts';
import { type Rejection, rejection } from '../rejections.ts';
import type { Market, VenueState } from '../state.ts';
import type { Order } from './order.ts';

/** Null when the order may be entered. An order that is known already is not counted twice. */
export function positionRejection(state: VenueState, market: Market, order: Order): Rejection | null {
  const { principal } = order.owner;
  const maxLots = state.positions.limitOf(principal);
  if (maxLots === undefined) return null;
  for (const { contract, change } of changesBy(market, order)) {
    let open = change;
    for (const other of state.orders.values())
      if (other.activeOrderSeq !== order.activeOrderSeq && other.owner.principal === principal)
        for (const one of changesBy(market, other))
          if (one.contract === contract && one.change > 0 === change > 0) open += one.change;
    const reach = state.positions.net(order.owner, contract) + open;
    if (Math.abs(reach) <= maxLots) continue;
    // What an account holds is not told to who is kept to his own.
    return state.users.get(order.owner.userId)?.scope === 'own'
      ? rejection('positionAboveLimit', { whose: 'shared', principal, contract, maxLots })
      : rejection('positionAboveLimit', { principal, contract, reach, maxLots });
  }
  return null;
}

interface PositionChange {
  readonly contract: string;
  /** Lots, negative when they are sold. */
  readonly change: number;
}

/** What comes of an order's account if all that is left of it deals. */
function changesBy({ contracts }: Market, order: Order): PositionChange[] {
  const signed = order.side === 'B' ? order.remaining : -order.remaining;
  const contract = contracts.get(order.contract);
  const pair = contract?.pair ?? null;
  if (pair !== null)
    return [
      { contract: pair.plus.listing.contract, change: signed * pair.plusLots },
      { contract: pair.minus.listing.contract, change: -signed * pair.minusLots },
    ];
  const option = contract?.option ?? null;
  if (option?.outright == null || order.pricing === null)
    return [{ contract: order.contract, change: signed }];
  const hedge = hedgeFor(order.pricing, lots(order.remaining));
  const buys = (order.side === 'B') === (option.type === 'put');
  return [
    { contract: option.outright.listing.contract, change: signed },
    { contract: option.underlying.listing.contract, change: buys ? hedge : -hedge },
  ];
}
