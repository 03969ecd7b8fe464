// Every contract gets its MTM at the end of a day, and its limits for the next (market.md, MTM, Price limits).
import type { Contract } from '../contracts/contract.ts';
import type { LongStage } from '../kernel/venue-module.ts';
import { limitsAround } from '../limits/limits.ts';
import type { DayMark, EndingDay } from '../prices/prices-module.ts';
import { closeTrading } from './closings.ts';
import {
  type ContractMark,
  clearMtmDay,
  type MtmAct,
  type MtmState,
  newValuing,
  type Valuing,
} from './mtm-state.ts';
import { valueBlock, valuedContracts } from './value-contracts.ts';

/** Fills the day's marks; the day's trading ends now at the latest. Contracts that had expired before keep their last MTM. */
export const markContracts: LongStage<MtmAct, EndingDay> = {
  unit: (act, day, at) => {
    const { mtm } = act.state;
    // The unit after the last block has put the marks into force.
    if (at > 0 && mtm.valuing === null) return null;
    if (at === 0) closeTrading(act, () => true);
    mtm.valuing ??= newValuing();
    return valueBlock(act, mtm.valuing, at) ?? setMarks(act, mtm.valuing, day);
  },
};

function setMarks(act: MtmAct, valuing: Valuing, day: EndingDay): number {
  const { state } = act;
  for (const [index, curve] of Object.entries(valuing.moved))
    state.curves.set({ index: Number(index) }, curve);
  countLimitDay(act, valuing);
  for (const { contract, mark } of valuedContracts(act, valuing))
    day.marks.push(setMark(state, contract, mark, day));
  clearMtmDay(state.mtm);
  return day.marks.length;
}

/** Two days in a row that end locked at a limit widen the band of an instrument. */
function countLimitDay({ state, market }: MtmAct, { futures }: Valuing): void {
  const locked = new Set<string>();
  for (const contract of market.contracts.values())
    if (futures[contract.index]?.method === 'limit') locked.add(contract.instrument.code);
  state.limits.countLimitDay(locked);
}

function setMark(state: MtmState, contract: Contract, mark: ContractMark, day: EndingDay): DayMark {
  const { mtm } = mark;
  state.prices.beginDay(contract, mtm);
  const band = state.limits.bandOf(contract.instrument);
  const limits = contract.kind === 'future' ? limitsAround(contract, { mtm, band, day: day.next }) : null;
  state.limits.unlock(contract);
  state.limits.set(contract, limits);
  return { contract: contract.name, limits, ...mark };
}
