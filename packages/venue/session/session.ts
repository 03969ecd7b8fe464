// Where the exchange day stands (domain §3.1): the phase of each group of contracts, the instruments that are halted, the
// contracts whose orders are being collected for an opening, and the days at the limit.
import type { Day } from '../kernel/civil-date.ts';
import type { EpochMs } from '../kernel/units.ts';
import type { Contract } from '../state.ts';
import type { Closing } from './closing.ts';

/** `world`: cash-settled products that follow a market elsewhere; the rest by whether delivery has begun. */
export const contractGroups = ['deliveryMonth', 'other', 'world'] as const;
export type ContractGroup = (typeof contractGroups)[number];

/**
 * `closed`: nothing is taken; `preOpen`: orders are collected, nothing deals; `continuous`: everything; `admin`: deal
 * housekeeping; `delivery`: physical delivery is processed. Who is in the market may leave it in every phase.
 */
export const phases = ['closed', 'preOpen', 'continuous', 'admin', 'delivery'] as const;
export type Phase = (typeof phases)[number];

export interface PhaseChange {
  readonly phase: Phase;
  readonly at: EpochMs;
}

export interface GroupSession {
  readonly phase: Phase;
  readonly opensAt: EpochMs | null;
}

export interface SessionSnapshot {
  readonly groups: readonly (readonly [ContractGroup, GroupSession])[];
  readonly halted: readonly (readonly [string, string])[];
  readonly collecting: readonly string[];
  readonly limitDays: readonly (readonly [string, number])[];
  readonly limitsReached: readonly string[];
  readonly closings: readonly (readonly [string, Closing])[];
}

/** A market that nobody has given a phase is open. */
const open: GroupSession = { phase: 'continuous', opensAt: null };

export class Session {
  readonly groups = new Map<ContractGroup, GroupSession>();
  /** The reason of the halt by instrument. */
  readonly halted = new Map<string, string>();
  /** Contracts of which all orders in the book wait for an opening; no other book is ever crossed. */
  readonly collecting = new Set<string>();
  /** By instrument, the days in a row that ended with one of its contracts at its limit. */
  readonly limitDays = new Map<string, number>();
  /** Limits at which a deal has been made today, each told once. */
  readonly limitsReached = new Set<string>();
  /** Of futures whose trading has ended today, with what their books said. */
  readonly closings = new Map<string, Closing>();

  of(group: ContractGroup): GroupSession {
    return this.groups.get(group) ?? open;
  }

  snapshot(): SessionSnapshot {
    return {
      groups: [...this.groups],
      halted: [...this.halted],
      collecting: [...this.collecting],
      limitDays: [...this.limitDays],
      limitsReached: [...this.limitsReached],
      closings: [...this.closings],
    };
  }

  load({ groups, halted, collecting, limitDays, limitsReached, closings }: SessionSnapshot): void {
    for (const [group, session] of groups) this.groups.set(group, session);
    for (const [instrument, reason] of halted) this.halted.set(instrument, reason);
    for (const contract of collecting) this.collecting.add(contract);
    for (const [instrument, days] of limitDays) this.limitDays.set(instrument, days);
    for (const limit of limitsReached) this.limitsReached.add(limit);
    for (const [contract, closing] of closings) this.closings.set(contract, closing);
  }
}

/** The group to which a contract belongs on a business day. */
export function groupOf(
  { instrument, firstDeliveryDay }: Pick<Contract, 'instrument' | 'firstDeliveryDay'>,
  businessDay: Day,
): ContractGroup {
  if (instrument.settlement === 'cash') return 'world';
  return businessDay >= firstDeliveryDay ? 'deliveryMonth' : 'other';
}
