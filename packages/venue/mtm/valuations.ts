// Valuations of the market during a day, and the operator's corrections and approval of the official MTM (market/money.md, MTM). A
// correction never changes a valuation but creates a new one.
import type { Contract } from '../contracts/contract.ts';
import { isoDate } from '../kernel/civil-date.ts';
import { detailed, isRejection, type Rejection, rejectionsFrom } from '../kernel/rejection.ts';
import type { LongStage } from '../kernel/venue-module.ts';
import { expiryRejection, listedContract } from '../phases/entry-gate.ts';
import { priceRejection, valueRejection } from '../pricing/price-check.ts';
import type { ApproveMtm, CorrectMtm, ValuedContract, ValueMarket } from './mtm-events.ts';
import { type MtmContext, type ValuationRun, valuationRun } from './mtm-state.ts';
import { valuedContracts, valueUnit } from './value-contracts.ts';

export const mtmRejections = {
  mtmNotOfFuture: detailed({
    when: 'correct the MTM of something else than a future',
    examples: [{ contract: 'DEC26 WMAZ 4000 C' }],
    sentence: (v) =>
      `The MTM of ${v.contract} follows from that of its future and cannot be corrected by itself.`,
  }),
  tradingNotEnded: detailed({
    when: 'correct an MTM before trading has ended',
    examples: [{ contract: 'DEC26 WMAZ' }],
    sentence: (v) => `Trading in ${v.contract} has not ended today, so its MTM is not known yet.`,
  }),
  valuationNotFinal: detailed({
    when: 'approve a valuation that was made while a future traded',
    examples: [{ run: 1 }],
    sentence: (v) =>
      `Valuation ${v.run} was made before trading had ended in all futures. Value the market again when it has.`,
  }),
  valuationNotLatest: detailed({
    when: 'approve the MTM of a valuation',
    examples: [{ run: 1, latest: 2 }],
    sentence: (v) =>
      v.latest === 0
        ? `There is no valuation ${v.run}: the market was not valued today.`
        : `Valuation ${v.run} is not the latest of today, which is ${v.latest}. Look at that one, and approve it.`,
  }),
};
const reject = rejectionsFrom(mtmRejections);

export const valueMarket = (_act: MtmContext, _command: ValueMarket): typeof valuationRun => valuationRun;

export function correctMtm(
  context: MtmContext,
  { contract: name, mtm, reason }: CorrectMtm,
): typeof valuationRun | Rejection {
  const { state, market, emit } = context;
  const contract = listedContract(context, name);
  if (isRejection(contract)) return contract;
  if (contract.kind !== 'future') return reject('mtmNotOfFuture', { contract: name });
  const unusable =
    expiryRejection(context, contract) ??
    (isFinalSettlement(context, contract)
      ? valueRejection(contract, mtm)
      : priceRejection(state, contract, mtm));
  if (unusable !== null) return unusable;
  if (!state.mtm.closings.has(contract.index)) return reject('tradingNotEnded', { contract: name });

  state.mtm.corrections.set(contract.index, mtm);
  state.mtm.approved = null;
  emit({ kind: 'mtmCorrected', businessDay: isoDate(market.businessDay), contract: name, mtm, reason });
  return valuationRun;
}

/**
 * Whether today's MTM is the future's cash settlement price. Another exchange sets that price, so it can be off the tick, far
 * from the last MTM, or negative. Options on the future expire on its last day at the latest, so they need no positive price.
 */
const isFinalSettlement = (
  { market }: Pick<MtmContext, 'market'>,
  { instrument, lastDay }: Contract,
): boolean => instrument.settlement === 'cash' && lastDay === market.businessDay;

export function approveMtm({ state, market, emit }: MtmContext, { run }: ApproveMtm): Rejection | null {
  const day = state.mtm;
  if (run !== day.run || run < 1) return reject('valuationNotLatest', { run, latest: day.run });
  if (day.final === null) return reject('valuationNotFinal', { run });

  day.approved = day.final;
  emit({ kind: 'mtmApproved', businessDay: isoDate(market.businessDay), run });
  return null;
}

/** Values all contracts. The modules above end the options of the day, value the accounts and publish the valuation. */
export const valuation: LongStage<MtmContext, ValuationRun> = {
  unit: (context, run, at) => {
    if (at === 0) run.principals = context.state.positions.principals();
    return valueUnit(context, run, at);
  },
};

/** Publishes a valuation of every contract and every account. Returns the approximate time that it takes, in microseconds. */
export function publishValuation(context: MtmContext, run: ValuationRun): number {
  const { state, market, emit } = context;
  const marks: ValuedContract[] = [];
  let isFinal = true;
  for (const { contract, mark } of valuedContracts(context, run)) {
    marks.push({ contract: contract.name, ...mark });
    if (contract.kind === 'future' && !state.mtm.closings.has(contract.index)) isFinal = false;
  }
  state.mtm.run += 1;
  const futures = Object.entries(run.futures).map(([index, mark]) => [Number(index), mark] as const);
  state.mtm.final = isFinal ? new Map(futures) : null;
  run.isPublished = true;
  const { accounts } = run;
  const businessDay = isoDate(market.businessDay);
  emit({ kind: 'marketValued', businessDay, run: state.mtm.run, isFinal, marks, accounts });
  return marks.length;
}
