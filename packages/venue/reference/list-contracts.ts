// The contracts of a market's first day, made from its reference data: futures, then the options on them with their delta
// twins, then splits and spreads (MODEL-3, MODEL-4; domain §2). Names, dates and MTMs follow by rule.
import type { ContractListing } from '../events.ts';
import { present } from '../kernel/assert.ts';
import { type Day, isoDate, parseIsoDate } from '../kernel/civil-date.ts';
import type { Holidays } from '../kernel/trading-day.ts';
import { type Cents, cents } from '../kernel/units.ts';
import { daysLeft, type OptionTerms, optionMtm } from '../options/option-terms.ts';
import { LadderOrderBook } from '../order-book/ladder-book.ts';
import { lotsOfEqualTons, type PairTerms, pairMtm } from '../pairs/pair-terms.ts';
import { priceLimits } from '../session/price-limits.ts';
import type { Contract } from '../state.ts';
import { contractDates } from './contract-dates.ts';
import {
  contractDateName,
  futureName,
  optionName,
  splitName,
  spreadName,
  systemCode,
} from './contract-names.ts';
import type { Future, Instrument, OptionSeries, ReferenceData, Split, Spread } from './reference-data.ts';

/** Contracts by name, in the order of listing. */
export type Contracts = Map<string, Contract>;

export interface ListingDay {
  readonly businessDay: Day;
  readonly holidays: Holidays;
}

/** The data has passed its check. */
export function listContracts(data: ReferenceData, day: ListingDay): Contracts {
  const contracts: Contracts = new Map();
  const instruments = new Map(data.instruments.map((instrument) => [instrument.code, instrument]));
  const list = (contract: Contract) => contracts.set(contract.listing.contract, contract);
  for (const future of data.futures)
    list(listFuture(future, present(instruments.get(future.instrument), future.instrument), day));
  for (const series of data.options ?? [])
    for (const contract of listSeries(contracts, series, day)) list(contract);
  for (const split of data.splits ?? []) list(listSplit(contracts, split));
  for (const spread of data.spreads ?? []) list(listSpread(contracts, spread));
  return contracts;
}

/** Call, put, and a delta twin of each. */
export const contractsAStrike = 4;

/** Also for a month that comes later. */
export function listFuture(future: Future, instrument: Instrument, day: ListingDay): Contract {
  const { firstDeliveryDay, lastTradingDay, optionExpiry } = contractDates(future, day.holidays);
  const limits = priceLimits({ instrument, firstDeliveryDay, mtm: future.mtm, businessDay: day.businessDay });
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
    limits,
    openInterest: future.openInterest,
  };
  return contractOf(listing, {
    instrument,
    firstDeliveryDay,
    lastDay: lastTradingDay,
    tick: instrument.tick,
  });
}

/** The options on a future, which has a volatility curve from now on; also for a month that comes later. */
export function listSeries(
  contracts: ReadonlyMap<string, Contract>,
  series: OptionSeries,
  day: Pick<ListingDay, 'businessDay'>,
): Contract[] {
  const underlying = legOf(contracts, series.instrument, series);
  underlying.curve = { ...series.curve };
  return series.strikes.flatMap((strike, at) =>
    listStrike(underlying, { strike, displaySeq: series.displaySeq + at * contractsAStrike }, day),
  );
}

/** The four contracts of a strike, none of them listed yet; also for a strike that is added during the day. */
export function listStrike(
  underlying: Contract,
  { strike, displaySeq }: { readonly strike: Cents; readonly displaySeq: number },
  day: Pick<ListingDay, 'businessDay'>,
): Contract[] {
  const expiry = present(parseIsoDate(underlying.listing.optionExpiry), 'a future has an expiry of options');
  const listed: Contract[] = [];
  for (const isDelta of [false, true])
    for (const type of ['call', 'put'] as const) {
      const outright = isDelta
        ? present(listed[type === 'call' ? 0 : 1], 'options come before their twins')
        : null;
      const terms = { type, strike, underlying, expiry, outright };
      const seq = displaySeq + listed.length;
      listed.push(listOption(terms, { displaySeq: seq, businessDay: day.businessDay }));
    }
  return listed;
}

function listOption(
  terms: OptionTerms,
  { displaySeq, businessDay }: { readonly displaySeq: number; readonly businessDay: Day },
): Contract {
  const { type, strike, underlying, expiry, outright } = terms;
  const { contract, instrument, contractDate, firstDeliveryDay } = underlying.listing;
  const { mtm, volatility } = optionMtm(terms, daysLeft(expiry, businessDay));
  const flag = type === 'call' ? 'C' : 'P';
  const isDelta = outright !== null;
  const listing: ContractListing = {
    contract: optionName(contract, { strike, type, isDelta }),
    displaySeq,
    instrument,
    contractDate,
    systemCode: optionName(systemCode(instrument, expiry, flag), { strike, type, isDelta }),
    flag,
    strike,
    contractType: isDelta ? 5 : 2,
    firstDeliveryDay,
    lastTradingDay: isoDate(expiry),
    optionExpiry: isoDate(expiry),
    mtm,
    limits: null,
    openInterest: 0,
    underlying: contract,
    volatility,
  };
  return contractOf(listing, {
    instrument: underlying.instrument,
    firstDeliveryDay: underlying.firstDeliveryDay,
    lastDay: expiry,
    // A delta is quoted in volatility, by hundredths of a percent.
    tick: isDelta ? cents(1) : underlying.instrument.tick,
    option: terms,
  });
}

/** Also for a pair of months that come later. */
export function listSplit(
  contracts: ReadonlyMap<string, Contract>,
  { instrument, near, far, displaySeq }: Split,
): Contract {
  const [minus, plus] = [legOf(contracts, instrument, near), legOf(contracts, instrument, far)];
  const name = splitName(instrument, near, far);
  return listPair({ name, contractDate: contractDateName(near), displaySeq, kind: 'split', plus, minus });
}

/** Also for a month that comes later. */
export function listSpread(contracts: ReadonlyMap<string, Contract>, spread: Spread): Contract {
  const plus = legOf(contracts, spread.first, spread);
  const minus = legOf(contracts, spread.second, spread);
  const contractDate = contractDateName(spread);
  const { displaySeq } = spread;
  return listPair({ name: spreadName(spread), contractDate, displaySeq, kind: 'spread', plus, minus });
}

function listPair(pair: {
  readonly name: string;
  readonly contractDate: string;
  readonly displaySeq: number;
  readonly kind: 'split' | 'spread';
  readonly plus: Contract;
  readonly minus: Contract;
}): Contract {
  const { plus, minus, kind, name, contractDate, displaySeq } = pair;
  const ratio = lotsOfEqualTons(plus.instrument.tonsPerContract, minus.instrument.tonsPerContract);
  const terms: PairTerms = { kind, plus, minus, ...ratio };
  const [near, far] = kind === 'split' ? [minus, plus] : [plus, minus];
  const first = near.lastDay <= far.lastDay ? near : far;
  const { firstDeliveryDay, lastDay } = first;
  const listing: ContractListing = {
    contract: name,
    displaySeq,
    instrument: near.listing.instrument,
    contractDate,
    systemCode: `${near.listing.systemCode}-${far.listing.systemCode}`,
    flag: 'F',
    strike: cents(0),
    contractType: kind === 'split' ? 4 : 3,
    firstDeliveryDay: isoDate(firstDeliveryDay),
    lastTradingDay: isoDate(lastDay),
    optionExpiry: first.listing.optionExpiry,
    mtm: pairMtm(terms),
    limits: null,
    openInterest: 0,
    legs: {
      near: near.listing.contract,
      far: far.listing.contract,
      plus: plus.listing.contract,
      minus: minus.listing.contract,
      ...ratio,
    },
  };
  const tick = cents(Math.max(plus.tick, minus.tick));
  return contractOf(listing, { instrument: near.instrument, firstDeliveryDay, lastDay, tick, pair: terms });
}

function contractOf(
  listing: ContractListing,
  parts: Pick<Contract, 'instrument' | 'firstDeliveryDay' | 'lastDay' | 'tick'> &
    Partial<Pick<Contract, 'option' | 'pair'>>,
): Contract {
  const { instrument, firstDeliveryDay, lastDay, tick, option = null, pair = null } = parts;
  const { mtm, limits } = listing;
  const book = new LadderOrderBook();
  const day = { lock: null, last: null, high: null, low: null };
  return {
    listing,
    instrument,
    firstDeliveryDay,
    lastDay,
    tick,
    option,
    pair,
    book,
    curve: null,
    mtm,
    limits,
    ...day,
  };
}

function legOf(
  contracts: ReadonlyMap<string, Contract>,
  instrument: string,
  month: Pick<Future, 'year' | 'month'>,
): Contract {
  const name = futureName(instrument, month);
  return present(contracts.get(name), `${name} is a leg or an underlying and not listed`);
}
