// The checks of options, splits and spreads in reference data: legs and underlyings are listed, one tick is a multiple of
// the other, strikes are on the grid.
import {
  contractDateName,
  futureName,
  optionName,
  splitName,
  spreadName,
} from '../contracts/contract-names.ts';
import type { StrikeGrid } from '../contracts/instrument.ts';
import { highestVolatility, lowestVolatility } from '../contracts/volatility-curve.ts';
import { contractsPerStrike } from './make-contracts.ts';
import type { OptionSeries, ReferenceData } from './reference-data.ts';

/** Null when they can be listed, else the first fault. The rest of the data must have passed its check. */
export function derivedContractsFault(data: ReferenceData): string | null {
  const futures = new Map(data.futures.map((future) => [futureName(future.instrument, future), future]));
  const instruments = new Map(data.instruments.map((instrument) => [instrument.code, instrument]));
  for (const { code, strikes, tick } of data.instruments) {
    const fault = strikes === undefined ? null : gridFault(strikes, tick);
    if (fault !== null) return `instrument ${code} has ${fault}`;
  }
  for (const series of data.options ?? []) {
    const name = futureName(series.instrument, series);
    if (!futures.has(name)) return `options are on ${name}, which is not listed`;
    const grid = instruments.get(series.instrument)?.strikes;
    if (grid === undefined) return `options are on ${name}, whose instrument has no grid of strikes`;
    const fault = seriesFault(series, grid);
    if (fault !== null) return `the options on ${name} have ${fault}`;
  }
  const pairs = pairsOf(data);
  for (const { name, legs } of pairs) {
    const missing = legs.find((leg) => !futures.has(leg));
    if (missing !== undefined) return `${name} has the leg ${missing}, which is not listed`;
    if (legs[0] === legs[1]) return `${name} has the same leg twice`;
    const ticks = legs.map((leg) => instruments.get(futures.get(leg)?.instrument ?? '')?.tick ?? 1);
    if (Math.max(...ticks) % Math.min(...ticks) !== 0)
      return `${name} has legs neither of whose ticks is a multiple of the other`;
  }
  const unordered = (data.splits ?? []).find(
    ({ near, far }) => near.year * 12 + near.month > far.year * 12 + far.month,
  );
  if (unordered !== undefined)
    return `the split of ${unordered.instrument} has ${contractDateName(unordered.far)} as its far month, which is the nearer one`;
  return seqFault(data, pairs);
}

function pairsOf({ splits = [], spreads = [] }: ReferenceData) {
  return [
    ...splits.map(({ instrument, near, far, displaySeq }) => ({
      name: splitName(instrument, near, far),
      legs: [futureName(instrument, near), futureName(instrument, far)] as const,
      displaySeq,
    })),
    ...spreads.map((spread) => ({
      name: spreadName(spread),
      legs: [futureName(spread.first, spread), futureName(spread.second, spread)] as const,
      displaySeq: spread.displaySeq,
    })),
  ];
}

/** Display numbers and names are each used once, over all kinds of contracts. */
function seqFault(data: ReferenceData, pairs: ReturnType<typeof pairsOf>): string | null {
  const seen = new Map<number, string>();
  const names = new Set<string>();
  const take = (displaySeq: number, name: string): string | null => {
    const other = seen.get(displaySeq);
    if (other !== undefined) return `${name} has displaySeq ${displaySeq}, as ${other} has`;
    if (!positive(displaySeq)) return `${name} has displaySeq ${displaySeq}`;
    if (names.has(name)) return `contract ${name} is listed twice`;
    seen.set(displaySeq, name);
    names.add(name);
    return null;
  };
  for (const future of data.futures) {
    const fault = take(future.displaySeq, futureName(future.instrument, future));
    if (fault !== null) return fault;
  }
  for (const { name, displaySeq } of pairs) {
    const fault = take(displaySeq, name);
    if (fault !== null) return fault;
  }
  for (const series of data.options ?? [])
    for (const [at, strike] of series.strikes.entries()) {
      const option = { strike, type: 'call', isDelta: false } as const;
      for (let place = 0; place < contractsPerStrike; place += 1) {
        const name = optionName(futureName(series.instrument, series), option) + '.'.repeat(place);
        const fault = take(series.displaySeq + at * contractsPerStrike + place, name);
        if (fault !== null) return fault;
      }
    }
  return null;
}

function gridFault({ near, far, nearSteps, farSteps = 0 }: StrikeGrid, tick: number): string | null {
  if (!positive(near) || !positive(far)) return 'no usable distance between strikes';
  if (near % tick !== 0 || far % near !== 0)
    return 'distances between strikes that are not multiples of one another and of the tick';
  const areCounts = [nearSteps, farSteps].every((steps) => Number.isSafeInteger(steps) && steps >= 0);
  return areCounts ? null : 'no usable number of strikes';
}

function seriesFault({ strikes, curve }: OptionSeries, { near }: StrikeGrid): string | null {
  const wrong = strikes.find((strike) => !positive(strike) || strike % near !== 0);
  if (wrong !== undefined) return `a strike of ${wrong} cents, off the grid of ${near}`;
  const { atTheMoney, skewBelow, skewAbove } = curve;
  if (!positive(atTheMoney) || atTheMoney < lowestVolatility || atTheMoney > highestVolatility)
    return `a volatility of ${atTheMoney}`;
  if (![skewBelow, skewAbove].every((skew) => Number.isSafeInteger(skew))) return 'no usable skew';
  return null;
}

const positive = (value: number): boolean => Number.isSafeInteger(value) && value > 0;
