// For tests of changes of the reference data: files, and the market that compares and applies them.
import type { Instrument } from '../contracts/instrument.ts';
import { asMoney, asPrice, volatility } from '../kernel/units.ts';
import type { Future, OptionSeries, ReferenceData } from '../reference/reference-data.ts';
import type { ReferenceComparison } from '../reference-changes.ts';
import { rejectionOf, type TestMarket } from './test-market.ts';

export const sorghum: Instrument = {
  code: 'SORG',
  name: 'Sorghum',
  tonsPerContract: 30,
  tick: asPrice(20),
  settlement: 'physical',
  dailyLimit: asPrice(15_000),
  initialMargin: asMoney(400_000),
  months: [3, 12],
};
export const sorghumFuture: Future = {
  instrument: 'SORG',
  year: 2026,
  month: 12,
  displaySeq: 9,
  mtm: asPrice(350_000),
  openInterest: 0,
};

/** The file that the market was opened with, with other values for the white maize. */
export const withMaize = (data: ReferenceData, values: Partial<Instrument>): ReferenceData => ({
  ...data,
  instruments: data.instruments.map((instrument) =>
    instrument.code === 'WMAZ' ? { ...instrument, ...values } : instrument,
  ),
});

/** A file with a short-dated series on MAR27 WMAZ, beside the options that expire on 19 February. */
export const withShortDated = (
  data: ReferenceData,
  { expires = '2026-12-18', strikes = [asPrice(402_000)], ...values }: Partial<OptionSeries> = {},
): ReferenceData => ({
  ...data,
  options: [
    ...(data.options ?? []),
    {
      instrument: 'WMAZ',
      year: 2027,
      month: 3,
      displaySeq: 2001,
      strikes,
      expires,
      curve: { atTheMoney: volatility(3_000), skewBelow: volatility(0), skewAbove: volatility(0) },
      ...values,
    },
  ],
});

/** Throws if the market is not open. */
export function compared(
  market: TestMarket,
  referenceData: ReferenceData,
  effectiveFrom: string | null = null,
): ReferenceComparison {
  const answer = market.venue.compareReferenceData({ referenceData, effectiveFrom });
  if ('code' in answer) throw new Error(answer.code);
  return answer;
}

export function applied(
  market: TestMarket,
  referenceData: ReferenceData,
  effectiveFrom: string | null = null,
): void {
  const code = rejectionOf(market.operate({ kind: 'applyReferenceData', referenceData, effectiveFrom }));
  if (code !== null) throw new Error(code);
}

/** Ends days until this one is the business day. */
export function until(market: TestMarket, day: string): void {
  while (JSON.stringify(market.venue.snapshot().reference).includes(`"businessDay":"${day}"`) === false)
    market.operate({ kind: 'endDay' });
}
