// What the world around the venue looks like to those who trade through it: a Floor takes commands and tells outcomes,
// a Clock gives the time. HTTP, the simulator, scenarios and the operator see nothing else of the market (design §1).
import type { Actor, Command } from '../commands.ts';
import type { Outcome } from '../outcome.ts';
import type { EpochMs } from './units.ts';

export interface Submission {
  readonly by: Actor;
  /** Client-made, at most 36 characters; null for those inside the process, who cannot lose an answer. */
  readonly requestId: string | null;
  readonly command: Command;
}

/** The venue cannot take the command now; nothing was written. Comes before the journal, so it is no rejection. */
export class FloorUnavailable extends Error {
  override name = 'FloorUnavailable';
  readonly code: 'venueBusy' | 'venueStopped';
  readonly retryAfterMs: number;
  constructor(code: 'venueBusy' | 'venueStopped', message: string, retryAfterMs: number) {
    super(message);
    this.code = code;
    this.retryAfterMs = retryAfterMs;
  }
}

export interface Floor {
  /** Resolves when the command is durable and handled; rejects with FloorUnavailable when it was not taken. */
  submit(submission: Submission): Promise<Outcome>;
  /** Told of every outcome, in order of sequence. Returns the way to stop. */
  onOutcome(listener: (outcome: Outcome) => void): () => void;
}

export interface Clock {
  now(): EpochMs;
  /** Calls back once, at or after the time. Returns the way to cancel. */
  at(time: EpochMs, call: () => void): () => void;
}
