// The options that come with new months (domain §2.3, §2.5): when those on a month have expired, the next month in turn that has none gets
// them, so that there are as many series as on the first day, with strikes around its mark.
import { isoDate } from '../kernel/civil-date.ts';
import type { Market } from '../state.ts';
import type { AddedListing } from './added-listing.ts';
import { type ContractMonth, contractDateName, futureName } from './contract-names.ts';
import { nextDisplaySeq } from './next-display-seq.ts';
import type { Future, Instrument, OptionSeries } from './reference-data.ts';
import { strikesAround } from './strikes-around.ts';

/** One after the other: each has its numbers when the one before it has been listed. `listed`: its futures, the nearest month first. */
export function* newSeries(
  market: Market,
  { code, strikes: grid }: Instrument,
  listed: readonly Future[],
): Generator<AddedListing> {
  const { referenceData, contracts } = market;
  const known = (referenceData.options ?? []).filter(({ instrument }) => instrument === code);
  if (known.length === 0 || grid === undefined) return;
  const today = isoDate(market.businessDay);
  const withOptions = listed.flatMap((month) => {
    const future = contracts.get(futureName(code, month));
    return future !== undefined && future.listing.optionExpiry >= today ? [{ month, future }] : [];
  });
  const dealt = withOptions.filter(({ future }) => future.curve !== null).length;
  const without = withOptions.filter(({ future }) => future.curve === null);
  for (const { month: of, future } of without.slice(0, Math.max(known.length - dealt, 0))) {
    const { year, month } = of;
    const strikes = strikesAround(future.mtm, grid);
    const curve = curveLike(market, { code, month });
    const series = { instrument: code, year, month, displaySeq: nextDisplaySeq(market), strikes, curve };
    yield { kind: 'options', series };
  }
}

/** The curve of the same month of another year, the latest; else of the furthest month, as it stands now. */
function curveLike(
  { referenceData, added, contracts }: Market,
  { code, month }: { readonly code: string; readonly month: number },
): OptionSeries['curve'] {
  const later = added.flatMap((one) => (one.kind === 'options' ? [one.series] : []));
  const all = [...(referenceData.options ?? []), ...later].filter(({ instrument }) => instrument === code);
  const inOrder = all.sort((a, b) => monthCount(a) - monthCount(b));
  const model = inOrder.filter((series) => series.month === month).at(-1) ?? inOrder.at(-1);
  if (model === undefined) throw new RangeError('a curve is taken from another, and there is none');
  const future = contracts.get(`${contractDateName(model)} ${model.instrument}`);
  return { ...(future?.curve ?? model.curve) };
}

const monthCount = ({ year, month }: ContractMonth): number => year * 12 + month;
