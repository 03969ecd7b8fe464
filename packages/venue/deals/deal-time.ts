// When deals may be handled (domain §3.1, §5.2): while the contract trades and until its admin period ends. What then still waits for
// another member has run out of time.
import { present } from '../kernel/assert.ts';
import { type Rejection, rejection } from '../rejections.ts';
import type { Phase } from '../session/session.ts';
import { phaseOf } from '../session/session-gate.ts';
import type { Handling, Market, VenueState } from '../state.ts';
import { expireUnmatchedDeals } from './expire-unmatched-deals.ts';

const isTimeFor: Readonly<Record<Phase, boolean>> = {
  closed: false,
  preOpen: true,
  continuous: true,
  admin: true,
  delivery: false,
};

/** Null while deals in the contract may be handled. */
export function dealTimeRejection(market: Market, contract: string): Rejection | null {
  const listed = present(market.contracts.get(contract), `a deal in ${contract}, which is not listed`);
  return isTimeFor[phaseOf(market, listed)] ? null : rejection('dealTimeOver', { contract });
}

/** For when another phase has begun: ends what waits in contracts whose time is over. */
export function endOverdueDeals(state: VenueState, market: Market, handling: Handling): void {
  expireUnmatchedDeals(state, handling, (contract) => dealTimeRejection(market, contract) !== null);
}
