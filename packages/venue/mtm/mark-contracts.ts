// Sets each contract's MTM at the end of a day, and its limits for the next day (market/money.md, MTM, Price limits).
import type { Contract } from '../contracts/contract.ts';
import type { LongStage } from '../kernel/venue-module.ts';
import { limitsAround } from '../limits/limits.ts';
import type { DayMark, EndingDay } from '../prices/prices-module.ts';
import { contractOn } from '../reference/reference-sections.ts';
import { closeTrading } from './closings.ts';
import {
  type ContractMark,
  clearMtmDay,
  type MtmContext,
  type MtmState,
  newValuing,
  type Valuing,
} from './mtm-state.ts';
import { valueUnit } from './value-contracts.ts';

/** Computes the day's marks; trading ends now at the latest. Contracts that expired earlier keep their last MTM. */
export const markContracts: LongStage<MtmContext, EndingDay> = {
  unit: (context, day, at) => {
    const { state, market } = context;
    const { mtm } = state;
    if (at === 0) mtm.valuing = newValuing();
    // The unit after the last contract has put the marks into force.
    if (mtm.valuing === null) return null;
    const { listed } = market;
    const first = listed[at];
    if (first !== undefined) return close(context, first);
    // A valuation visits each contract twice.
    const setting = at - 3 * listed.length;
    return valueUnit(context, mtm.valuing, at - listed.length) ?? setNext(context, mtm.valuing, day, setting);
  },
};

function close(context: MtmContext, contract: Contract): number {
  closeTrading(context, [contract]);
  // In the worst case, all orders are too young to count, and each is examined.
  return contract.kind === 'future' ? 5 + contract.book.size : 0.1;
}

/** Puts the mark of the contract with this index into force; the curves before the first. */
function setNext(context: MtmContext, valuing: Valuing, day: EndingDay, index: number): number {
  const { state, market } = context;
  if (index === 0) {
    for (const [series, curve] of Object.entries(valuing.moved)) state.curves.set(Number(series), curve);
    countLimitDay(context, valuing);
  }
  const contract = market.listed[index];
  const mark = valuing.marks[index];
  if (contract === undefined) clearMtmDay(state.mtm);
  else if (mark !== undefined) day.marks.push(setMark(state, contract, mark, day));
  return 2;
}

/** Two days in a row that end locked at a limit widen the band of an instrument. */
function countLimitDay({ state, market }: MtmContext, { futures }: Valuing): void {
  const locked = new Set<string>();
  for (const contract of market.listed)
    if (futures[contract.index]?.method === 'limit') locked.add(contract.instrument.code);
  state.limits.countLimitDay(locked);
}

function setMark(state: MtmState, contract: Contract, mark: ContractMark, day: EndingDay): DayMark {
  const { mtm } = mark;
  state.prices.beginDay(contract, mtm);
  const terms = contractOn(state.reference, contract, day.next);
  const band = state.limits.bandOf(terms.instrument);
  const limits = contract.kind === 'future' ? limitsAround(terms, { mtm, band, day: day.next }) : null;
  state.limits.unlock(contract);
  state.limits.set(contract, limits);
  return { contract: contract.name, limits, ...mark };
}
