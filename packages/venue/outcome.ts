// The venue's input and output: a command with its position in the journal, and its outcome. The outcome is also a line of the
// outcome log, from which screens and history are derived.
import type { EpochMs } from './kernel/units.ts';
import type { Answer, Command, CommandKind, VenueEvent, VenueRejection } from './modules.ts';
import type { InsertOrder } from './orders/order-commands.ts';

/** The sender of a command: a registered user, or the market's own operation. */
export type Actor =
  | { readonly kind: 'user'; readonly userId: string }
  /** `operatorId`: the person's account name in the operating system. */
  | { readonly kind: 'operator'; readonly operatorId: string }
  | { readonly kind: 'schedule' };

/** A command as the sequencer journals it. */
export interface SequencedCommand {
  readonly seq: number;
  readonly at: EpochMs;
  readonly by: Actor;
  /** Chosen by the client, at most 36 characters; null for senders inside the process, which cannot lose an answer. */
  readonly requestId: string | null;
  readonly command: Command;
  /** The seed of the command's random decisions, an unsigned 32-bit integer; omitted if there are none. */
  readonly seed?: number;
}

export type Verdict =
  | { readonly kind: 'accepted'; readonly answer: Answer | null }
  | { readonly kind: 'rejected'; readonly rejection: VenueRejection };

export interface Outcome {
  readonly seq: number;
  readonly at: EpochMs;
  readonly by: Actor;
  readonly requestId: string | null;
  readonly command: CommandKind;
  readonly verdict: Verdict;
  /** The rejected order, so that it can be shown to its dealer; null for other commands. */
  readonly rejected: InsertOrder | null;
  /** The sequence number of the command that this one repeats; null for a new command. */
  readonly repeats: number | null;
  /** Empty if the command was rejected or repeated. */
  readonly events: readonly VenueEvent[];
}

/** An event's place in the journal, and its time. */
export interface EventOrigin {
  readonly seq: number;
  readonly at: EpochMs;
}
