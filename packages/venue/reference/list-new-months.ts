// New contract months (domain §2.1, §2.3): an instrument that says in which months it is dealt has as many of them listed as on the market's
// first day. When one has been dealt for the last time, the next month of the cycle comes at the mark of the furthest one; options,
// splits and spreads follow it to the places that they had in the board on the first day.
import { isoDate } from '../kernel/civil-date.ts';
import { cents } from '../kernel/units.ts';
import type { Contract, Handling, Market } from '../state.ts';
import { type AddedListing, listAdded } from './added-listing.ts';
import { type ContractMonth, contractDateName, futureName } from './contract-names.ts';
import { newPairs } from './new-pairs.ts';
import { nextDisplaySeq } from './next-display-seq.ts';
import type { Future, Instrument, OptionSeries } from './reference-data.ts';
import { strikesAround } from './strikes-around.ts';

/** For when a day has ended and all are marked: `market.businessDay` is the next one. */
export function listNewMonths(market: Market, handling: Handling): void {
  const cycled = market.referenceData.instruments.filter(({ months = [] }) => months.length > 0);
  const listed: Contract[] = [];
  const list = (added: AddedListing) => {
    for (const contract of listAdded(market, added)) listed.push(contract);
  };
  for (const instrument of cycled)
    for (const future of newFutures(market, instrument)) list({ kind: 'future', future });
  for (const instrument of cycled)
    for (const series of newSeries(market, instrument))
      list({ kind: 'options', series: { ...series, displaySeq: nextDisplaySeq(market) } });
  for (const instrument of cycled)
    for (const pair of newPairs(market, instrument, listedFutures(market, instrument))) list(pair);
  if (listed.length === 0) return;
  handling.tell({ kind: 'contractsListed', contracts: listed.map(({ listing }) => listing) });
}

/** All futures of an instrument that were ever listed, the nearest month first. */
function listedFutures({ referenceData, added }: Market, { code }: Instrument): Future[] {
  const later = added.flatMap((one) => (one.kind === 'future' ? [one.future] : []));
  return [...referenceData.futures, ...later]
    .filter(({ instrument }) => instrument === code)
    .sort((a, b) => monthCount(a) - monthCount(b));
}

function newFutures(market: Market, instrument: Instrument): Future[] {
  const { code, months = [] } = instrument;
  const { referenceData, contracts, businessDay } = market;
  const wanted = referenceData.futures.filter((future) => future.instrument === code).length;
  const all = listedFutures(market, instrument);
  const contractOf = (future: Future) => contracts.get(futureName(code, future));
  let dealt = all.filter((future) => (contractOf(future)?.lastDay ?? 0) >= businessDay).length;
  const added: Future[] = [];
  let furthest = all.at(-1);
  const seq = nextDisplaySeq(market);
  for (; furthest !== undefined && dealt < wanted; dealt += 1) {
    const mtm = contractOf(furthest)?.mtm ?? furthest.mtm;
    const terms = { instrument: code, displaySeq: seq + added.length, mtm, openInterest: 0 };
    furthest = { ...next(furthest, months), ...terms };
    added.push(furthest);
  }
  return added;
}

/** The next months in turn have options when those of others have expired, as many as on the first day. */
function newSeries(market: Market, instrument: Instrument): Omit<OptionSeries, 'displaySeq'>[] {
  const { referenceData, contracts, businessDay, added } = market;
  const ofInstrument = (series: OptionSeries) => series.instrument === instrument.code;
  const first = (referenceData.options ?? []).filter(ofInstrument);
  const later = added.flatMap((one) => (one.kind === 'options' ? [one.series] : [])).filter(ofInstrument);
  const { strikes: grid } = instrument;
  if (first.length === 0 || grid === undefined) return [];
  const today = isoDate(businessDay);
  const futures = listedFutures(market, instrument).filter((future) => {
    const found = contracts.get(futureName(instrument.code, future));
    return found !== undefined && found.listing.optionExpiry >= today;
  });
  const contractOf = (future: Future) => contracts.get(futureName(instrument.code, future));
  const dealt = futures.filter((future) => contractOf(future)?.curve != null).length;
  return futures
    .filter((future) => contractOf(future)?.curve == null)
    .slice(0, Math.max(first.length - dealt, 0))
    .map((future) => {
      const { year, month } = future;
      const curve = curveLike([...first, ...later], future, market);
      const strikes = strikesAround(cents(contractOf(future)?.mtm ?? future.mtm), grid);
      return { instrument: instrument.code, year, month, strikes, curve };
    });
}

/** The curve of the same month of another year, the latest; else of the furthest month, as they stand now. */
function curveLike(
  all: readonly OptionSeries[],
  { month }: ContractMonth,
  { contracts }: Market,
): OptionSeries['curve'] {
  const inOrder = [...all].sort((a, b) => monthCount(a) - monthCount(b));
  const model = inOrder.filter((series) => series.month === month).at(-1) ?? inOrder.at(-1);
  if (model === undefined) throw new RangeError('a curve is taken from another, and there is none');
  const future = contracts.get(`${contractDateName(model)} ${model.instrument}`);
  return { ...(future?.curve ?? model.curve) };
}

const monthCount = ({ year, month }: ContractMonth): number => year * 12 + month;

/** The month of the cycle that follows. */
function next({ year, month }: ContractMonth, months: readonly number[]): ContractMonth {
  const later = months.filter((one) => one > month);
  return later.length > 0
    ? { year, month: Math.min(...later) }
    : { year: year + 1, month: Math.min(...months) };
}
