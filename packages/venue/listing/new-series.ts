// The options that come with new months (market/contracts.md, New months): when those on a month have expired, the next month without
// options gets them, so that there are as many series as on the first day, with strikes around its MTM.
import { type ContractMonth, futureName } from '@openpit/terms';
import type { Instrument } from '../contracts/instrument.ts';
import type { VolatilityCurve } from '../contracts/volatility-curve.ts';
import type { PricingState } from '../pricing/curves.ts';
import { type Addition, type Market, nextDisplaySeq } from '../reference/market.ts';
import type { Future } from '../reference/reference-data.ts';
import { strikesAround } from './strikes-around.ts';

/** `futures`: the futures of the instrument, the nearest month first. */
export function* newSeries(
  { prices, curves }: PricingState,
  market: Market,
  { code, strikes: grid }: Instrument,
  futures: readonly Future[],
): Generator<Addition> {
  const { referenceData, contracts, businessDay } = market;
  const knownSeries = (referenceData.options ?? []).filter(({ instrument }) => instrument === code);
  if (knownSeries.length === 0 || grid === undefined) return;
  const open = futures.flatMap((month) => {
    const future = contracts.get(futureName(code, month));
    return future !== undefined && future.optionExpiry >= businessDay ? [{ month, future }] : [];
  });
  const traded = open.filter(({ future }) => curves.of(future) !== null).length;
  const without = open.filter(({ future }) => curves.of(future) === null);
  for (const { month: seriesMonth, future } of without.slice(0, Math.max(knownSeries.length - traded, 0))) {
    const { year, month } = seriesMonth;
    const strikes = strikesAround(prices.of(future).mtm, grid);
    const curve = curveLike({ curves }, market, { code, month });
    const series = { instrument: code, year, month, displaySeq: nextDisplaySeq(market), strikes, curve };
    yield { kind: 'options', series };
  }
}

/** The current curve of the same month in the latest other year, otherwise of the furthest month. */
function curveLike(
  { curves }: Pick<PricingState, 'curves'>,
  { referenceData, later: steps, contracts }: Market,
  { code, month }: { readonly code: string; readonly month: number },
): VolatilityCurve {
  const later = steps.flatMap((step) => (step.kind === 'options' ? [step.series] : []));
  const all = [...(referenceData.options ?? []), ...later].filter(({ instrument }) => instrument === code);
  const inOrder = all.sort((a, b) => monthCount(a) - monthCount(b));
  const model = inOrder.filter((series) => series.month === month).at(-1) ?? inOrder.at(-1);
  if (model === undefined) throw new RangeError(`${code} has no volatility curve to start from`);
  const future = contracts.get(futureName(model.instrument, model));
  return { ...((future === undefined ? null : curves.of(future)) ?? model.curve) };
}

const monthCount = ({ year, month }: ContractMonth): number => year * 12 + month;
