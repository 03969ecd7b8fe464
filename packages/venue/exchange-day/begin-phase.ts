// Begins a phase of the exchange day for groups of contracts (market/sessions.md, Phases). In the pre-open, orders wait for the call
// auction; at the opening it is held, and continuous trading follows.
import type { ContractGroup, Phase } from '@openpit/terms';
import { announce } from '../announcements/announcements-module.ts';
import type { Contract } from '../contracts/contract.ts';
import { dealTimeRejection } from '../deal-actions/deal-time.ts';
import { expireUnmatchedDeals } from '../deals/expire-unmatched-deals.ts';
import { detailed, type Rejection, rejectionsFrom } from '../kernel/rejection.ts';
import { closeTrading, openTrading, reopenTrading } from '../mtm/closings.ts';
import { isInGroups, phaseOf, scheduledTime } from '../phases/phases.ts';
import { beginAuctions, openContracts } from './call-auction.ts';
import type { ExchangeDayContext } from './exchange-day-context.ts';
import type { BeginPhase } from './exchange-day-events.ts';

export const phaseRejections = {
  phaseUnchanged: detailed({
    when: 'begin a phase',
    examples: [{ groups: 'delivery months, other months', phase: 'continuous' }],
    sentence: (v) => `The phase of ${v.groups} is already ${v.phase}.`,
  }),
};
const reject = rejectionsFrom(phaseRejections);

const groupTexts: Readonly<Record<ContractGroup, string>> = {
  deliveryMonth: 'delivery months',
  other: 'other months',
  world: 'world products',
};
const phaseTexts: Readonly<Record<Phase, string>> = {
  closed: 'closed',
  preOpen: 'pre-open: orders wait for the call auction',
  continuous: 'continuous trading',
  admin: 'administration: no matching',
  delivery: 'physical delivery processing',
};

export function beginPhase(
  context: ExchangeDayContext,
  { groups, phase, dueAt, next, opensAt, offsetMinutes }: BeginPhase,
): Rejection | null {
  const { state, market, emit } = context;
  const { phases } = state;
  const named = groups.map((group) => groupTexts[group]).join(', ');
  if (groups.every((group) => phases.of(group).phase === phase))
    return reject('phaseUnchanged', { groups: named, phase });

  const isMeant = (contract: Contract) => isInGroups(context, groups, contract);
  const contracts = [...market.contracts.values()].filter(isMeant);
  const isTrading = (contract: Contract) => phaseOf(context, contract) === 'continuous';
  if (phase === 'continuous') {
    reopenTrading(context, isMeant);
    openTrading(
      context,
      contracts.filter((contract) => !isTrading(contract)),
    );
  } else closeTrading(context, contracts.filter(isTrading));
  const offset = offsetMinutes === undefined ? {} : { offsetMinutes };
  for (const group of groups) phases.groups.set(group, { phase, opensAt, ...offset });
  emit({ kind: 'phaseBegan', groups, phase, dueAt, next, opensAt });
  expireUnmatchedDeals(context, (contract) => dealTimeRejection(context, contract) !== null);
  // A package follows the leg that is furthest from trading.
  const isIn = (phase: Phase) => (contract: Contract) =>
    isMeant(contract) && phaseOf(context, contract) === phase;
  if (phase === 'preOpen' || phase === 'continuous') beginAuctions(context, isIn('preOpen'));
  const then =
    next === null
      ? ''
      : ` Next: ${phaseTexts[next.phase]} at ${scheduledTime(context, next.at, offsetMinutes)}.`;
  announce(context, 'Phase', `${capitalized(named)}: ${phaseTexts[phase]}.${then}`);
  if (phase === 'continuous') openContracts(context, isIn('continuous'));
  return null;
}

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
