// Opening the market: the first command of a journal, with all of the reference data inside. Data that fails its checks is
// rejected with the reason, and nothing is opened.
import type { ContractListing } from '../contracts/contract-listing.ts';
import type { Instrument } from '../contracts/instrument.ts';
import { type IsoDate, parseIsoDate } from '../kernel/civil-date.ts';
import type { CommandContext } from '../kernel/command-context.ts';
import { detailed, fixed, type Rejection, rejectionsFrom } from '../kernel/rejection.ts';
import type { PricingState } from '../pricing/curves.ts';
import { emptyMarket, firstAdditions } from '../reference/market.ts';
import type {
  Client,
  Dealer,
  Holiday,
  MarketRules,
  Member,
  ReferenceData,
  Tripartite,
} from '../reference/reference-data.ts';
import { openingDatesFaults, referenceDataFault } from '../reference/reference-data-check.ts';
import type { SiloData } from '../reference/silo-data.ts';
import { listAddition } from './list-addition.ts';

export interface OpenMarket {
  readonly kind: 'openMarket';
  readonly businessDay: IsoDate;
  readonly referenceData: ReferenceData;
}

export interface MarketOpened {
  readonly kind: 'marketOpened';
  readonly businessDay: IsoDate;
  readonly market: MarketRules;
  readonly holidays: readonly Holiday[];
  readonly instruments: readonly Instrument[];
  readonly contracts: readonly ContractListing[];
  readonly members: readonly Member[];
  readonly dealers: readonly Dealer[];
  readonly clients: readonly Client[];
  readonly tripartites: readonly Tripartite[];
  /** Null if nothing is delivered by silo certificates. */
  readonly silo: SiloData | null;
}

export const openingRejections = {
  marketAlreadyOpened: fixed({
    when: 'a second opening',
    sentence: 'The market has already been opened, and can be opened only once.',
  }),
  referenceDataUnusable: detailed({
    when: 'the reference data contradict themselves',
    examples: [{ why: 'contract DEC26 WMAZ is listed twice' }],
    sentence: (v) => `The reference data cannot open a market: ${v.why}.`,
  }),
};
const reject = rejectionsFrom(openingRejections);

export function openMarket(
  { state, emit }: CommandContext<PricingState, MarketOpened>,
  { businessDay, referenceData }: OpenMarket,
): Rejection | null {
  if (state.reference.market !== null) return reject('marketAlreadyOpened');
  const day = parseIsoDate(businessDay);
  if (day === null) return reject('referenceDataUnusable', { why: `"${businessDay}" is not a date` });
  const [wrongDate] = openingDatesFaults(referenceData);
  const why = referenceDataFault(referenceData) ?? wrongDate?.text;
  if (why !== undefined) return reject('referenceDataUnusable', { why });

  const market = emptyMarket(referenceData, day);
  state.reference.market = market;
  const contracts = firstAdditions(referenceData).flatMap((firstAddition) =>
    listAddition(state, market, firstAddition),
  );

  const { holidays, instruments, members, dealers, clients, tripartites = [], silo = null } = referenceData;
  emit({
    kind: 'marketOpened',
    businessDay,
    market: market.rules,
    holidays,
    instruments,
    contracts,
    members,
    dealers,
    clients,
    tripartites,
    silo,
  });
  return null;
}
