// What a new, resubmitted or amended order must pass before it may enter the market: the validation chain of domain §3.4 from
// the quantity on, first failure wins.
import { effectiveMaxLots, type UserRights } from '../access/user-rights.ts';
import type { Lots } from '../kernel/units.ts';
import { type Refusal, refusal } from '../refusals.ts';
import { haltRefusal, openingRefusal, sessionRefusal } from '../session/session-gate.ts';
import type { Contract, Market, VenueState } from '../state.ts';
import { legsOutsideLimits, selfMatchRefusal } from './enter-market.ts';
import type { Order } from './order.ts';
import { positionRefusal } from './position-check.ts';
import { priceRefusal } from './price-check.ts';
import { expiryRefusal } from './tradable-contract.ts';

/** Step 4: at least a lot, at most what user and operator allow. */
export function quantityRefusal(rights: UserRights, quantity: Lots): Refusal | null {
  if (quantity < 1) return refusal('quantityNotPositive');
  const { maxLots, whose } = effectiveMaxLots(rights);
  return quantity > maxLots ? refusal('quantityAboveLimit', { lots: quantity, maxLots, whose }) : null;
}

export interface Entry {
  readonly state: VenueState;
  readonly market: Market;
  readonly rights: UserRights;
  readonly contract: Contract;
}

/** Null when the order, whose owner is checked already, may enter the market. */
export function entryRefusal({ state, market, rights, contract }: Entry, order: Order): Refusal | null {
  return (
    sessionRefusal(market, contract) ??
    expiryRefusal(market, contract) ??
    haltRefusal(market, contract) ??
    openingRefusal(market, contract, order.type) ??
    quantityRefusal(rights, order.remaining) ??
    priceRefusal(contract, order.price) ??
    positionRefusal(state, market, order) ??
    selfMatchRefusal(state, market, contract, order) ??
    legsOutsideLimits(contract, order)
  );
}
