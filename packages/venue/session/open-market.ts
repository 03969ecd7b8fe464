// Opening the market: the first command of a journal, with the whole reference data inside. What the data contradicts is
// refused with the reason; nothing is half opened.
import type { OpenMarket } from '../commands.ts';
import type { ContractListing } from '../events.ts';
import { type Day, isoDate, parseIsoDate } from '../kernel/civil-date.ts';
import type { Holidays } from '../kernel/trading-day.ts';
import { cents } from '../kernel/units.ts';
import { LadderOrderBook } from '../order-book/ladder-book.ts';
import { contractDates } from '../reference/contract-dates.ts';
import { contractDateName, futureName, systemCode } from '../reference/contract-names.ts';
import type { Future, ReferenceData } from '../reference/reference-data.ts';
import { referenceDataFault } from '../reference/reference-data-check.ts';
import { type Refusal, refusal } from '../refusals.ts';
import type { Contract, Handling, Market, VenueState } from '../state.ts';
import { priceLimits } from './price-limits.ts';

export function openMarket(state: VenueState, command: OpenMarket, handling: Handling): Refusal | null {
  if (state.market !== null) return refusal('marketAlreadyOpened');
  const businessDay = parseIsoDate(command.businessDay);
  const why =
    businessDay === null ? `"${command.businessDay}" is no day` : referenceDataFault(command.referenceData);
  if (businessDay === null || why !== null) return refusal('referenceDataUnusable', { why: why ?? '' });

  const market = marketOf(command.referenceData, businessDay);
  state.market = market;

  const { holidays, instruments, members, dealers, clients } = command.referenceData;
  handling.tell({
    kind: 'marketOpened',
    businessDay: command.businessDay,
    market: market.rules,
    holidays,
    instruments,
    contracts: [...market.contracts.values()].map(({ listing }) => listing),
    members,
    dealers,
    clients,
  });
  return null;
}

/** The market as it stands on its first day; the data has passed its check. */
export function marketOf(data: ReferenceData, businessDay: Day): Market {
  const holidays = holidaysOf(data);
  const instruments = new Map(data.instruments.map((instrument) => [instrument.code, instrument]));
  const contracts = new Map<string, Contract>();
  for (const future of data.futures) {
    const instrument = instruments.get(future.instrument);
    if (instrument === undefined) continue;
    const { listing, firstDeliveryDay } = listFuture(future, holidays);
    const limits = priceLimits({ instrument, firstDeliveryDay, mtm: future.mtm, businessDay });
    contracts.set(listing.contract, {
      listing: { ...listing, limits },
      instrument,
      firstDeliveryDay,
      book: new LadderOrderBook(),
      mtm: future.mtm,
      limits,
      last: null,
    });
  }
  return {
    referenceData: data,
    rules: data.market,
    holidays,
    contracts,
    members: new Map(data.members.map((member) => [member.code, member])),
    dealers: new Map(data.dealers.map((dealer) => [`${dealer.member}/${dealer.code}`, dealer])),
    clients: new Map(data.clients.map((client) => [client.code, client])),
    businessDay,
  };
}

function holidaysOf(data: ReferenceData): Holidays {
  const days = data.holidays.map(({ date }) => parseIsoDate(date));
  return new Set(days.filter((day): day is Day => day !== null));
}

function listFuture(future: Future, holidays: Holidays): { listing: ContractListing; firstDeliveryDay: Day } {
  const { firstDeliveryDay, lastTradingDay, optionExpiry } = contractDates(future, holidays);
  const listing: ContractListing = {
    contract: futureName(future.instrument, future),
    displaySeq: future.displaySeq,
    instrument: future.instrument,
    contractDate: contractDateName(future),
    systemCode: systemCode(future.instrument, lastTradingDay, 'F'),
    flag: 'F',
    strike: cents(0),
    contractType: 1,
    firstDeliveryDay: isoDate(firstDeliveryDay),
    lastTradingDay: isoDate(lastTradingDay),
    optionExpiry: isoDate(optionExpiry),
    mtm: future.mtm,
    limits: null,
    openInterest: future.openInterest,
  };
  return { listing, firstDeliveryDay };
}
