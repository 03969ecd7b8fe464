// The end of a business day: what is still open expires, every contract is marked, the next business day begins with its
// own limits, and everyone is told (AUTH-10). A future's mark is the day's last deal, else the previous MTM: the official
// procedure with its windows (domain §6.1) replaces this when valuation comes.
import type { EndDay } from '../commands.ts';
import { expireUnmatchedDeals } from '../deals/expire-unmatched-deals.ts';
import { present } from '../kernel/assert.ts';
import { isoDate } from '../kernel/civil-date.ts';
import { nextBusinessDay } from '../kernel/trading-day.ts';
import { positionChanged } from '../positions/position.ts';
import type { Handling, Market, VenueState } from '../state.ts';
import { announce } from './announce.ts';
import { open } from './begin-phase.ts';
import { endOrdersOfDay } from './hold-over.ts';
import { markContract } from './mark-contract.ts';
import { phaseOf } from './session-gate.ts';
import { bandAfterLimitDays, countLimitDays } from './widen-limits.ts';

export function endDay(
  state: VenueState,
  market: Market,
  { dueAt, forcedBecause }: EndDay,
  handling: Handling,
): void {
  expireUnmatchedDeals(state, handling);
  const ended = market.businessDay;
  const next = nextBusinessDay(ended, market.holidays);
  endOrdersOfDay(state, market, next, handling);
  countLimitDays(market);
  market.businessDay = next;
  const marks = Array.from(market.contracts.values(), (contract) =>
    markContract(contract, { ended, next, band: bandAfterLimitDays(market, contract.instrument) }),
  );
  state.deals.endDay();
  state.requests.endDay();
  state.refs.endDay();

  handling.tell({
    kind: 'dayEnded',
    businessDay: isoDate(ended),
    nextBusinessDay: isoDate(market.businessDay),
    dueAt: dueAt ?? null,
    forcedBecause: forcedBecause ?? null,
    marks,
  });
  const mtmOf = (contract: string) =>
    present(market.contracts.get(contract), `a position in ${contract}, which is not listed`).mtm;
  for (const position of state.positions.roll(mtmOf)) handling.tell(positionChanged(position));
  const message = `Business day ${isoDate(ended)} has ended. The next is ${isoDate(market.businessDay)}. Please sign in again.`;
  announce(state, { kind: 'announce', announcement: 'EndOfDay', message }, handling);
  // Where trading goes on round the clock there is no pre-open to wait for.
  open(state, market, (contract) => phaseOf(market, contract) === 'continuous', handling);
}
