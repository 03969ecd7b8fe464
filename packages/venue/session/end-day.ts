// The end of a business day: what is still open expires, every contract is marked, the next business day begins with its
// own limits, and everyone is told (AUTH-10). The mark is the day's last deal, else the previous MTM: the official
// procedure with its windows (domain §6.1) replaces this when valuation comes.
import type { DayMark } from '../events.ts';
import { present } from '../kernel/assert.ts';
import { isoDate } from '../kernel/civil-date.ts';
import { nextBusinessDay } from '../kernel/trading-day.ts';
import { placeOf } from '../orders/order.ts';
import { positionChanged } from '../positions/position.ts';
import type { Handling, Market, VenueState } from '../state.ts';
import { announce } from './announce.ts';
import { priceLimits } from './price-limits.ts';

export function endDay(state: VenueState, market: Market, handling: Handling): void {
  for (const order of state.orders.values()) {
    const place = placeOf(order);
    if (order.entry !== null) market.contracts.get(order.contract)?.book.remove(order.entry);
    order.entry = null;
    handling.tell({ kind: 'orderExpired', ...place });
  }
  state.orders.clear();

  const ended = market.businessDay;
  market.businessDay = nextBusinessDay(ended, market.holidays);
  const marks = [...market.contracts.values()].map((contract): DayMark => {
    const previous = contract.mtm;
    const method = contract.last === null ? 'previous' : 'last deal';
    contract.mtm = contract.last ?? previous;
    contract.last = null;
    contract.limits = priceLimits({ ...contract, businessDay: market.businessDay });
    return {
      contract: contract.listing.contract,
      mtm: contract.mtm,
      previous,
      method,
      limits: contract.limits,
    };
  });
  state.requests.endDay();
  state.refs.endDay();

  handling.tell({
    kind: 'dayEnded',
    businessDay: isoDate(ended),
    nextBusinessDay: isoDate(market.businessDay),
    marks,
  });
  const mtmOf = (contract: string) =>
    present(market.contracts.get(contract), `a position in ${contract}, which is not listed`).mtm;
  for (const position of state.positions.roll(mtmOf)) handling.tell(positionChanged(position));
  const message = `Business day ${isoDate(ended)} has ended. The next is ${isoDate(market.businessDay)}. Please sign in again.`;
  announce(state, { kind: 'announce', announcement: 'EndOfDay', message }, handling);
}
