// Step 3 of the validation chain (domain §3.4): the contract is listed and still trades.
import { type Rejection, rejection } from '../rejections.ts';
import { haltRejection, sessionRejection } from '../session/session-gate.ts';
import type { Contract, Market } from '../state.ts';

/** The contract of this name, or why nothing can be entered in it. */
export function tradableContract(market: Market, name: string): Contract | Rejection {
  const contract = market.contracts.get(name);
  if (contract === undefined) return rejection('contractUnknown', { contract: name });
  return expiryRejection(market, contract) ?? haltRejection(market, contract) ?? contract;
}

/** Step 1; of a contract that is not listed later steps speak. */
export function closedRejection(market: Market, name: string): Rejection | null {
  const contract = market.contracts.get(name);
  return contract === undefined ? null : sessionRejection(market, contract);
}

export function expiryRejection({ businessDay }: Market, { listing, lastDay }: Contract): Rejection | null {
  if (businessDay <= lastDay) return null;
  return rejection('contractExpired', { contract: listing.contract, lastDay: listing.lastTradingDay });
}
