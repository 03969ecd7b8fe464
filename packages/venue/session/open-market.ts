// Opening the market: the first command of a journal, with the whole reference data inside. What the data contradicts is
// rejected with the reason; nothing is half opened.
import type { OpenMarket } from '../commands.ts';
import { type Day, parseIsoDate } from '../kernel/civil-date.ts';
import type { Holidays } from '../kernel/trading-day.ts';
import { listContracts } from '../reference/list-contracts.ts';
import type { ReferenceData } from '../reference/reference-data.ts';
import { referenceDataFault } from '../reference/reference-data-check.ts';
import { type Rejection, rejection } from '../rejections.ts';
import type { Handling, Market, VenueState } from '../state.ts';
import { Session } from './session.ts';

export function openMarket(state: VenueState, command: OpenMarket, handling: Handling): Rejection | null {
  if (state.market !== null) return rejection('marketAlreadyOpened');
  const businessDay = parseIsoDate(command.businessDay);
  const why =
    businessDay === null ? `"${command.businessDay}" is no day` : referenceDataFault(command.referenceData);
  if (businessDay === null || why !== null) return rejection('referenceDataUnusable', { why: why ?? '' });

  const market = marketOf(command.referenceData, businessDay);
  state.market = market;

  const { holidays, instruments, members, dealers, clients, tripartites = [] } = command.referenceData;
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
    tripartites,
  });
  return null;
}

/** The market as it stands on its first day; the data has passed its check. */
export function marketOf(data: ReferenceData, businessDay: Day): Market {
  const holidays = holidaysOf(data);
  const contracts = listContracts(data, { businessDay, holidays });
  return {
    referenceData: data,
    rules: data.market,
    holidays,
    contracts,
    added: [],
    session: new Session(),
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
