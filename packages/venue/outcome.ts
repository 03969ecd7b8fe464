// What the venue says to a command: accepted with its events, or refused with a reason. This is also a line of the
// outcome log, from which screens and history are made.
import type { Actor, CommandKind, InsertOrder } from './commands.ts';
import type { VenueEvent } from './events.ts';
import type { EpochMs, Lots } from './kernel/units.ts';
import type { Refusal } from './refusals.ts';

export type OrderState = 'Active' | 'Suspended' | 'Filled' | 'Cancelled' | 'Killed' | 'Expired';

/** What an accepted order command says of its order. */
export interface OrderAnswer {
  readonly kind: 'order';
  readonly activeOrderSeq: number;
  readonly state: OrderState;
  readonly remaining: Lots;
  readonly dealt: Lots;
  readonly ref: string;
}

/** Both sides of a two-way quote. */
export interface DoubleAnswer {
  readonly kind: 'double';
  readonly bid: OrderAnswer;
  readonly offer: OrderAnswer;
}

/** The orders on which an all-action acted. */
export interface OrdersAnswer {
  readonly kind: 'orders';
  readonly orders: readonly number[];
}

export type Answer = OrderAnswer | DoubleAnswer | OrdersAnswer;

export type Verdict =
  | { readonly kind: 'accepted'; readonly answer: Answer | null }
  | { readonly kind: 'refused'; readonly refusal: Refusal };

export interface Outcome {
  readonly seq: number;
  readonly at: EpochMs;
  readonly by: Actor;
  readonly requestId: string | null;
  readonly command: CommandKind;
  readonly verdict: Verdict;
  /** The order that was refused, so that its dealer can be shown what became of it; null for everything else. */
  readonly refused: InsertOrder | null;
  /** The sequence number whose answer this repeats, null when the command was new. */
  readonly repeats: number | null;
  /** Empty when refused or repeated. */
  readonly events: readonly VenueEvent[];
}
