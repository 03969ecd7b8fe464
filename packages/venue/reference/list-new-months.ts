// New contract months (domain §2.1, §2.3): an instrument that says in which months it is dealt has as many of them listed as on the market's
// first day. When one has been dealt for the last time, the next month of the cycle comes at the mark of the furthest one; options,
// splits and spreads follow it to the places that they had in the board on the first day.
import type { Contract, Handling, Market } from '../state.ts';
import { type AddedListing, listAdded } from './added-listing.ts';
import { type ContractMonth, futureName } from './contract-names.ts';
import { newPairs } from './new-pairs.ts';
import { newSeries } from './new-series.ts';
import { nextDisplaySeq } from './next-display-seq.ts';
import type { Future, Instrument } from './reference-data.ts';

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
    for (const series of newSeries(market, instrument, listedFutures(market, instrument))) list(series);
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

const monthCount = ({ year, month }: ContractMonth): number => year * 12 + month;

/** The month of the cycle that follows. */
function next({ year, month }: ContractMonth, months: readonly number[]): ContractMonth {
  const later = months.filter((one) => one > month);
  return later.length > 0
    ? { year, month: Math.min(...later) }
    : { year: year + 1, month: Math.min(...months) };
}
