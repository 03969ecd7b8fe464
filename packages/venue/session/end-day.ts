// The end of a business day: what is still open expires, every contract is marked, the next business day begins with its
// own limits, and everyone is told (AUTH-10).
import type { EndDay } from '../commands.ts';
import { expireUnmatchedDeals } from '../deals/expire-unmatched-deals.ts';
import { present } from '../kernel/assert.ts';
import { isoDate } from '../kernel/civil-date.ts';
import { nextBusinessDay } from '../kernel/trading-day.ts';
import { positionChanged } from '../positions/position.ts';
import { listNewMonths } from '../reference/list-new-months.ts';
import type { Handling, Market, VenueState } from '../state.ts';
import { announce } from './announce.ts';
import { open } from './begin-phase.ts';
import { closeTrading } from './closing.ts';
import { endOrdersOfDay } from './hold-over.ts';
import { markContract } from './mark-contract.ts';
import { markRulesOf } from './mark-rules.ts';
import { type FutureMark, officialMark } from './official-mark.ts';
import { phaseOf } from './session-gate.ts';
import { moveCurves } from './volatility-curves.ts';
import { bandAfterLimitDays, countLimitDays } from './widen-limits.ts';

export function endDay(
  state: VenueState,
  market: Market,
  { dueAt, forcedBecause }: EndDay,
  handling: Handling,
): void {
  expireUnmatchedDeals(state, handling);
  const ended = market.businessDay;
  const official = officialMarks(state, market, handling);
  moveCurves(state, market);
  const next = nextBusinessDay(ended, market.holidays);
  endOrdersOfDay(state, market, next, handling);
  countLimitDays(market, official);
  market.businessDay = next;
  // What had expired before keeps its last mark.
  const marks = [...market.contracts.values()]
    .filter(({ lastDay }) => lastDay >= ended)
    .map((contract) =>
      markContract(contract, {
        ended,
        next,
        band: bandAfterLimitDays(market, contract.instrument),
        official: official.get(contract.listing.contract),
      }),
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
  listNewMonths(market, handling);
  const mtmOf = (contract: string) =>
    present(market.contracts.get(contract), `a position in ${contract}, which is not listed`).mtm;
  for (const position of state.positions.roll(mtmOf)) handling.tell(positionChanged(position));
  const message = `Business day ${isoDate(ended)} has ended. The next is ${isoDate(market.businessDay)}. Please sign in again.`;
  announce(state, { kind: 'announce', announcement: 'EndOfDay', message }, handling);
  // Where trading goes on round the clock there is no pre-open to wait for.
  open(state, market, (contract) => phaseOf(market, contract) === 'continuous', handling);
}

/** The marks of all futures; the day's trading is over with this at the latest. */
function officialMarks(
  { deals }: VenueState,
  market: Market,
  { at }: Handling,
): ReadonlyMap<string, FutureMark> {
  const { closings } = market.session;
  closeTrading(market, () => true, at);
  const dealt = deals.countingByContract();
  const marks = new Map<string, FutureMark>();
  const rules = markRulesOf(market.rules);
  for (const [name, closing] of closings) {
    const contract = present(market.contracts.get(name), `the trading of ${name} ended, which is not listed`);
    marks.set(name, officialMark(contract, { closing, deals: dealt.get(name) ?? [], rules }));
  }
  closings.clear();
  return marks;
}
