// The demonstration market with three times as many strikes: reference data with about 5,000 contracts of all kinds.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

interface Series {
  readonly displaySeq: number;
  readonly strikes: { readonly first: number; readonly last: number; readonly step: number };
}
interface ReferenceData {
  readonly futures: readonly unknown[];
  readonly splits: readonly unknown[];
  readonly spreads: readonly unknown[];
  readonly options: readonly Series[];
}

/** Strikes added to each series, below and above its own. */
const moreStrikes = 20;
/** Calls and puts, and a delta of each. */
const contractsPerStrike = 4;
const firstSeq = 100_001;
const numbersPerSeries = 1_000;

export function manyContracts(): { readonly text: string; readonly contracts: number } {
  const file = resolve(import.meta.dirname, '../../apps/server/reference-data/demo-market.json');
  const data = JSON.parse(readFileSync(file, 'utf8')) as ReferenceData;
  const options = data.options.map((series, at) => {
    const { first, last, step } = series.strikes;
    const below = Math.min(moreStrikes, Math.floor(first / step) - 1);
    return {
      ...series,
      displaySeq: firstSeq + at * numbersPerSeries,
      strikes: { first: first - below * step, last: last + (2 * moreStrikes - below) * step, step },
    };
  });
  const strikes = options.reduce(
    (sum, { strikes: { first, last, step } }) => sum + Math.round((last - first) / step) + 1,
    0,
  );
  const others = data.futures.length + data.splits.length + data.spreads.length;
  return { text: JSON.stringify({ ...data, options }), contracts: others + strikes * contractsPerStrike };
}
