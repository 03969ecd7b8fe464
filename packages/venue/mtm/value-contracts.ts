// The current MTM of every contract (market/money.md, MTM, Option MTM). Futures are valued by the official procedure, options and deltas by the
// volatility curve at the future's new MTM, and pairs by the difference of their legs. Nothing is changed, so that early valuations and the
// end of the day use the same computation. It proceeds contract by contract, because it takes long.
import type { Contract } from '../contracts/contract.ts';
import { mustExist } from '../kernel/assert.ts';
import type { DayMark } from '../prices/prices-module.ts';
import type { ValuedAt } from '../pricing/curves.ts';
import { optionMtm } from '../pricing/option-pricing.ts';
import { pairMtm } from '../pricing/pair-legs.ts';
import { markRulesOf } from '../reference/reference-data.ts';
import { closingNow } from './closings.ts';
import { addDealtVolatility, movedCurves } from './move-curves.ts';
import type { FutureMark, MtmContext, Valuing } from './mtm-state.ts';
import { officialMark } from './official-mark.ts';

type ContractValuationContext = Omit<MtmContext, 'emit'>;

/** The approximate time per contract, in microseconds. */
const workPerContract = 6;

/**
 * Runs the unit with this number and returns the approximate time that it takes, in microseconds; null after the last one. There are two
 * units per contract. The first pass marks the futures and collects the deals in each option, so that the curves can be derived. The second
 * pass marks all contracts.
 */
export function valueUnit(context: ContractValuationContext, valuing: Valuing, at: number): number | null {
  const { listed } = context.market;
  const first = listed[at];
  if (first !== undefined) return gather(context, valuing, first);
  const second = listed[at - listed.length];
  return second === undefined ? null : markContract(context, valuing, second);
}

function gather(context: ContractValuationContext, valuing: Valuing, contract: Contract): number {
  const { state, market } = context;
  const { index, kind, lastDay, book } = contract;
  let work = 1 + addDealtVolatility(state, contract, valuing.dealt);
  if (kind === 'future' && lastDay >= market.businessDay) {
    valuing.futures[index] = futureMark(context, contract);
    // While it trades, in the worst case every order is too young to count and must be examined.
    work += workPerContract + (state.mtm.closings.has(index) ? 0 : book.size);
  }
  if (index === market.listed.length - 1)
    Object.assign(valuing.moved, movedCurves(state, market, valuing.dealt));
  return work;
}

/** Futures come first in the order of listing, so that dependent contracts find their new MTM. */
function markContract(context: ContractValuationContext, valuing: Valuing, contract: Contract): number {
  const { state, market } = context;
  if (contract.lastDay < market.businessDay) return 1;
  const { mtm: previous } = state.prices.of(contract);
  valuing.marks[contract.index] = {
    previous,
    ...markOf(context, valuedAt(context, valuing), contract, valuing),
  };
  return workPerContract;
}

/** The prices and curves of a valuation, with the market's prices and curves as the default. */
export const valuedAt = ({ state }: ContractValuationContext, { marks, moved }: Valuing): ValuedAt => ({
  prices: { of: (contract) => marks[contract.index] ?? state.prices.of(contract) },
  curves: { of: (option) => moved[option.series] ?? state.curves.of(option) },
});

/** The result of a complete valuation for each contract, in the order of listing. */
export function* valuedContracts({ market }: ContractValuationContext, { marks }: Valuing) {
  for (const contract of market.listed) {
    const mark = marks[contract.index];
    if (mark !== undefined) yield { contract, mark };
  }
}

function markOf(
  { market }: ContractValuationContext,
  at: ValuedAt,
  contract: Contract,
  { futures }: Valuing,
): Pick<DayMark, 'mtm' | 'method' | 'deals' | 'volatility'> {
  const { option, pair } = contract;
  if (pair !== null) return { mtm: pairMtm(at, pair), method: 'legs' };
  if (option !== null)
    return { ...optionMtm(at, option, option.expiry - market.businessDay), method: 'volatility' };
  return mustExist(futures[contract.index], `${contract.name} is not marked`);
}

/**
 * The mark that the operator has approved or corrected, otherwise the mark of the official procedure, as if trading ended now. A
 * future listed after the approval keeps its first MTM.
 */
function futureMark(context: ContractValuationContext, contract: Contract): FutureMark {
  const { state, market } = context;
  const { closings, corrections, approved } = state.mtm;
  const { mtm: previous } = state.prices.of(contract);
  if (approved !== null) return approved.get(contract.index) ?? { mtm: previous, method: 'previous' };
  const corrected = corrections.get(contract.index);
  if (corrected !== undefined) return { mtm: corrected, method: 'corrected' };
  const closing = closings.get(contract.index) ?? closingNow(context, contract);
  const deals = state.deals.countingIn(contract.name);
  const rules = markRulesOf(market.rules);
  return officialMark(contract, { closing, deals, rules, previous, limits: state.limits.of(contract) });
}
