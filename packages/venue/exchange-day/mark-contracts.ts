// Every contract's MTM at the end of a day, and its limits for the next (market.md, MTM, Option MTM, Price limits): a future by
// the official procedure, an option and its delta by the volatility curve at the future's new MTM, a pair by the
// difference of its legs.
import type { Contract } from '../contracts/contract.ts';
import { limitsAround } from '../limits/limits.ts';
import type { DayMark, EndingDay } from '../prices/prices-module.ts';
import { optionMtm } from '../pricing/option-pricing.ts';
import { pairMtm } from '../pricing/pair-legs.ts';
import { markRulesOf } from '../reference/mark-rules.ts';
import { closeTrading } from './closings.ts';
import type { ExchangeDayAct, ExchangeDayState } from './exchange-day-act.ts';
import { moveCurves } from './move-curves.ts';
import { type FutureMark, officialMark } from './official-mark.ts';

/** By the contract's index. */
type FutureMarks = ReadonlyMap<number, FutureMark>;

/** Fills the day's marks. Contracts that had expired before keep their last MTM. */
export function markContracts(act: ExchangeDayAct, day: EndingDay): void {
  const { state, market } = act;
  const official = officialMarks(act);
  moveCurves(state, market);
  countLimitDay(act, official);
  // Futures come first in the order of listing, so that what depends on them finds their new MTM.
  for (const contract of market.contracts.values())
    if (contract.lastDay >= day.ended)
      day.marks.push(markContract(state, contract, { day, official: official.get(contract.index) }));
}

/** The official marks of all futures; the day's trading ends now at the latest. */
function officialMarks(act: ExchangeDayAct): FutureMarks {
  const { state, market } = act;
  closeTrading(act, () => true);
  const dealt = state.deals.countingByContract();
  const rules = markRulesOf(market.rules);
  const marks = new Map<number, FutureMark>();
  for (const contract of market.contracts.values()) {
    const closing = state.closings.get(contract.index);
    if (closing === undefined) continue;
    const deals = dealt.get(contract.name) ?? [];
    const { mtm: previous } = state.prices.of(contract);
    const limits = state.limits.of(contract);
    marks.set(contract.index, officialMark(contract, { closing, deals, rules, previous, limits }));
  }
  state.closings.clear();
  return marks;
}

/** Two days in a row that end locked at a limit widen the band of an instrument. */
function countLimitDay({ state, market }: ExchangeDayAct, official: FutureMarks): void {
  const locked = new Set<string>();
  for (const contract of market.contracts.values())
    if (official.get(contract.index)?.method === 'limit') locked.add(contract.instrument.code);
  state.limits.countLimitDay(locked);
}

function markContract(
  state: ExchangeDayState,
  contract: Contract,
  { day, official }: { readonly day: EndingDay; readonly official: FutureMark | undefined },
): DayMark {
  const { mtm: previous } = state.prices.of(contract);
  const mark = newMark(state, contract, { day, official });
  const { mtm } = mark;
  state.prices.beginDay(contract, mtm);
  const band = state.limits.bandOf(contract.instrument);
  const limits = contract.kind === 'future' ? limitsAround(contract, { mtm, band, day: day.next }) : null;
  state.limits.unlock(contract);
  state.limits.set(contract, limits);
  return { contract: contract.name, previous, limits, ...mark };
}

function newMark(
  state: ExchangeDayState,
  contract: Contract,
  { day, official }: { readonly day: EndingDay; readonly official: FutureMark | undefined },
): Pick<DayMark, 'mtm' | 'method' | 'volatility'> {
  const { option, pair } = contract;
  if (pair !== null) return { mtm: pairMtm(state, pair), method: 'legs' };
  if (option !== null)
    return { ...optionMtm(state, option, option.expiry - day.ended), method: 'volatility' };
  return official ?? { mtm: state.prices.of(contract).mtm, method: 'previous' };
}
