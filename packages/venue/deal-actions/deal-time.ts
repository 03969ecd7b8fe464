// When deals may be handled (market/deals.md, Deals): from the contract's pre-open to the end of its admin period.
import type { Phase } from '@openpit/terms';
import type { Rejection } from '../kernel/rejection.ts';
import { type PhasesView, phaseOf } from '../phases/phases.ts';
import { contractNamed } from '../reference/market.ts';
import { reject } from './deal-rejections.ts';

const phasesOfDealActions: Readonly<Record<Phase, boolean>> = {
  closed: false,
  preOpen: true,
  continuous: true,
  admin: true,
  delivery: false,
};

export const allowsDealActions = (phase: Phase): boolean => phasesOfDealActions[phase];

/** `null` while deals in the contract may be handled. */
export function dealTimeRejection(view: PhasesView, contract: string): Rejection | null {
  const listed = contractNamed(view.market, contract);
  return allowsDealActions(phaseOf(view, listed)) ? null : reject('dealTimeOver', { contract });
}
