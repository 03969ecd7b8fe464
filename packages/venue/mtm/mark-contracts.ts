// Every contract gets its MTM at the end of a day, and its limits for the next (market.md, MTM, Price limits).
import { limitsAround } from '../limits/limits.ts';
import type { DayMark, EndingDay } from '../prices/prices-module.ts';
import { closeTrading } from './closings.ts';
import { clearMtmDay, type FutureMarks, type MtmAct, type MtmState } from './mtm-state.ts';
import { type ContractMark, valueContracts } from './value-contracts.ts';

/** Fills the day's marks; the day's trading ends now at the latest. Contracts that had expired before keep their last MTM. */
export function markContracts(act: MtmAct, day: EndingDay): void {
  const { state } = act;
  closeTrading(act, () => true);
  const { futures, moved, marks } = valueContracts(act);
  for (const [index, curve] of moved) state.curves.set({ index }, curve);
  countLimitDay(act, futures);
  for (const mark of marks) day.marks.push(setMark(state, mark, day));
  clearMtmDay(state.mtm);
}

/** Two days in a row that end locked at a limit widen the band of an instrument. */
function countLimitDay({ state, market }: MtmAct, futures: FutureMarks): void {
  const locked = new Set<string>();
  for (const contract of market.contracts.values())
    if (futures.get(contract.index)?.method === 'limit') locked.add(contract.instrument.code);
  state.limits.countLimitDay(locked);
}

function setMark(state: MtmState, { contract, ...mark }: ContractMark, day: EndingDay): DayMark {
  const { mtm } = mark;
  state.prices.beginDay(contract, mtm);
  const band = state.limits.bandOf(contract.instrument);
  const limits = contract.kind === 'future' ? limitsAround(contract, { mtm, band, day: day.next }) : null;
  state.limits.unlock(contract);
  state.limits.set(contract, limits);
  return { contract: contract.name, limits, ...mark };
}
