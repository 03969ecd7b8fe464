// The state of the exchange day (market/sessions.md, Phases): the phase of each group of contracts, the halted instruments, and the contracts whose
// orders wait for the call auction.
import type { ContractGroup, Phase } from '@openpit/terms';
import { type Contract, isPackage, legsOf } from '../contracts/contract.ts';
import { mustExist } from '../kernel/assert.ts';
import { type Day, marketTime, minutesAhead } from '../kernel/civil-date.ts';
import type { EpochMs } from '../kernel/units.ts';
import type { RatesState } from '../rates/rates-module.ts';
import type { MarketContext } from '../reference/market.ts';

export interface PhaseChange {
  readonly phase: Phase;
  readonly at: EpochMs;
}

interface CurrentPhase {
  readonly phase: Phase;
  /** The next time when the schedule accepts orders; null if the schedule has none. */
  readonly opensAt: EpochMs | null;
  /** How far the times of this schedule are ahead of UTC; omitted if it is not known. */
  readonly offsetMinutes?: number;
}

export interface SavedPhases {
  readonly groups: readonly (readonly [ContractGroup, CurrentPhase])[];
  readonly halted: readonly (readonly [string, string])[];
  readonly inAuction: readonly number[];
}

/** The default phase of a group: it trades. */
const trading: CurrentPhase = { phase: 'continuous', opensAt: null };

export class Phases {
  readonly groups = new Map<ContractGroup, CurrentPhase>();
  /** The reason for the halt of each instrument. */
  readonly halted = new Map<string, string>();
  /**
   * The contracts whose orders wait for the call auction, by index, in the order they were added. Only the books of these
   * contracts may be crossed.
   */
  readonly inAuction = new Set<number>();

  of(group: ContractGroup): CurrentPhase {
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

export type PhasesView = Pick<MarketContext<PhasesState, never>, 'state' | 'market'>;

/** The group of a contract that is not a package, on a business day. */
function groupOf(
  { instrument, firstDeliveryDay }: Pick<Contract, 'instrument' | 'firstDeliveryDay'>,
  businessDay: Day,
): ContractGroup {
  if (instrument.settlement === 'cash') return 'world';
  return businessDay >= firstDeliveryDay ? 'deliveryMonth' : 'other';
}

/** True if the contract, or a leg of the package, belongs to one of the groups. */
export const isInGroups = (
  { market }: Pick<PhasesView, 'market'>,
  groups: readonly ContractGroup[],
  contract: Contract,
): boolean =>
  isPackage(contract)
    ? legsOf(contract).some((leg) => isInGroups({ market }, groups, leg))
    : groups.includes(groupOf(contract, market.businessDay));

/**
 * The phase of a contract, with the contract that determines it. A package trades only while all its legs trade, so its phase is the one
 * furthest from trading.
 */
export function phaseWithLeg(
  view: PhasesView,
  contract: Contract,
): CurrentPhase & { readonly leg: Contract } {
  if (!isPackage(contract)) {
    return { ...view.state.phases.of(groupOf(contract, view.market.businessDay)), leg: contract };
  }
  const [first, ...others] = legsOf(contract).map((leg) => phaseWithLeg(view, leg));
  return others.reduce(
    (min, leg) => (nearness[leg.phase] < nearness[min.phase] ? leg : min),
    mustExist(first, 'a package has legs'),
  );
}

/** The order of the phases by their nearness to dealing. */
const nearness: Readonly<Record<Phase, number>> = {
  closed: 0,
  delivery: 1,
  admin: 2,
  preOpen: 3,
  continuous: 4,
};

/** As `phaseWithLeg`, without its objects, because every order asks. */
export function phaseOf(view: PhasesView, contract: Contract): Phase {
  if (!isPackage(contract)) return view.state.phases.of(groupOf(contract, view.market.businessDay)).phase;
  let furthest: Phase = 'continuous';
  for (const leg of legsOf(contract)) {
    const phase = phaseOf(view, leg);
    if (nearness[phase] < nearness[furthest]) furthest = phase;
  }
  return furthest;
}

/** A time for sentences. It is in the schedule's time zone if that is known, otherwise in the time zone of the reference data. */
export const scheduledTime = (
  { market }: Pick<PhasesView, 'market'>,
  at: EpochMs,
  offsetMinutes = minutesAhead(market.rules.hours?.utcOffset),
): string => marketTime(at, offsetMinutes);

/** The leg of the contract whose instrument is halted; null if nothing is halted. */
export function haltedLeg(
  view: { readonly state: Pick<PhasesState, 'phases'> },
  contract: Contract,
): Contract | null {
  const { halted } = view.state.phases;
  if (halted.size === 0) return null;
  return legsOf(contract).find(({ instrument }) => halted.has(instrument.code)) ?? null;
}
