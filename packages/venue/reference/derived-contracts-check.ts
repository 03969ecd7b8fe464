// What the reference data of options, splits and spreads must not contradict: legs and underlyings that are listed, ticks that
// go into one another, strikes on the grid.
import { contractDateName, futureName, optionName, splitName, spreadName } from './contract-names.ts';
import { contractsAStrike } from './list-contracts.ts';
import type { OptionSeries, ReferenceData, StrikeGrid } from './reference-data.ts';

/** Null when they can be listed; the rest of the data has passed its check. */
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
      return `${name} has legs whose ticks do not go into one another`;
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

/** Numbers and names are each given once, over all types of contracts. */
function seqFault(data: ReferenceData, pairs: ReturnType<typeof pairsOf>): string | null {
  const seen = new Map<number, string>();
  const names = new Set<string>();
  const take = (displaySeq: number, name: string): string | null => {
    const other = seen.get(displaySeq);
    if (other !== undefined) return `${name} has displaySeq ${displaySeq}, which ${other} has too`;
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
      for (let place = 0; place < contractsAStrike; place += 1) {
        const name = optionName(futureName(series.instrument, series), option) + '.'.repeat(place);
        const fault = take(series.displaySeq + at * contractsAStrike + place, name);
        if (fault !== null) return fault;
      }
    }
  return null;
}

function gridFault({ near, far, nearSteps, farSteps = 0 }: StrikeGrid, tick: number): string | null {
  if (!positive(near) || !positive(far)) return 'strikes without a distance';
  if (near % tick !== 0 || far % near !== 0) return 'strikes whose distances do not go into one another';
  const areCounts = [nearSteps, farSteps].every((steps) => Number.isSafeInteger(steps) && steps >= 0);
  return areCounts ? null : 'no usable count of strikes';
}

function seriesFault({ strikes, curve }: OptionSeries, { near }: StrikeGrid): string | null {
  const wrong = strikes.find((strike) => !positive(strike) || strike % near !== 0);
  if (wrong !== undefined) return `a strike of ${wrong} cents, off the grid of ${near}`;
  const { atTheMoney, skewBelow, skewAbove } = curve;
  if (!positive(atTheMoney) || atTheMoney < 100 || atTheMoney > 20_000)
    return `a volatility of ${atTheMoney}`;
  if (![skewBelow, skewAbove].every((skew) => Number.isSafeInteger(skew))) return 'no usable skew';
  return null;
}

const positive = (value: number): boolean => Number.isSafeInteger(value) && value > 0;
