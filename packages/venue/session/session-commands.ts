// The commands of the exchange day (domain §3.1): phases, halts, limits, and what takes orders out of the market without a
// dealer's hand. They come from the schedule and from the operator; the order guards are the user's own preferences.
import type { ErrorTradeCommand } from '../deals/error-trade-commands.ts';
import type { Cents, EpochMs } from '../kernel/units.ts';
import type { ContractGroup, Phase, PhaseChange } from './session.ts';

/** Begins a phase for these groups of contracts. */
export interface BeginPhase {
  readonly kind: 'beginPhase';
  readonly groups: readonly ContractGroup[];
  readonly phase: Phase;
  /** When the schedule wanted it, which is earlier where the server was down; null by the operator's hand. */
  readonly dueAt: EpochMs | null;
  /** What the schedule has next for these groups; null when nothing. */
  readonly next: PhaseChange | null;
  /** When orders are taken next, by the schedule; null when it does not say. */
  readonly opensAt: EpochMs | null;
}
/** No orders are taken, nothing deals; who is in the market may leave it. */
export interface HaltInstrument {
  readonly kind: 'haltInstrument';
  readonly instrument: string;
  readonly reason: string;
}
export interface ResumeInstrument {
  readonly kind: 'resumeInstrument';
  readonly instrument: string;
}
/** Another band for today: this much either side of the last MTM. */
export interface WidenLimits {
  readonly kind: 'widenLimits';
  readonly instrument: string;
  readonly band: Cents;
}
/** What becomes of an order that would match one of the same member and principal. */
export interface SetSelfMatch {
  readonly kind: 'setSelfMatch';
  readonly selfMatch: 'reject' | 'allow';
}
/** Suspends every order that has rested longer than its dealer's time-out. */
export interface SuspendTimedOutOrders {
  readonly kind: 'suspendTimedOutOrders';
}
/** The user has been without a connection for too long: suspends his orders, if he wanted that. */
export interface SuspendDisconnectedOrders {
  readonly kind: 'suspendDisconnectedOrders';
  readonly userId: string;
}

export type SessionCommand =
  | BeginPhase
  | HaltInstrument
  | ResumeInstrument
  | WidenLimits
  | SetSelfMatch
  | SuspendTimedOutOrders
  | SuspendDisconnectedOrders
  | ErrorTradeCommand;

/** The user's own preferences that take his orders out of the market for him (PREF-3, domain §5.1). */
export interface SetOwnOrderGuards {
  readonly kind: 'setOwnOrderGuards';
  /** How long an order may rest before it is suspended; 0 for ever. */
  readonly timeOutSeconds: number;
  readonly suspendsOnDisconnect: boolean;
}
