// The order gateway port: the view of the market for everyone who trades. An OrderGateway accepts commands and reports outcomes, and a Clock
// returns the time. HTTP, the simulator, scenarios and the operator's program use nothing else.
import type { EpochMs } from './kernel/units.ts';
import { type Command, needsSeed } from './modules.ts';
import type { Actor, Outcome, SequencedCommand } from './outcome.ts';

export interface Submission {
  readonly by: Actor;
  readonly requestId: string | null;
  readonly command: Command;
}

/** Adds the position in the journal to a submission. `drawSeed` is called if the command needs a seed. */
export function sequenced(
  { by, requestId, command }: Submission,
  { seq, at, drawSeed }: Pick<SequencedCommand, 'seq' | 'at'> & { readonly drawSeed: () => number },
): SequencedCommand {
  const stamped = { seq, at, by, requestId, command };
  return needsSeed(command.kind) ? { ...stamped, seed: drawSeed() } : stamped;
}

/**
 * `venueBusy`: too many commands wait. `venueInterrupted`: the journal is temporarily unavailable. `outcomeUnknown`: the journal was
 * interrupted while it wrote this command. `venueStopped`: the market has stopped until the server restarts.
 */
export type UnavailableCode = 'venueBusy' | 'venueInterrupted' | 'outcomeUnknown' | 'venueStopped';

/**
 * The market cannot accept the command now. Nothing was written, unless the code says that this is unknown. This is not a
 * rejection, because the command never reached the venue.
 */
export class GatewayUnavailable extends Error {
  override name = 'GatewayUnavailable';
  readonly code: UnavailableCode;
  readonly retryAfterMs: number;
  constructor(code: UnavailableCode, message: string, retryAfterMs: number) {
    super(message);
    this.code = code;
    this.retryAfterMs = retryAfterMs;
  }
}

export interface OrderGateway {
  /** Resolves when the command is durable and handled; rejects with GatewayUnavailable if the command was not accepted for writing. */
  submit(submission: Submission): Promise<Outcome>;
  /** Calls the listener with every outcome, in sequence. Returns a function that unsubscribes. */
  onOutcome(listener: (outcome: Outcome) => void): () => void;
}

export interface Clock {
  now(): EpochMs;
  /** Calls back once, at or after the time. Returns a function that cancels the timer. */
  at(time: EpochMs, call: () => void): () => void;
}
