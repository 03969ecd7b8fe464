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
import { blocksOf, contractsOf, valueBlock } from './value-contracts.ts';

/** Fills the day's marks; the day's trading ends now at the latest. Contracts that had expired before keep their last MTM. */
export const markContracts: LongStage<MtmAct, EndingDay> = {
  unit: (act, day, at) => {
    const { state, market } = act;
    const { mtm } = state;
    if (at === 0) mtm.valuing = newValuing();
    // The unit after the last block has put the marks into force.
    if (mtm.valuing === null) return null;
    const blocks = blocksOf(market);
    if (at < blocks) return closeBlock(act, at);
    // A valuation goes through the contracts twice.
    return valueBlock(act, mtm.valuing, at - blocks) ?? setBlock(act, mtm.valuing, day, at - 3 * blocks);
  },
};

function closeBlock(act: MtmAct, block: number): number {
  const contracts = contractsOf(act.market, block);
  closeTrading(act, contracts);
  // In the worst case, all orders are too young to count, and each is looked at.
  return contracts.reduce((work, { kind, book }) => work + (kind === 'future' ? 5 + book.size : 0), 1);
}

/** Puts the marks of the next contracts into force. */
function setBlock(act: MtmAct, valuing: Valuing, day: EndingDay, block: number): number {
  const { state, market } = act;
  if (block === 0) {
    for (const [index, curve] of Object.entries(valuing.moved))
      state.curves.set({ index: Number(index) }, curve);
    countLimitDay(act, valuing);
  }
  const contracts = contractsOf(market, block);
  for (const contract of contracts) {
    const mark = valuing.marks[contract.index];
    if (mark !== undefined) day.marks.push(setMark(state, contract, mark, day));
  }
  if (contracts.length === 0) clearMtmDay(state.mtm);
  return 1 + 2 * contracts.length;
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
