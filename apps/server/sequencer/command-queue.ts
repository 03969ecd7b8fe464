// The bounded queue in front of the journal: commands wait here while an append is in flight. Full, or with an oldest
// command that has waited too long, it rejects new ones with venueBusy; cancels and suspends have a share of their own,
// so that a dealer can still get out of an overloaded market.
import { FloorUnavailable, type Outcome, type Submission } from '@openpit/venue';

export interface Waiting {
  readonly submission: Submission;
  readonly queuedAtMs: number;
  readonly resolve: (outcome: Outcome) => void;
  readonly reject: (error: FloorUnavailable) => void;
}

export interface QueueLimits {
  /** Commands that may wait, of all kinds. */
  readonly maxWaiting: number;
  /** Of these, places that only cancels and suspends may take. */
  readonly keptForLeaving: number;
  /** Age of the oldest waiting command beyond which no more are taken. */
  readonly maxAgeMs: number;
}

export const defaultQueueLimits: QueueLimits = { maxWaiting: 10_000, keptForLeaving: 1_000, maxAgeMs: 2_000 };

const retryAfterMs = 1_000;

export class CommandQueue {
  readonly #limits: QueueLimits;
  #waiting: Waiting[] = [];

  constructor(limits: QueueLimits) {
    this.#limits = limits;
  }

  get length(): number {
    return this.#waiting.length;
  }

  /** Throws FloorUnavailable (venueBusy) when there is no place for the command. */
  add(waiting: Waiting): void {
    const { maxWaiting, keptForLeaving, maxAgeMs } = this.#limits;
    const leaves = isLeaving(waiting.submission);
    const oldest = this.#waiting[0];
    const tooOld = oldest !== undefined && waiting.queuedAtMs - oldest.queuedAtMs > maxAgeMs;
    const places = leaves ? maxWaiting : maxWaiting - keptForLeaving;
    if (this.#waiting.length >= places || (tooOld && !leaves))
      throw new FloorUnavailable(
        'venueBusy',
        'The market is taking in more commands than it can write down. Nothing was done; wait a second and send the same request again. Cancels and suspends still go through.',
        retryAfterMs,
      );
    this.#waiting.push(waiting);
  }

  /** The commands that go into the next append, oldest first. */
  take(atMost: number): Waiting[] {
    if (this.#waiting.length <= atMost) {
      const all = this.#waiting;
      this.#waiting = [];
      return all;
    }
    return this.#waiting.splice(0, atMost);
  }
}

function isLeaving({ command }: Submission): boolean {
  return command.kind === 'deleteActiveOrder' || command.kind === 'suspendActiveOrder';
}
