// A deal at the edge of the day's band is told to everybody, once a day for each contract and edge (domain §9).
import type { Cents } from '../kernel/units.ts';
import { rand } from '../orders/rand.ts';
import type { Contract, Handling, VenueState } from '../state.ts';
import { announce } from './announce.ts';

export function noteLimitReached(
  state: VenueState,
  { listing, limits }: Contract,
  price: Cents,
  handling: Handling,
): void {
  if (limits === null || (price !== limits.high && price !== limits.low)) return;
  const edge = price === limits.high ? 'upper' : 'lower';
  const reached = state.market?.session.limitsReached;
  const limit = `${listing.contract} ${edge}`;
  if (reached === undefined || reached.has(limit)) return;
  reached.add(limit);
  const message = `${listing.contract} has dealt at its ${edge} limit of ${rand(price)}.`;
  announce(state, { kind: 'announce', announcement: 'Limit', message }, handling);
}
