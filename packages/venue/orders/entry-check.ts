// What a new, resubmitted or amended order must pass before it may enter the market: the validation chain of domain §3.4 from
// the quantity on, first failure wins.
import { effectiveMaxLots, type UserRights } from '../access/user-rights.ts';
import type { Lots } from '../kernel/units.ts';
import { type Rejection, rejection } from '../rejections.ts';
import { haltRejection, openingRejection, sessionRejection } from '../session/session-gate.ts';
import type { Contract, Market, VenueState } from '../state.ts';
import { legsOutsideLimits, selfMatchRejection } from './enter-market.ts';
import type { Order } from './order.ts';
import { positionRejection } from './position-check.ts';
import { priceRejection } from './price-check.ts';
import { expiryRejection } from './tradable-contract.ts';

/** Step 4: at least a lot, at most what user and operator allow. */
export function quantityRejection(rights: UserRights, quantity: Lots): Rejection | null {
  if (quantity < 1) return rejection('quantityNotPositive');
  const { maxLots, whose } = effectiveMaxLots(rights);
  return quantity > maxLots ? rejection('quantityAboveLimit', { lots: quantity, maxLots, whose }) : null;
}

export interface Entry {
  readonly state: VenueState;
  readonly market: Market;
  readonly rights: UserRights;
  readonly contract: Contract;
}

/** Null when the order, whose owner is checked already, may enter the market. */
export function entryRejection({ state, market, rights, contract }: Entry, order: Order): Rejection | null {
  return (
    sessionRejection(market, contract) ??
    expiryRejection(market, contract) ??
    haltRejection(market, contract) ??
    openingRejection(market, contract, order.type) ??
    quantityRejection(rights, order.remaining) ??
    priceRejection(contract, order.price) ??
    positionRejection(state, market, order) ??
    selfMatchRejection(state, market, contract, order) ??
    legsOutsideLimits(contract, order)
  );
}
