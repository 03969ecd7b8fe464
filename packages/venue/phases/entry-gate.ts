// Whether orders may enter a contract now (market.md, Order validation, steps 1 and 3): its phase accepts orders, it is
// listed and has not expired, its instrument is not halted. Leaving the market is never gated.
import type { OrderType, Phase } from '@openpit/terms';
import type { Contract } from '../contracts/contract.ts';
import { isoDate } from '../kernel/civil-date.ts';
import { marketTime } from '../kernel/market-time.ts';
import { detailed, isRejection, type Rejection, rejectionsFrom } from '../kernel/rejection.ts';
import { groupOf, type PhasesView, phaseOf } from './phases.ts';

export const phasesRejections = {
  sessionClosed: detailed({
    when: 'insert, double, resubmit, amend in a phase without order entry',
    examples: [{ contract: 'DEC26 WMAZ', phase: 'is closed', opens: 'at 2026-11-19 08:50' }],
    sentence: (v) => `${v.contract} ${v.phase} and takes no orders now. It takes them again ${v.opens}.`,
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
  instrumentHalted: detailed({
    when: 'insert, double, resubmit, amend during a halt',
    examples: [{ instrument: 'WMAZ', reason: 'crop estimate' }],
    sentence: (v) =>
      `${v.instrument} is halted (${v.reason}): it takes no orders until it resumes. Your open orders can be deleted or suspended.`,
  }),
  onlyNormalBeforeOpening: detailed({
    when: 'insert in the pre-open',
    examples: [{ contract: 'DEC26 WMAZ' }],
    sentence: (v) =>
      `Nothing deals in ${v.contract} before its opening, so TOK and FOK orders are not taken. Send a Normal order, or wait for the opening.`,
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

/** Step 1: null while the contract's phase accepts orders. */
export function sessionRejection({ state, market }: PhasesView, contract: Contract): Rejection | null {
  const { phase, opensAt } = state.phases.of(groupOf(contract, market.businessDay));
  if (phase === 'continuous' || phase === 'preOpen') return null;
  return reject('sessionClosed', {
    contract: contract.name,
    phase: phaseTexts[phase],
    opens: opensAt === null ? 'when the operator opens it' : `at ${marketTime(opensAt)}`,
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

/** Step 3: the contract with this name, or why no order can be entered in it. */
export function tradableContract(view: PhasesView, name: string): Contract | Rejection {
  const contract = listedContract(view, name);
  if (isRejection(contract)) return contract;
  return expiryRejection(view, contract) ?? haltRejection(view, contract) ?? contract;
}

export function expiryRejection(
  { market }: Pick<PhasesView, 'market'>,
  { name, lastDay }: Pick<Contract, 'name' | 'lastDay'>,
): Rejection | null {
  if (market.businessDay <= lastDay) return null;
  return reject('contractExpired', { contract: name, lastDay: isoDate(lastDay) });
}

export function haltRejection(
  { state }: Pick<PhasesView, 'state'>,
  { instrument }: Contract,
): Rejection | null {
  const reason = state.phases.halted.get(instrument.code);
  return reason === undefined ? null : reject('instrumentHalted', { instrument: instrument.code, reason });
}

/** Before the opening there is nothing for an order to deal with that must deal at once. */
export function auctionRejection(view: PhasesView, contract: Contract, type: OrderType): Rejection | null {
  if (type === 'Normal' || phaseOf(view, contract) !== 'preOpen') return null;
  return reject('onlyNormalBeforeOpening', { contract: contract.name });
}
