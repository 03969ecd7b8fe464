// The commands and events of the exchange day (market/sessions.md, Phases, Call auction, Halts). The commands come from the schedule
// and from the operator.

import type { ContractGroup, Phase } from '@openpit/terms';
import type { IsoDate } from '../kernel/civil-date.ts';
import type { EpochMs, Lots, Price } from '../kernel/units.ts';
import type { EventKinds } from '../kernel/venue-module.ts';
import type { PhaseChange } from '../phases/phases.ts';
import type { DayMark } from '../prices/prices-module.ts';

/** Begins a phase for these groups of contracts. */
export interface BeginPhase {
  readonly kind: 'beginPhase';
  readonly groups: readonly ContractGroup[];
  readonly phase: Phase;
  /** The scheduled time, which is earlier if the server was down; null if the operator began the phase. */
  readonly dueAt: EpochMs | null;
  /** The next entry of the schedule for these groups; null if there is none. */
  readonly next: PhaseChange | null;
  /** When orders are accepted next, by the schedule; null if it does not say. */
  readonly opensAt: EpochMs | null;
  /** How far the times of the schedule are ahead of UTC; omitted without a schedule, and before rules 12. */
  readonly offsetMinutes?: number;
}
/** No orders are accepted and nothing deals; orders may leave the market. */
export interface HaltInstrument {
  readonly kind: 'haltInstrument';
  readonly instrument: string;
  readonly reason: string;
}
export interface ResumeInstrument {
  readonly kind: 'resumeInstrument';
  readonly instrument: string;
}
/** Ends the business day: orders expire, contracts are marked, the next day begins. */
export interface EndDay {
  readonly kind: 'endDay';
  /** The scheduled time; omitted if the operator ends the day. */
  readonly dueAt?: EpochMs;
  /** The operator's reason for ending the day despite the checklist. */
  readonly forcedBecause?: string;
}

/** Continues long work that the last command began: the end of a day or a valuation (decision 17). */
export interface ContinueRun {
  readonly kind: 'continueRun';
}

export interface PhaseBegan {
  readonly kind: 'phaseBegan';
  readonly groups: readonly ContractGroup[];
  readonly phase: Phase;
  readonly dueAt: EpochMs | null;
  readonly next: PhaseChange | null;
  readonly opensAt: EpochMs | null;
}
/** The call auction of a contract has been held; null and 0 if nothing could deal. */
interface ContractUncrossed {
  readonly kind: 'contractUncrossed';
  readonly contract: string;
  readonly price: Price | null;
  readonly lots: Lots;
}
interface InstrumentHalted {
  readonly kind: 'instrumentHalted';
  readonly instrument: string;
  readonly reason: string;
}
interface InstrumentResumed {
  readonly kind: 'instrumentResumed';
  readonly instrument: string;
}
export interface DayEnded {
  readonly kind: 'dayEnded';
  readonly businessDay: IsoDate;
  readonly nextBusinessDay: IsoDate;
  /** The scheduled time; null if the operator ended the day. */
  readonly dueAt: EpochMs | null;
  /** The operator's reason for ending the day against the checklist; null if the checklist was clear. */
  readonly forcedBecause: string | null;
  readonly marks: readonly DayMark[];
}

export type ExchangeDayEvent =
  | PhaseBegan
  | ContractUncrossed
  | InstrumentHalted
  | InstrumentResumed
  | DayEnded;

export const exchangeDayEvents: EventKinds<ExchangeDayEvent> = {
  phaseBegan: true,
  contractUncrossed: true,
  instrumentHalted: true,
  instrumentResumed: true,
  dayEnded: true,
};
