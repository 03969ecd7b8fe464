// Halts an instrument (market/sessions.md, Halts). No orders are accepted and none of its contracts deals, but orders may leave the
// market. An auction that falls due during the halt is held when the halt ends.
import { announce } from '../announcements/announcements-module.ts';
import { type Contract, legsOf } from '../contracts/contract.ts';
import { detailed, type Rejection, rejectionsFrom } from '../kernel/rejection.ts';
import { openTrading } from '../mtm/closings.ts';
import { phaseOf } from '../phases/phases.ts';
import { reject as rejectReference } from '../reference/reference-module.ts';
import { beginAuctions, isHalted, openContracts } from './call-auction.ts';
import type { ExchangeDayContext } from './exchange-day-context.ts';
import type { HaltInstrument, ResumeInstrument } from './exchange-day-events.ts';

export const haltRejections = {
  instrumentAlreadyHalted: detailed({
    when: 'halt',
    examples: [{ instrument: 'WMAZ', reason: 'crop estimate' }],
    sentence: (v) => `${v.instrument} is already halted (${v.reason}).`,
  }),
  instrumentNotHalted: detailed({
    when: 'resume',
    examples: [{ instrument: 'WMAZ' }],
    sentence: (v) => `${v.instrument} is not halted.`,
  }),
};
const reject = rejectionsFrom(haltRejections);

export function haltInstrument(
  context: ExchangeDayContext,
  { instrument, reason }: HaltInstrument,
): Rejection | null {
  const { state, market, emit } = context;
  const { halted } = state.phases;
  if (!market.instruments.has(instrument)) return rejectReference('instrumentUnknown', { instrument });
  const before = halted.get(instrument);
  if (before !== undefined) return reject('instrumentAlreadyHalted', { instrument, reason: before });

  halted.set(instrument, reason);
  // A halted instrument has no market: its locks end, and begin again when it resumes.
  for (const contract of market.contracts.values())
    if (hasLegOf(instrument)(contract)) state.limits.unlock(contract);

  emit({ kind: 'instrumentHalted', instrument, reason });
  // The text is part of an event, which a replay compares, so changing it needs a new rule version.
  announce(context, 'Halt', `${instrument} is halted: ${reason}. Open orders can be deleted or suspended.`);
  return null;
}

const hasLegOf =
  (code: string) =>
  (contract: Contract): boolean =>
    legsOf(contract).some(({ instrument }) => instrument.code === code);

export function resumeInstrument(
  context: ExchangeDayContext,
  { instrument }: ResumeInstrument,
): Rejection | null {
  const { state, market, emit } = context;
  if (!market.instruments.has(instrument)) return rejectReference('instrumentUnknown', { instrument });
  if (!state.phases.halted.delete(instrument)) return reject('instrumentNotHalted', { instrument });

  emit({ kind: 'instrumentResumed', instrument });
  announce(context, 'Resume', `${instrument} has resumed.`);
  const isMeant = hasLegOf(instrument);
  beginAuctions(context, (contract) => isMeant(contract) && phaseOf(context, contract) === 'preOpen');
  const isOpen = (contract: Contract) => isMeant(contract) && phaseOf(context, contract) === 'continuous';
  openTrading(context, [...market.contracts.values()].filter(isOpen));
  openContracts(context, isOpen);
  for (const contract of market.contracts.values())
    if (isMeant(contract) && !isHalted(context, contract) && !state.phases.inAuction.has(contract.index))
      state.limits.updateLock(contract, context.at);
  return null;
}
