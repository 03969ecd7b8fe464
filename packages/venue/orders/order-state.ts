// Where an open order stands: in the market, waiting for an opening, or suspended.
import type { OrderState } from '../outcome.ts';
import type { Market } from '../state.ts';
import type { Order } from './order.ts';

export function stateOf({ session }: Market, { contract, entry, isHeldOver }: Order): OrderState {
  if (isHeldOver) return 'Pre-market';
  if (entry === null) return 'Suspended';
  return session.collecting.has(contract) ? 'Pre-market' : 'Active';
}

/** Out of the market by its dealer's wish. */
export const isSuspended = ({ entry, isHeldOver }: Order): boolean => entry === null && !isHeldOver;
