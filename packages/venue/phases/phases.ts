// Where the exchange day is (market.md, Phases): the phase of each group of contracts, the instruments that are halted, and
// the contracts whose orders wait for the call auction.
import type { ContractGroup, Phase } from '@openpit/terms';
import type { Contract } from '../contracts/contract.ts';
import type { Day } from '../kernel/civil-date.ts';
import type { EpochMs } from '../kernel/units.ts';
import type { RatesState } from '../rates/rates-module.ts';
import type { MarketAct } from '../reference/market.ts';

export interface PhaseChange {
  readonly phase: Phase;
  readonly at: EpochMs;
}

export interface GroupPhase {
  readonly phase: Phase;
  /** When orders are accepted next, by the schedule; null when it does not say. */
  readonly opensAt: EpochMs | null;
}

export interface SavedPhases {
  readonly groups: readonly (readonly [ContractGroup, GroupPhase])[];
  readonly halted: readonly (readonly [string, string])[];
  readonly inAuction: readonly number[];
}

/** A group to which no phase has been given trades. */
const trading: GroupPhase = { phase: 'continuous', opensAt: null };

export class Phases {
  readonly groups = new Map<ContractGroup, GroupPhase>();
  /** By instrument, the reason of the halt. */
  readonly halted = new Map<string, string>();
  /**
   * By index, in the order in which they were put here, the contracts whose orders all wait for the call auction. Only
   * their books may be crossed.
   */
  readonly inAuction = new Set<number>();

  of(group: ContractGroup): GroupPhase {
    return this.groups.get(group) ?? trading;
  }

  save(): SavedPhases {
    return { groups: [...this.groups], halted: [...this.halted], inAuction: [...this.inAuction] };
  }

  static load({ groups, halted, inAuction }: SavedPhases): Phases {
    const phases = new Phases();
    for (const [group, phase] of groups) phases.groups.set(group, phase);
    for (const [instrument, reason] of halted) phases.halted.set(instrument, reason);
    for (const index of inAuction) phases.inAuction.add(index);
    return phases;
  }
}

export interface PhasesState extends RatesState {
  readonly phases: Phases;
}

/** What the questions about phases need of an act. */
export type PhasesView = Pick<MarketAct<PhasesState, never>, 'state' | 'market'>;

/** The group to which a contract belongs on a business day. */
export function groupOf(
  { instrument, firstDeliveryDay }: Pick<Contract, 'instrument' | 'firstDeliveryDay'>,
  businessDay: Day,
): ContractGroup {
  if (instrument.settlement === 'cash') return 'world';
  return businessDay >= firstDeliveryDay ? 'deliveryMonth' : 'other';
}

export const phaseOf = ({ state, market }: PhasesView, contract: Contract): Phase =>
  state.phases.of(groupOf(contract, market.businessDay)).phase;
