// The options that come with new months (market/contracts.md, New months): when those on a month have expired, the next month without
// options gets them, so that there are as many months with options as on the first day, with strikes around its MTM.
import { type ContractMonth, futureName, maxPriceOf } from '@openpit/terms';
import type { Instrument } from '../contracts/instrument.ts';
import type { VolatilityCurve } from '../contracts/volatility-curve.ts';
import type { PricingState } from '../pricing/curves.ts';
import { type Addition, lastSeriesOn, type Market, nextDisplaySeq } from '../reference/market.ts';
import type { Future } from '../reference/reference-data.ts';
import { strikesAround } from './strikes-around.ts';

/** `futures`: the futures of the instrument, the nearest month first. */
export function* newSeries(
  { prices, curves }: PricingState,
  market: Market,
  instrument: Instrument,
  futures: readonly Future[],
): Generator<Addition> {
  const { code, strikes: grid } = instrument;
  const { referenceData, contracts, businessDay } = market;
  const knownSeries = (referenceData.options ?? []).filter(({ instrument }) => instrument === code);
  const months = new Set(knownSeries.map(monthCount));
  if (months.size === 0 || grid === undefined) return;
  const open = futures.flatMap((month) => {
    const future = contracts.get(futureName(code, month));
    return future !== undefined && future.optionExpiry >= businessDay ? [{ month, future }] : [];
  });
  const without = open.filter(({ future }) => lastSeriesOn(market, future) === null);
  const traded = open.length - without.length;
  for (const { month: seriesMonth, future } of without.slice(0, Math.max(months.size - traded, 0))) {
    const { year, month } = seriesMonth;
    const highest = maxPriceOf(instrument);
    const strikes = strikesAround(prices.of(future).mtm, grid).filter((strike) => strike <= highest);
    const curve = curveLike({ curves }, market, { code, month });
    const series = { instrument: code, year, month, displaySeq: nextDisplaySeq(market), strikes, curve };
    yield { kind: 'options', series };
  }
}

/** The current curve of the same month in the latest other year, otherwise of the furthest month. */
function curveLike(
  { curves }: Pick<PricingState, 'curves'>,
  market: Market,
  { code, month }: { readonly code: string; readonly month: number },
): VolatilityCurve {
  const { referenceData, later: steps, contracts } = market;
  const later = steps.flatMap((step) => (step.kind === 'options' ? [step.series] : []));
  const all = [...(referenceData.options ?? []), ...later].filter(({ instrument }) => instrument === code);
  const inOrder = all.sort((a, b) => monthCount(a) - monthCount(b));
  const model = inOrder.filter((series) => series.month === month).at(-1) ?? inOrder.at(-1);
  if (model === undefined) throw new RangeError(`${code} has no volatility curve to start from`);
  const future = contracts.get(futureName(model.instrument, model));
  const series = future === undefined ? null : lastSeriesOn(market, future);
  return { ...(series === null ? model.curve : curves.of(series)) };
}

const monthCount = ({ year, month }: ContractMonth): number => year * 12 + month;
