// What happens in the course of an exchange day, in the past tense.
import type { ErrorTradeEvent } from '../deals/error-trade-events.ts';
import type { OrderPlace, PriceLimits } from '../events.ts';
import type { IsoDate } from '../kernel/civil-date.ts';
import type { Cents, EpochMs, Lots, Side } from '../kernel/units.ts';
import type { ContractGroup, Phase, PhaseChange } from './session.ts';

export interface PhaseBegan {
  readonly kind: 'phaseBegan';
  readonly groups: readonly ContractGroup[];
  readonly phase: Phase;
  /** When the schedule wanted it; null by the operator's hand. */
  readonly dueAt: EpochMs | null;
  readonly next: PhaseChange | null;
  readonly opensAt: EpochMs | null;
}
/** The order waits for the opening: it has its place in time, but nothing deals yet and depth does not show it. */
export interface OrderCollected {
  readonly kind: 'orderCollected';
  readonly activeOrderSeq: number;
  readonly contract: string;
  readonly side: Side;
  readonly price: Cents;
  readonly lots: Lots;
  readonly member: string;
}
/** The day is over, but not for this order: it comes back in the next pre-open. */
export interface OrderHeldOver extends OrderPlace {
  readonly kind: 'orderHeldOver';
  readonly until: IsoDate;
}
/** The collected orders of a contract met at one price; null and 0 when none could. */
export interface ContractUncrossed {
  readonly kind: 'contractUncrossed';
  readonly contract: string;
  readonly price: Cents | null;
  readonly lots: Lots;
}
export interface InstrumentHalted {
  readonly kind: 'instrumentHalted';
  readonly instrument: string;
  readonly reason: string;
}
export interface InstrumentResumed {
  readonly kind: 'instrumentResumed';
  readonly instrument: string;
}
/** The day's band of a contract is another one. */
export interface LimitsChanged {
  readonly kind: 'limitsChanged';
  readonly contract: string;
  readonly limits: PriceLimits;
}
export interface SelfMatchSet {
  readonly kind: 'selfMatchSet';
  readonly selfMatch: 'reject' | 'allow';
}
export interface OrderGuardsSet {
  readonly kind: 'orderGuardsSet';
  readonly userId: string;
  readonly timeOutSeconds: number;
  readonly suspendsOnDisconnect: boolean;
}
/** Orders of a user were suspended without his hand; each is told as suspended, too. */
export interface OrdersSuspendedFor {
  readonly kind: 'ordersSuspendedFor';
  readonly userId: string;
  readonly reason: 'timedOut' | 'disconnected' | 'outsideLimits';
  readonly orders: readonly number[];
}

export type SessionEvent =
  | PhaseBegan
  | OrderCollected
  | OrderHeldOver
  | ContractUncrossed
  | InstrumentHalted
  | InstrumentResumed
  | LimitsChanged
  | SelfMatchSet
  | OrderGuardsSet
  | OrdersSuspendedFor
  | ErrorTradeEvent;
