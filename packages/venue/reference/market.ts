// The market as its reference data describes it: its contracts, people and rules, and the running business day.
import type { Contract, OptionTerms } from '../contracts/contract.ts';
import type { Instrument } from '../contracts/instrument.ts';
import { mustExist } from '../kernel/assert.ts';
import { type Day, type IsoDate, parseIsoDate } from '../kernel/civil-date.ts';
import type { CommandContext } from '../kernel/command-context.ts';
import { businessDaysAfter, type Holidays } from '../kernel/trading-day.ts';
import type { Price } from '../kernel/units.ts';
import {
  contractsPerStrike,
  makeFuture,
  makeSeries,
  makeSplit,
  makeSpread,
  makeStrike,
  pairDates,
  seriesNumber,
} from './make-contracts.ts';
import type {
  Client,
  Dealer,
  Future,
  Holiday,
  MarketRules,
  Member,
  OptionSeries,
  ReferenceData,
  Split,
  Spread,
} from './reference-data.ts';

/** A listing, the source of the first day's contracts and of later contracts. */
export type Addition =
  | { readonly kind: 'future'; readonly future: Future }
  | { readonly kind: 'options'; readonly series: OptionSeries }
  | { readonly kind: 'split'; readonly split: Split }
  | { readonly kind: 'spread'; readonly spread: Spread }
  | {
      readonly kind: 'strike';
      /** The future, `MAR27 WMAZ`. */
      readonly on: string;
      readonly strike: Price;
      /** The expiry of its series. Omitted before rules 12: the expiry of the first option on the future. */
      readonly expires?: IsoDate;
      /** The number of its call; the other three follow. */
      readonly displaySeq: number;
    };

/**
 * A new date of a future, of the contracts that depend on it, and of the options on it. `expires` moves a series of short-dated options on
 * the future, which do not follow its `optionExpiry`.
 */
export interface DateMove {
  /** The future. */
  readonly contract: string;
  readonly what: 'firstDeliveryDay' | 'lastTradingDay' | 'optionExpiry' | 'expires';
  /** An option of the series of which `expires` moves. Omitted before rules 12: all options on the future. */
  readonly option?: string;
  readonly to: IsoDate;
}

/** The changes that new reference data makes to the market; all values are complete. */
export interface MarketChange {
  readonly rules?: MarketRules;
  readonly holidays?: readonly Holiday[];
  /** New instruments, and instruments with a change. */
  readonly instruments?: readonly Instrument[];
  readonly dates?: readonly DateMove[];
  /** Listed contracts that are followed by later months, like the contracts of the first day. */
  readonly followed?: Pick<ReferenceData, 'futures' | 'options' | 'splits' | 'spreads'>;
}

/** A change of the market after its first listing. The steps are kept in their order. */
export type LaterStep = Addition | { readonly kind: 'change'; readonly change: MarketChange };

export interface Market {
  readonly opening: ReferenceData;
  /** The reference data as changed since; its contracts are those that later months follow. */
  referenceData: ReferenceData;
  rules: MarketRules;
  holidays: Holidays;
  /** The market's own copies: contracts refer to them, and a change writes into them. */
  readonly instruments: Map<string, Instrument>;
  /** By name, in the order of listing. */
  readonly contracts: Map<string, Contract>;
  /** The same contracts, each at its index. */
  readonly listed: Contract[];
  /** All listings and changes after the first day's contracts, so that a restored market repeats them. */
  readonly later: LaterStep[];
  readonly members: Map<string, Member>;
  /** By member and code, `KAND/ABD`. */
  readonly dealers: Map<string, Dealer>;
  readonly clients: Map<string, Client>;
  businessDay: Day;
}

/** The context of every command but the first: the market is open. */
export interface MarketContext<State, Event> extends CommandContext<State, Event> {
  readonly market: Market;
}

/** A market with no contracts yet. */
export function emptyMarket(data: ReferenceData, businessDay: Day): Market {
  return {
    opening: data,
    referenceData: data,
    rules: data.market,
    holidays: daysOf(data.holidays),
    instruments: new Map(data.instruments.map((instrument) => [instrument.code, { ...instrument }])),
    contracts: new Map(),
    listed: [],
    later: [],
    members: new Map(data.members.map((member) => [member.code, member])),
    dealers: new Map(data.dealers.map((dealer) => [`${dealer.member}/${dealer.code}`, dealer])),
    clients: new Map(data.clients.map((client) => [client.code, client])),
    businessDay,
  };
}

export const daysOf = (holidays: readonly Holiday[]): Holidays =>
  new Set(holidays.map(({ date }) => parseIsoDate(date)).filter((day) => day !== null));

/** Applies the change, and records it for a restored market. */
export function changeMarket(market: Market, change: MarketChange): void {
  const { rules, holidays, instruments = [], dates = [], followed } = change;
  market.later.push({ kind: 'change', change });
  if (rules !== undefined) market.rules = rules;
  if (holidays !== undefined) market.holidays = daysOf(holidays);
  for (const instrument of instruments) {
    const listed = market.instruments.get(instrument.code);
    if (listed === undefined) market.instruments.set(instrument.code, { ...instrument });
    else replaceFields(listed, instrument);
  }
  for (const move of dates) moveDate(market, move);
  const { referenceData: dataBefore } = market;
  market.referenceData = {
    ...dataBefore,
    market: market.rules,
    holidays: holidays ?? dataBefore.holidays,
    instruments: [...market.instruments.values()],
    futures: [...dataBefore.futures, ...(followed?.futures ?? [])],
    options: [...(dataBefore.options ?? []), ...(followed?.options ?? [])],
    splits: [...(dataBefore.splits ?? []), ...(followed?.splits ?? [])],
    spreads: [...(dataBefore.spreads ?? []), ...(followed?.spreads ?? [])],
  };
}

function moveDate(market: Market, { contract: name, what: dateName, option: inSeries, to }: DateMove): void {
  const { contracts, listed } = market;
  const future = contractNamed(market, name);
  const day = mustExist(parseIsoDate(to), `"${to}" is not a date`);
  const was = future.optionExpiry;
  if (dateName === 'firstDeliveryDay') future.firstDeliveryDay = day;
  else if (dateName === 'lastTradingDay') future.lastDay = day;
  else if (dateName === 'optionExpiry') future.optionExpiry = day;
  const series = inSeries === undefined ? null : contractNamed(market, inSeries).option?.series;
  // Options that expire on the day already are the series to which the moved options belong then.
  const joined = listed.find(({ option }) => option?.underlying === future && option.expiry === day)?.option;
  for (const contract of contracts.values()) {
    const { option, pair } = contract;
    if (option?.underlying === future) {
      contract.firstDeliveryDay = future.firstDeliveryDay;
      const isMoved =
        dateName === 'optionExpiry'
          ? option.expiry === was
          : dateName === 'expires' && (series === null || option.series === series);
      if (!isMoved) continue;
      option.expiry = day;
      option.series = joined?.series ?? option.series;
      contract.lastDay = day;
      contract.optionExpiry = day;
    } else if (pair?.plus === future || pair?.minus === future) Object.assign(contract, pairDates(pair));
  }
}

function replaceFields(target: Instrument, instrument: Instrument): void {
  for (const field of Object.keys(target)) if (!(field in instrument)) Reflect.deleteProperty(target, field);
  Object.assign(target, instrument);
}

/** The listings of the market's first day: futures first, then the contracts that depend on them. */
export function firstAdditions(data: ReferenceData): Addition[] {
  const { futures, options = [], splits = [], spreads = [] } = data;
  return [
    ...futures.map((future) => ({ kind: 'future', future }) as const),
    ...options.map((series) => ({ kind: 'options', series }) as const),
    ...splits.map((split) => ({ kind: 'split', split }) as const),
    ...spreads.map((spread) => ({ kind: 'spread', spread }) as const),
  ];
}

/** Makes the contracts of an addition and puts them into the market; returns them. */
export function addContracts(market: Market, addition: Addition): Contract[] {
  const added = contractsOf(market, addition);
  for (const contract of added) {
    market.contracts.set(contract.name, contract);
    market.listed.push(contract);
  }
  return added;
}

function contractsOf(market: Market, addition: Addition): Contract[] {
  const { contracts, instruments, holidays } = market;
  const index = contracts.size;
  switch (addition.kind) {
    case 'future': {
      const { future } = addition;
      const instrument = mustExist(instruments.get(future.instrument), `no instrument ${future.instrument}`);
      return [makeFuture(future, { instrument, holidays, index })];
    }
    case 'options':
      return makeSeries(contracts, addition.series, index);
    case 'split':
      return [makeSplit(contracts, addition.split, index)];
    case 'spread':
      return [makeSpread(contracts, addition.spread, index)];
    case 'strike': {
      const { on, strike, expires = '', displaySeq } = addition;
      const underlying = mustExist(contracts.get(on), `no future ${on}`);
      const [first] = seriesOn(market, underlying);
      const expiry = parseIsoDate(expires) ?? first?.option.expiry ?? underlying.optionExpiry;
      const series = seriesNumber(contracts, { underlying, expiry, index });
      return makeStrike(underlying, { strike, expiry, series, displaySeq, index });
    }
  }
}

/** The first option of a series. */
type FirstOption = Contract & { readonly option: OptionTerms };

/** The series of options on a future, each by its first option. */
export function seriesOn({ listed }: Pick<Market, 'listed'>, future: Contract): FirstOption[] {
  const numbers = new Set<number>();
  return listed.filter((contract): contract is FirstOption => {
    const { option } = contract;
    if (option?.underlying !== future || numbers.has(option.series)) return false;
    numbers.add(option.series);
    return true;
  });
}

/** The series on a future that expires last, to which new strikes belong; null if the future has no options. */
export function lastSeriesOn(market: Pick<Market, 'listed'>, future: Contract): OptionTerms | null {
  const all = seriesOn(market, future).map(({ option }) => option);
  return all.reduce<OptionTerms | null>(
    (last, option) => (last === null || option.expiry > last.expiry ? option : last),
    null,
  );
}

/** The contract with this name; throws VenueBug when there is none. */
export const contractNamed = ({ contracts }: Pick<Market, 'contracts'>, name: string): Contract =>
  mustExist(contracts.get(name), `contract ${name} is not listed`);

/** The lowest free display number that leaves the numbers of a strike together: it and the three after it. */
export function nextDisplaySeq({ contracts }: Pick<Market, 'contracts'>): number {
  let highest = 0;
  for (const { displaySeq } of contracts.values()) highest = Math.max(highest, displaySeq);
  return highest + (contractsPerStrike - (highest % contractsPerStrike));
}

/** A physically settled future can still be delivered this many business days after its last trading day. */
export const deliveryDays = 5;

/** The day at whose end positions in a future are closed at the MTM: of a future settled with grain, its last notice day. */
export const settlementDay = ({ holidays }: Pick<Market, 'holidays'>, contract: Contract): Day =>
  contract.instrument.settlement === 'cash'
    ? contract.lastDay
    : businessDaysAfter(contract.lastDay, deliveryDays, holidays);
