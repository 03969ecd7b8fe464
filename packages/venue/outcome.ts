// What the venue says to a command: accepted with its events, or refused with a reason. This is also a line of the
// outcome log, from which screens and history are made.
import type { Actor, CommandKind } from './commands.ts';
import type { VenueEvent } from './events.ts';
import type { EpochMs, Lots } from './kernel/units.ts';
import type { Refusal } from './refusals.ts';

export type OrderState = 'Active' | 'Suspended' | 'Filled' | 'Cancelled' | 'Killed' | 'Expired';

/** What an accepted order command says of its order. */
export interface OrderAnswer {
  readonly activeOrderSeq: number;
  readonly state: OrderState;
  readonly remaining: Lots;
  readonly dealt: Lots;
  readonly ref: string;
}

export type Verdict =
  | { readonly kind: 'accepted'; readonly answer: OrderAnswer | null }
  | { readonly kind: 'refused'; readonly refusal: Refusal };

export interface Outcome {
  readonly seq: number;
  readonly at: EpochMs;
  readonly by: Actor;
  readonly requestId: string | null;
  readonly command: CommandKind;
  readonly verdict: Verdict;
  /** The sequence number whose answer this repeats, null when the command was new. */
  readonly repeats: number | null;
  /** Empty when refused or repeated. */
  readonly events: readonly VenueEvent[];
}
