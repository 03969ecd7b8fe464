// Whether orders may enter a contract now (market/orders.md, Order validation, steps 1 and 3): it is listed and unexpired, and neither
// its phase nor a halt prevents entry. For a package, the same applies to each leg. Leaving the market is never gated.
import { type OrderType, orderTypes, type Phase } from '@openpit/terms';
import type { Contract } from '../contracts/contract.ts';
import { type ActName, isChecked } from '../kernel/act-conditions.ts';
import { isoDate } from '../kernel/civil-date.ts';
import { detailed, isRejection, type Rejection, rejectionsFrom } from '../kernel/rejection.ts';
import { haltedLeg, type PhasesView, phaseOf, phaseWithLeg, scheduledTime } from './phases.ts';

export const phasesRejections = {
  sessionClosed: detailed<{ contract: string; phase: string; opens: string; leg?: string }>({
    when: 'insert, double, resubmit, amend in a phase without order entry; second sentence for a leg of a package',
    examples: [
      { contract: 'DEC26 WMAZ', phase: 'is closed', opens: 'at 2026-11-19 08:50' },
      {
        contract: 'DEC26-MAR27 WMAZ',
        leg: 'DEC26 WMAZ',
        phase: 'is in administration, without matching',
        opens: 'at 2026-11-19 08:50',
      },
    ],
    sentence: (v) =>
      v.leg === undefined
        ? `${v.contract} ${v.phase}${v.phase.includes(',') ? ',' : ''} and accepts no orders now. It accepts them again ${v.opens}.`
        : `${v.contract} accepts no orders now, because its leg ${v.leg} ${v.phase}. It accepts them again ${v.opens}.`,
  }),
  contractUnknown: detailed({
    when: 'no contract has this name',
    examples: [{ contract: 'DEC99 WMAZ' }],
    sentence: (v) => `There is no contract "${v.contract}". Pick one from the market panels.`,
  }),
  contractExpired: detailed({
    when: 'after the last trading day; for a split or spread, that of its nearer leg',
    examples: [{ contract: 'DEC26 WMAZ', lastDay: '2026-12-23' }],
    sentence: (v) => `${v.contract} no longer trades: its last day was ${v.lastDay}. Pick a later month.`,
  }),
  instrumentHalted: detailed<{ instrument: string; reason: string; contract?: string }>({
    when: 'insert, double, resubmit, amend, reported deals and the award of certificates during a halt; second sentence for a package with a leg that is halted',
    examples: [
      { instrument: 'WMAZ', reason: 'crop estimate' },
      { instrument: 'YMAZ', reason: 'crop estimate', contract: 'DEC26 WMAZ-YMAZ' },
    ],
    sentence: (v) =>
      v.contract === undefined
        ? `${v.instrument} is halted (${v.reason}): it accepts no orders until it resumes. Your open orders can be cancelled or suspended.`
        : `${v.contract} accepts no orders, because ${v.instrument} is halted (${v.reason}), until it resumes. Your open orders can be cancelled or suspended.`,
  }),
  onlyNormalBeforeOpening: detailed({
    when: 'insert in the pre-open',
    examples: [{ contract: 'DEC26 WMAZ' }],
    sentence: (v) =>
      `Nothing deals in ${v.contract} before its opening, so TOK and FOK orders are not accepted. Send a Normal order, or wait for the opening.`,
  }),
};

const reject = rejectionsFrom(phasesRejections);

const phaseTexts: Readonly<Record<Phase, string>> = {
  closed: 'is closed',
  preOpen: 'is before its opening',
  continuous: 'is open',
  admin: 'is in administration, without matching',
  delivery: 'is in delivery processing, without matching',
};

/**
 * Step 1: null while the contract's phase accepts orders. The rejection of an expired contract names its expiry, because no later phase
 * accepts its orders.
 */
export function sessionRejection(view: PhasesView, contract: Contract): Rejection | null {
  const current = phaseOf(view, contract);
  if (current === 'continuous' || current === 'preOpen') return null;
  const expired = expiryRejection(view, contract);
  if (expired !== null) return expired;
  const { phase, opensAt, offsetMinutes, leg } = phaseWithLeg(view, contract);
  return reject('sessionClosed', {
    contract: contract.name,
    phase: phaseTexts[phase],
    opens:
      opensAt === null ? 'when the operator opens it' : `at ${scheduledTime(view, opensAt, offsetMinutes)}`,
    ...(leg === contract ? {} : { leg: leg.name }),
  });
}

/** Step 1 for a contract by name. A name that is not listed passes: a later step rejects it. */
export function sessionRejectionByName(view: PhasesView, { contract }: { readonly contract: string }) {
  const listed = view.market.contracts.get(contract);
  return listed === undefined ? null : sessionRejection(view, listed);
}

/** The contract with this name, whether it trades or not. */
export const listedContract = ({ market }: Pick<PhasesView, 'market'>, name: string): Contract | Rejection =>
  market.contracts.get(name) ?? reject('contractUnknown', { contract: name });

/** Step 3: the contract with this name, or why the act is not possible in it. */
export function tradableContract(view: PhasesView, act: ActName, name: string): Contract | Rejection {
  const contract = listedContract(view, name);
  if (isRejection(contract)) return contract;
  return contractRejection(view, act, contract) ?? contract;
}

/** Why the act is not possible in the contract now: it has expired or is halted. */
export function contractRejection(view: PhasesView, act: ActName, contract: Contract): Rejection | null {
  return (
    (isChecked(act, 'expired') ? expiryRejection(view, contract) : null) ??
    (isChecked(act, 'halted') ? haltRejection(view, contract) : null)
  );
}

/** A package expires with the leg that expires first. */
export function expiryRejection(
  { market }: Pick<PhasesView, 'market'>,
  { name, lastDay }: Pick<Contract, 'name' | 'lastDay'>,
): Rejection | null {
  if (market.businessDay <= lastDay) return null;
  return reject('contractExpired', { contract: name, lastDay: isoDate(lastDay) });
}

/** `null` unless the instrument, or the instrument of a leg, is halted. */
export function haltRejection(view: Pick<PhasesView, 'state'>, contract: Contract): Rejection | null {
  const leg = haltedLeg(view, contract);
  if (leg === null) return null;
  const { code: instrument } = leg.instrument;
  const reason = view.state.phases.halted.get(instrument) ?? '';
  // The rejection also names the package, because it is not obvious why the halt of another instrument concerns it.
  const packageName = contract.instrument === leg.instrument ? {} : { contract: contract.name };
  return reject('instrumentHalted', { instrument, reason, ...packageName });
}

/** Rejects an order that must deal immediately before the opening, when nothing deals. */
export function auctionRejection(view: PhasesView, contract: Contract, type: OrderType): Rejection | null {
  if (orderTypes[type].rests || phaseOf(view, contract) !== 'preOpen') return null;
  return reject('onlyNormalBeforeOpening', { contract: contract.name });
}
