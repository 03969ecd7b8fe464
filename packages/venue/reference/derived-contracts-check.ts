// The checks of options, splits and spreads in reference data: legs and underlyings are listed, one tick is a multiple of the other tick,
// and strikes are on the grid.

import {
  contractDateName,
  futureName,
  maxPrice,
  maxPriceOf,
  optionName,
  splitName,
  spreadName,
} from '@openpit/terms';
import type { StrikeGrid } from '../contracts/instrument.ts';
import { highestVolatility, lowestVolatility } from '../contracts/volatility-curve.ts';
import { parseIsoDate } from '../kernel/civil-date.ts';
import { type Holidays, isBusinessDay } from '../kernel/trading-day.ts';
import { contractsPerStrike, datesOf } from './make-contracts.ts';
import { daysOf } from './market.ts';
import type { Future, OptionSeries, ReferenceData } from './reference-data.ts';
import { type Faults, type FaultUnits, isCount, isPositive } from './reference-fault.ts';

export function* derivedContractsFaults(data: ReferenceData, units: FaultUnits): Faults {
  const { splits = [], options = [] } = data;
  const futures = new Map(data.futures.map((future) => [futureName(future.instrument, future), future]));
  const instruments = new Map(data.instruments.map((instrument) => [instrument.code, instrument]));
  for (const [at, { code, strikes, tick }] of data.instruments.entries()) {
    const fault = strikes === undefined ? null : gridFault(strikes, tick);
    if (fault !== null) yield { path: `instruments.${at}.strikes`, text: `instrument ${code} has ${fault}` };
  }
  const holidays = daysOf(data.holidays);
  for (const [at, series] of options.entries()) {
    const name = futureName(series.instrument, series);
    const path = `options.${at}`;
    const instrument = instruments.get(series.instrument);
    const grid = instrument?.strikes;
    const highest = instrument === undefined ? maxPrice : maxPriceOf(instrument);
    const strike = series.strikes.find((strike) => strike > highest);
    if (strike !== undefined)
      yield {
        path: `${path}.strikes`,
        text: `the options on ${name} have a strike of ${units.amount(strike)}, above the ${units.amount(highest)} of a contract of this size and tick`,
      };
    if (!futures.has(name))
      yield { path: `${path}.month`, text: `options are on ${name}, which is not listed`, isMissing: true };
    else if (grid === undefined)
      yield {
        path: `${path}.instrument`,
        text: `options are on ${name}, whose instrument has no grid of strikes`,
        isMissing: true,
      };
    for (const fault of seriesFaults(series, grid?.near, units))
      yield { path: `${path}.${fault.path}`, text: `the options on ${name} have ${fault.text}` };
    const late = expiryFault(series, futures.get(name), holidays);
    if (late !== null) yield { path: `${path}.expires`, text: `the options on ${name} have ${late}` };
  }
  const pairs = pairsOf(data);
  for (const { path, name, legs } of pairs) {
    const missing = legs.find((leg) => !futures.has(leg));
    if (missing !== undefined) {
      yield { path, text: `${name} has the leg ${missing}, which is not listed`, isMissing: true };
      continue;
    }
    if (legs[0] === legs[1]) yield { path, text: `${name} has the same leg twice` };
    const ticks = legs.map((leg) => instruments.get(futures.get(leg)?.instrument ?? '')?.tick ?? 1);
    if (ticks.every(isPositive) && Math.max(...ticks) % Math.min(...ticks) !== 0)
      yield { path, text: `${name} has legs neither of whose ticks is a multiple of the other` };
  }
  for (const [at, { instrument, near, far }] of splits.entries())
    if (near.year * 12 + near.month > far.year * 12 + far.month)
      yield {
        path: `splits.${at}.far`,
        text: `the split of ${instrument} has ${contractDateName(far)} as its far month, which is the nearer one`,
      };
  yield* seqFaults(data, pairs);
}

function pairsOf({ splits = [], spreads = [] }: ReferenceData) {
  return [
    ...splits.map(({ instrument, near, far, displaySeq }, at) => ({
      path: `splits.${at}`,
      name: splitName(instrument, near, far),
      legs: [futureName(instrument, near), futureName(instrument, far)] as const,
      displaySeq,
    })),
    ...spreads.map((spread, at) => ({
      path: `spreads.${at}`,
      name: spreadName(spread),
      legs: [futureName(spread.first, spread), futureName(spread.second, spread)] as const,
      displaySeq: spread.displaySeq,
    })),
  ];
}

/** Finds display numbers and names that contracts of any kind share. */
function* seqFaults(data: ReferenceData, pairs: ReturnType<typeof pairsOf>): Faults {
  const namesBySeq = new Map<number, string>();
  const names = new Set<string>();
  const faultOf = (displaySeq: number, name: string): string | null => {
    const other = namesBySeq.get(displaySeq);
    if (other !== undefined) return `${name} has displaySeq ${displaySeq}, as ${other} has`;
    if (!isPositive(displaySeq)) return `${name} has displaySeq ${displaySeq}`;
    if (names.has(name)) return `contract ${name} is listed twice`;
    namesBySeq.set(displaySeq, name);
    names.add(name);
    return null;
  };
  // An earlier check reports the faults that concern futures alone.
  for (const { displaySeq, instrument, ...month } of data.futures)
    faultOf(displaySeq, futureName(instrument, month));
  for (const { path, name, displaySeq } of pairs) {
    const text = faultOf(displaySeq, name);
    if (text !== null) yield { path: `${path}.displaySeq`, text };
  }
  for (const [index, series] of (data.options ?? []).entries()) {
    const texts: string[] = [];
    for (const [at, strike] of series.strikes.entries()) {
      const option = { strike, type: 'call', isDelta: false } as const;
      for (let place = 0; place < contractsPerStrike; place += 1) {
        const name = optionName(futureName(series.instrument, series), option) + '.'.repeat(place);
        const text = faultOf(series.displaySeq + at * contractsPerStrike + place, name);
        if (text !== null) texts.push(text);
      }
    }
    // The numbers of a series follow one another, so the first fault explains the others.
    const [text] = texts;
    if (text !== undefined) yield { path: `options.${index}.displaySeq`, text };
  }
}

/** Far more strikes than a month has. */
const maxSteps = 1_000;

function gridFault({ near, far, nearSteps, farSteps = 0 }: StrikeGrid, tick: number): string | null {
  if (!isPositive(near) || !isPositive(far)) return 'no usable distance between strikes';
  if (near % tick !== 0 || far % near !== 0)
    return 'distances between strikes that are not multiples of one another and of the tick';
  const areCounts = [nearSteps, farSteps].every((steps) => isCount(steps) && steps <= maxSteps);
  return areCounts ? null : 'no usable number of strikes';
}

/** `near`: the distance between strikes; undefined if the instrument has none. */
function* seriesFaults(
  { strikes, curve }: OptionSeries,
  near: number | undefined,
  { amount, figure, percent }: FaultUnits,
): Faults {
  const wrong = strikes.find(
    (strike) => !isPositive(strike) || (near !== undefined && isPositive(near) && strike % near !== 0),
  );
  if (wrong !== undefined)
    yield { path: 'strikes', text: `a strike of ${amount(wrong)}, off the grid of ${figure(near ?? 0)}` };
  const { atTheMoney, skewBelow, skewAbove } = curve;
  if (!isPositive(atTheMoney) || atTheMoney < lowestVolatility || atTheMoney > highestVolatility)
    yield { path: 'curve.atTheMoney', text: `a volatility of ${percent(atTheMoney)}` };
  for (const [name, skew] of Object.entries({ skewBelow, skewAbove }))
    if (!Number.isSafeInteger(skew)) yield { path: `curve.${name}`, text: 'no usable skew' };
}

function expiryFault(
  { expires }: OptionSeries,
  future: Future | undefined,
  holidays: Holidays,
): string | null {
  if (expires === undefined || future === undefined) return null;
  const day = parseIsoDate(expires);
  if (day === null || !isBusinessDay(day, holidays))
    return `the expiry "${expires}", which is no business day`;
  const { lastTradingDay } = datesOf(future, holidays);
  return day <= lastTradingDay ? null : `the expiry ${expires}, after the last trading day of the future`;
}
