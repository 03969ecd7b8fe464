// The MTM of every contract as the market is now (market.md, MTM, Option MTM): a future by the official procedure, an option
// and its delta by the volatility curve at the future's new MTM, a pair by the difference of its legs. Nothing is changed, so
// that early valuations and the end of the day compute in the same way. It is done in blocks, because it takes long.
import type { Contract } from '../contracts/contract.ts';
import { present } from '../kernel/assert.ts';
import type { DayMark } from '../prices/prices-module.ts';
import type { ValuedAt } from '../pricing/curves.ts';
import { optionMtm } from '../pricing/option-pricing.ts';
import { pairMtm } from '../pricing/pair-legs.ts';
import { markRulesOf } from '../reference/mark-rules.ts';
import type { Market } from '../reference/market.ts';
import { closingNow } from './closings.ts';
import { addDealtVolatility, movedCurves } from './move-curves.ts';
import type { FutureMark, MtmAct, Valuing } from './mtm-state.ts';
import { officialMark } from './official-mark.ts';

type ValuingAct = Omit<MtmAct, 'emit'>;

/** Contracts per block: few, because the books of futures may have many orders. */
const blockSize = 50;
/** About how many microseconds a contract takes. */
const workPerContract = 6;

/**
 * Does the block with this number and returns about how many microseconds it takes; null after the last one. First come the
 * marks of the futures and what was dealt in each option, from which the curves follow, then the marks of all contracts.
 */
export function valueBlock(act: ValuingAct, valuing: Valuing, block: number): number | null {
  const { state, market } = act;
  const blocks = blocksOf(market);
  if (block < blocks) {
    let work = blockSize;
    for (const contract of contractsOf(market, block)) {
      work += addDealtVolatility(state, contract, valuing.dealt);
      if (contract.kind !== 'future' || contract.lastDay < market.businessDay) continue;
      valuing.futures[contract.index] = futureMark(act, contract);
      // While it trades, in the worst case each of its orders is too young to count and is looked at.
      work += workPerContract + (state.mtm.closings.has(contract.index) ? 0 : contract.book.size);
    }
    if (block === blocks - 1) Object.assign(valuing.moved, movedCurves(state, market, valuing.dealt));
    return work;
  }
  if (block >= 2 * blocks) return null;
  const at = valuedAt(act, valuing);
  // Futures come first in the order of listing, so that what depends on them finds their new MTM.
  for (const contract of contractsOf(market, block - blocks)) {
    if (contract.lastDay < market.businessDay) continue;
    const { mtm: previous } = state.prices.of(contract);
    valuing.marks[contract.index] = { previous, ...markOf(act, at, contract, valuing) };
  }
  return blockSize * workPerContract;
}

/** How many blocks of contracts there are. */
export const blocksOf = ({ contracts }: Market): number => Math.ceil(contracts.size / blockSize);

export const contractsOf = ({ contracts }: Market, block: number): Contract[] =>
  [...contracts.values()].slice(block * blockSize, (block + 1) * blockSize);

/** The prices and curves of a valuation; those of the market where it has no others. */
export const valuedAt = ({ state }: ValuingAct, { marks, moved }: Valuing): ValuedAt => ({
  prices: { of: (contract) => marks[contract.index] ?? state.prices.of(contract) },
  curves: { of: (future) => moved[future.index] ?? state.curves.of(future) },
});

/** What a complete valuation says of each contract, in the order of listing. */
export function* valuedContracts({ market }: ValuingAct, { marks }: Valuing) {
  for (const contract of market.contracts.values()) {
    const mark = marks[contract.index];
    if (mark !== undefined) yield { contract, mark };
  }
}

function markOf(
  { market }: ValuingAct,
  at: ValuedAt,
  contract: Contract,
  { futures }: Valuing,
): Pick<DayMark, 'mtm' | 'method' | 'deals' | 'volatility'> {
  const { option, pair } = contract;
  if (pair !== null) return { mtm: pairMtm(at, pair), method: 'legs' };
  if (option !== null)
    return { ...optionMtm(at, option, option.expiry - market.businessDay), method: 'volatility' };
  return present(futures[contract.index], `${contract.name} is not marked`);
}

/**
 * What the operator has approved or corrected, else by the official procedure, as if trading ended now where it has not. A future
 * that was listed after the approval has its first MTM.
 */
function futureMark(act: ValuingAct, contract: Contract): FutureMark {
  const { state, market } = act;
  const { closings, corrections, approved } = state.mtm;
  const { mtm: previous } = state.prices.of(contract);
  if (approved !== null) return approved.get(contract.index) ?? { mtm: previous, method: 'previous' };
  const corrected = corrections.get(contract.index);
  if (corrected !== undefined) return { mtm: corrected, method: 'corrected' };
  const closing = closings.get(contract.index) ?? closingNow(act, contract);
  const deals = state.deals.countingIn(contract.name);
  const rules = markRulesOf(market.rules);
  return officialMark(contract, { closing, deals, rules, previous, limits: state.limits.of(contract) });
}
