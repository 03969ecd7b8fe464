// Step 3 of the validation chain (domain §3.4): the contract is listed and still trades.
import { type Refusal, refusal } from '../refusals.ts';
import { haltRefusal, sessionRefusal } from '../session/session-gate.ts';
import type { Contract, Market } from '../state.ts';

/** The contract of this name, or why nothing can be entered in it. */
export function tradableContract(market: Market, name: string): Contract | Refusal {
  const contract = market.contracts.get(name);
  if (contract === undefined) return refusal('contractUnknown', { contract: name });
  return expiryRefusal(market, contract) ?? haltRefusal(market, contract) ?? contract;
}

/** Step 1; of a contract that is not listed later steps speak. */
export function closedRefusal(market: Market, name: string): Refusal | null {
  const contract = market.contracts.get(name);
  return contract === undefined ? null : sessionRefusal(market, contract);
}

export function expiryRefusal({ businessDay }: Market, { listing, lastDay }: Contract): Refusal | null {
  if (businessDay <= lastDay) return null;
  return refusal('contractExpired', { contract: listing.contract, lastDay: listing.lastTradingDay });
}
