// Contracts made from reference data: futures, the options on them with their deltas, splits and spreads (MODEL-3,
// MODEL-4). Names and dates follow by rule.
import { contractDateName, futureName, optionName, splitName, spreadName } from '@openpit/terms';
import { type Contract, lotsOfEqualTons, type OptionTerms, type PairTerms } from '../contracts/contract.ts';
import { type ContractDates, contractDates } from '../contracts/contract-dates.ts';
import type { Instrument } from '../contracts/instrument.ts';
import { mustExist } from '../kernel/assert.ts';
import { civilOf, type Day, type IsoDate, parseIsoDate } from '../kernel/civil-date.ts';
import type { Holidays } from '../kernel/trading-day.ts';
import { asPrice, type Price } from '../kernel/units.ts';
import { LadderOrderBook } from '../order-book/ladder-book.ts';
import type { Future, OptionSeries, Split, Spread } from './reference-data.ts';

const monthLetters = 'FGHJKMNQUVXZ';

/**
 * `FZQ23 WMAZ`: flag, month letter, year letter (A = 2010), day of expiry. Years run from 2010 to 2035; beyond that the
 * letter is `?`, because the exchange has not defined a letter after Z.
 */
export function systemCode(instrument: string, expiry: Day, flag: 'F' | 'C' | 'P'): string {
  const { year, month, dayOfMonth } = civilOf(expiry);
  const yearLetter = year >= 2010 && year <= 2035 ? String.fromCharCode(65 + year - 2010) : '?';
  return `${flag}${monthLetters[month - 1] ?? '?'}${yearLetter}${String(dayOfMonth).padStart(2, '0')} ${instrument}`;
}

/** Contracts by name, in the order of listing. */
export type Contracts = ReadonlyMap<string, Contract>;

/** Call, put, and a delta of each. */
export const contractsPerStrike = 4;

/** The dates of a future, from the reference data or by the rule for the month. */
export function datesOf(future: Future, holidays: Holidays): ContractDates {
  const byRule = contractDates(future, holidays);
  const givenDay = (date: IsoDate | undefined) => (date === undefined ? null : parseIsoDate(date));
  return {
    firstDeliveryDay: givenDay(future.firstDeliveryDay) ?? byRule.firstDeliveryDay,
    lastTradingDay: givenDay(future.lastTradingDay) ?? byRule.lastTradingDay,
    optionExpiry: givenDay(future.optionExpiry) ?? byRule.optionExpiry,
  };
}

/** `index`: the index of the contract. */
export function makeFuture(
  future: Future,
  { instrument, holidays, index }: { instrument: Instrument; holidays: Holidays; index: number },
): Contract {
  const { firstDeliveryDay, lastTradingDay, optionExpiry } = datesOf(future, holidays);
  return {
    index,
    name: futureName(future.instrument, future),
    kind: 'future',
    displaySeq: future.displaySeq,
    contractDate: contractDateName(future),
    systemCode: systemCode(future.instrument, lastTradingDay, 'F'),
    flag: 'F',
    strike: asPrice(0),
    instrument,
    firstDeliveryDay,
    lastDay: lastTradingDay,
    optionExpiry,
    tick: instrument.tick,
    option: null,
    pair: null,
    book: new LadderOrderBook(),
  };
}

/** The options on a future, four contracts for each strike. `index`: the index of the first. */
export function makeSeries(contracts: Contracts, series: OptionSeries, index: number): Contract[] {
  const underlying = futureOf(contracts, series.instrument, series);
  const expiry =
    (series.expires === undefined ? null : parseIsoDate(series.expires)) ?? underlying.optionExpiry;
  const number = seriesNumber(contracts, { underlying, expiry, index });
  return series.strikes.flatMap((strike, place) => {
    const before = place * contractsPerStrike;
    const displaySeq = series.displaySeq + before;
    return makeStrike(underlying, { strike, expiry, series: number, displaySeq, index: index + before });
  });
}

/** The number of the series with this expiry, to which options are listed. `index`: the index of the first of them. */
export function seriesNumber(
  contracts: Contracts,
  {
    underlying,
    expiry,
    index,
  }: { readonly underlying: Contract; readonly expiry: Day; readonly index: number },
): number {
  const others = [...contracts.values()].flatMap(({ option }) =>
    option?.underlying === underlying ? [option] : [],
  );
  const same = others.find((option) => option.expiry === expiry);
  return same?.series ?? (others.length === 0 ? underlying.index : index);
}

/** The four contracts of a strike. `displaySeq` and `index` belong to its call. */
export function makeStrike(
  underlying: Contract,
  {
    displaySeq,
    index,
    ...series
  }: {
    readonly strike: Price;
    readonly expiry: Day;
    readonly series: number;
    readonly displaySeq: number;
    readonly index: number;
  },
): Contract[] {
  const contracts: Contract[] = [];
  for (const isDelta of [false, true])
    for (const type of ['call', 'put'] as const) {
      const outright = isDelta
        ? mustExist(contracts[type === 'call' ? 0 : 1], 'options are made before their deltas')
        : null;
      const terms = { type, underlying, outright, ...series };
      const place = contracts.length;
      contracts.push(makeOption(terms, { displaySeq: displaySeq + place, index: index + place }));
    }
  return contracts;
}

function makeOption(
  terms: OptionTerms,
  { displaySeq, index }: { readonly displaySeq: number; readonly index: number },
): Contract {
  const { type, strike, underlying, expiry, outright } = terms;
  const { instrument } = underlying;
  const flag = type === 'call' ? 'C' : 'P';
  const isDelta = outright !== null;
  return {
    index,
    name: optionName(underlying.name, { strike, type, isDelta }),
    kind: isDelta ? 'delta' : 'option',
    displaySeq,
    contractDate: underlying.contractDate,
    systemCode: optionName(systemCode(instrument.code, expiry, flag), { strike, type, isDelta }),
    flag,
    strike,
    instrument,
    firstDeliveryDay: underlying.firstDeliveryDay,
    lastDay: expiry,
    optionExpiry: expiry,
    // A delta is quoted in volatility, in steps of a hundredth of a percent.
    tick: isDelta ? asPrice(1) : instrument.tick,
    option: terms,
    pair: null,
    book: new LadderOrderBook(),
  };
}

export function makeSplit(
  contracts: Contracts,
  { instrument, near, far, displaySeq }: Split,
  index: number,
): Contract {
  const [minus, plus] = [futureOf(contracts, instrument, near), futureOf(contracts, instrument, far)];
  const name = splitName(instrument, near, far);
  return makePair({
    name,
    contractDate: contractDateName(near),
    displaySeq,
    index,
    kind: 'split',
    plus,
    minus,
  });
}

export function makeSpread(contracts: Contracts, spread: Spread, index: number): Contract {
  const plus = futureOf(contracts, spread.first, spread);
  const minus = futureOf(contracts, spread.second, spread);
  const { displaySeq } = spread;
  const contractDate = contractDateName(spread);
  return makePair({ name: spreadName(spread), contractDate, displaySeq, index, kind: 'spread', plus, minus });
}

function makePair(pair: {
  readonly name: string;
  readonly contractDate: string;
  readonly displaySeq: number;
  readonly index: number;
  readonly kind: 'split' | 'spread';
  readonly plus: Contract;
  readonly minus: Contract;
}): Contract {
  const { plus, minus, kind, name, contractDate, displaySeq, index } = pair;
  const ratio = lotsOfEqualTons(plus.instrument.tonsPerContract, minus.instrument.tonsPerContract);
  const terms: PairTerms = { kind, plus, minus, ...ratio };
  const [near, far] = kind === 'split' ? [minus, plus] : [plus, minus];
  return {
    index,
    name,
    kind,
    displaySeq,
    contractDate,
    systemCode: `${near.systemCode}-${far.systemCode}`,
    flag: 'F',
    strike: asPrice(0),
    instrument: near.instrument,
    ...pairDates(terms),
    tick: asPrice(Math.max(plus.tick, minus.tick)),
    option: null,
    pair: terms,
    book: new LadderOrderBook(),
  };
}

/** A pair has the dates of the leg that expires first. */
export function pairDates({
  kind,
  plus,
  minus,
}: PairTerms): Pick<Contract, 'firstDeliveryDay' | 'lastDay' | 'optionExpiry'> {
  const [near, far] = kind === 'split' ? [minus, plus] : [plus, minus];
  const { firstDeliveryDay, lastDay, optionExpiry } = near.lastDay <= far.lastDay ? near : far;
  return { firstDeliveryDay, lastDay, optionExpiry };
}

function futureOf(contracts: Contracts, instrument: string, month: Pick<Future, 'year' | 'month'>): Contract {
  const name = futureName(instrument, month);
  return mustExist(contracts.get(name), `${name} is a leg or an underlying, but not listed`);
}
