// The MTM of every contract as the market is now (market.md, MTM, Option MTM): a future by the official procedure, an option
// and its delta by the volatility curve at the future's new MTM, a pair by the difference of its legs. Nothing is changed, so
// that early valuations and the end of the day compute in the same way.
import type { Contract } from '../contracts/contract.ts';
import type { VolatilityCurve } from '../contracts/volatility-curve.ts';
import type { DayMark } from '../prices/prices-module.ts';
import type { ValuedAt } from '../pricing/curves.ts';
import { optionMtm } from '../pricing/option-pricing.ts';
import { pairMtm } from '../pricing/pair-legs.ts';
import { markRulesOf } from '../reference/mark-rules.ts';
import { closingNow } from './closings.ts';
import { movedCurves } from './move-curves.ts';
import type { FutureMark, FutureMarks, MtmAct } from './mtm-state.ts';
import { officialMark } from './official-mark.ts';

/** A contract's MTM before its limits for the next day are known. */
export interface ContractMark extends Omit<DayMark, 'contract' | 'limits'> {
  readonly contract: Contract;
}

export interface Valuation extends ValuedAt {
  readonly futures: FutureMarks;
  /** The curves that the day's deals have moved, by the future's index. */
  readonly moved: ReadonlyMap<number, VolatilityCurve>;
  /** In the order of listing, without expired contracts. */
  readonly marks: readonly ContractMark[];
}

type ValuingAct = Omit<MtmAct, 'emit'>;

export function valueContracts(act: ValuingAct): Valuation {
  const { state, market } = act;
  const futures = state.mtm.approved ?? officialMarks(act);
  const moved = movedCurves(state, market);
  const byIndex: (ContractMark | undefined)[] = [];
  const marks: ContractMark[] = [];
  const at: ValuedAt = {
    prices: { of: (contract) => byIndex[contract.index] ?? state.prices.of(contract) },
    curves: { of: (future) => moved.get(future.index) ?? state.curves.of(future) },
  };
  // Futures come first in the order of listing, so that what depends on them finds their new MTM.
  for (const contract of market.contracts.values()) {
    if (contract.lastDay < market.businessDay) continue;
    const { mtm: previous } = state.prices.of(contract);
    const mark = { contract, previous, ...markOf(act, at, contract, futures) };
    byIndex[contract.index] = mark;
    marks.push(mark);
  }
  return { ...at, futures, moved, marks };
}

function markOf(
  { market }: ValuingAct,
  at: ValuedAt,
  contract: Contract,
  futures: FutureMarks,
): Pick<DayMark, 'mtm' | 'method' | 'volatility'> {
  const { option, pair } = contract;
  if (pair !== null) return { mtm: pairMtm(at, pair), method: 'legs' };
  if (option !== null)
    return { ...optionMtm(at, option, option.expiry - market.businessDay), method: 'volatility' };
  // A future that was listed after its marks were approved has its first MTM.
  return futures.get(contract.index) ?? { mtm: at.prices.of(contract).mtm, method: 'previous' };
}

/** By the official procedure, as if trading ended now where it has not; the operator's corrections come first. */
function officialMarks(act: ValuingAct): FutureMarks {
  const { state, market } = act;
  const { closings, corrections } = state.mtm;
  const dealt = state.deals.countingByContract();
  const rules = markRulesOf(market.rules);
  const marks = new Map<number, FutureMark>();
  for (const contract of market.contracts.values()) {
    if (contract.kind !== 'future' || contract.lastDay < market.businessDay) continue;
    const corrected = corrections.get(contract.index);
    if (corrected !== undefined) {
      marks.set(contract.index, { mtm: corrected, method: 'corrected' });
      continue;
    }
    const closing = closings.get(contract.index) ?? closingNow(act, contract);
    const deals = dealt.get(contract.name) ?? [];
    const { mtm: previous } = state.prices.of(contract);
    const limits = state.limits.of(contract);
    marks.set(contract.index, officialMark(contract, { closing, deals, rules, previous, limits }));
  }
  return marks;
}
