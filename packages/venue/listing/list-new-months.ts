// New contract months (market/contracts.md, New months): an instrument with a cycle of months always has as many of them listed as on
// the market's first day. When one has expired, the next month of the cycle is listed at the MTM of the furthest one.
// Options, splits and spreads follow it.
import { type ContractMonth, futureName } from '@openpit/terms';
import { contractDates } from '../contracts/contract-dates.ts';
import type { Instrument } from '../contracts/instrument.ts';
import { isoDate } from '../kernel/civil-date.ts';
import type { PricingState } from '../pricing/curves.ts';
import { type Addition, type Market, type MarketContext, nextDisplaySeq } from '../reference/market.ts';
import type { Future } from '../reference/reference-data.ts';
import { holidaysToCome } from '../reference/reference-sections.ts';
import { type ContractsListed, listLater } from './list-addition.ts';
import { newPairs } from './new-pairs.ts';
import { newSeries } from './new-series.ts';

/** Call it when a day has ended, every contract is marked, and the market moves to the next business day. */
export function listNewMonths({ state, market, emit }: MarketContext<PricingState, ContractsListed>): void {
  const cycled = market.referenceData.instruments.filter(({ months = [] }) => months.length > 0);
  const contracts: ContractsListed['contracts'][number][] = [];
  // A generator, because each addition gets its display number only once the previous one is listed.
  const list = (additions: Iterable<Addition>) => {
    for (const addition of additions)
      for (const listing of listLater(state, market, addition)) contracts.push(listing);
  };
  for (const instrument of cycled) list(newFutures(state, market, instrument));
  for (const instrument of cycled) list(newSeries(state, market, instrument, futuresOf(market, instrument)));
  for (const instrument of cycled) list(newPairs(market, instrument, futuresOf(market, instrument)));
  if (contracts.length > 0) emit({ kind: 'contractsListed', contracts });
}

/** All futures of an instrument that were ever listed, the nearest month first. */
function futuresOf({ referenceData, later: steps }: Market, { code }: Instrument): Future[] {
  const months = new Map<number, Future>();
  const later = steps.flatMap((step) => (step.kind === 'future' ? [step.future] : []));
  // A month that a change of the reference data has listed may be in both; the one from the reference data has precedence.
  for (const future of [...referenceData.futures, ...later])
    if (future.instrument === code && !months.has(monthCount(future))) months.set(monthCount(future), future);
  return [...months.values()].sort((a, b) => monthCount(a) - monthCount(b));
}

function newFutures(state: PricingState, market: Market, instrument: Instrument): Addition[] {
  const { prices } = state;
  const { code, months = [] } = instrument;
  const { referenceData, contracts, businessDay } = market;
  const monthCount = referenceData.futures.filter((future) => future.instrument === code).length;
  const all = futuresOf(market, instrument);
  const contractOf = (future: Future) => contracts.get(futureName(code, future));
  let traded = all.filter((future) => (contractOf(future)?.lastDay ?? 0) >= businessDay).length;
  const added: Future[] = [];
  let furthest = all.at(-1);
  const seq = nextDisplaySeq(market);
  for (; furthest !== undefined && traded < monthCount; traded += 1) {
    const contract = contractOf(furthest);
    const mtm = contract === undefined ? furthest.mtm : prices.of(contract).mtm;
    const terms = { instrument: code, displaySeq: seq + added.length, mtm, openInterest: 0 };
    const month = nextMonth(furthest, months);
    furthest = { ...month, ...terms, ...datesToCome(state, market, month) };
    added.push(furthest);
  }
  return added.map((future) => ({ kind: 'future', future }));
}

/** An announced holiday that has not begun is not a date of a new contract. Returns nothing if the rule derives the same date anyway. */
function datesToCome(
  { reference }: PricingState,
  market: Market,
  month: ContractMonth,
): Pick<Future, 'firstDeliveryDay' | 'lastTradingDay' | 'optionExpiry'> {
  const now = contractDates(month, market.holidays);
  const then = contractDates(month, holidaysToCome(reference, market));
  const moved = (dateName: keyof typeof now) =>
    now[dateName] === then[dateName] ? {} : { [dateName]: isoDate(then[dateName]) };
  return { ...moved('firstDeliveryDay'), ...moved('lastTradingDay'), ...moved('optionExpiry') };
}

const monthCount = ({ year, month }: ContractMonth): number => year * 12 + month;

/** The month of the cycle that follows. */
function nextMonth({ year, month }: ContractMonth, months: readonly number[]): ContractMonth {
  const later = months.filter((listedMonth) => listedMonth > month);
  return later.length > 0
    ? { year, month: Math.min(...later) }
    : { year: year + 1, month: Math.min(...months) };
}
