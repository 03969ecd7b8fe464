// The bounded queue in front of the journal, where commands wait while an append is in progress. If it is full, or its oldest
// command has waited too long, it rejects new commands with venueBusy. Some places are reserved for deletes and suspends, so that
// dealers can leave an overloaded market, and for the operator and the schedule.
import { actsOfCommands, beginsRun, GatewayUnavailable, type Outcome, type Submission } from '@openpit/venue';

export interface QueuedCommand {
  readonly submission: Submission;
  /** The time of submission by a monotonic clock, because the market's clock may jump. */
  readonly submittedAtMs: number;
  readonly resolve: (outcome: Outcome) => void;
  readonly reject: (error: GatewayUnavailable) => void;
}

export interface QueueLimits {
  /** The maximum number of waiting commands. */
  readonly maxWaiting: number;
  /** The number of these places that are reserved for deletes, suspends, the operator and the schedule, which must reach the market. */
  readonly reserved: number;
  /**
   * While the oldest command is older than this, new commands are rejected. Commands that have waited this long are rejected as
   * well.
   */
  readonly maxAgeMs: number;
}

export const defaultQueueLimits: QueueLimits = {
  maxWaiting: 10_000,
  reserved: 1_000,
  maxAgeMs: 2_000,
};

const retryAfterMs = 1_000;

/** The error for a command that an overloaded market does not accept. */
export const marketBusy = (): GatewayUnavailable =>
  new GatewayUnavailable(
    'venueBusy',
    'The market receives more commands than it can write. Nothing has changed: wait a second and send the same request again. Orders can still be cancelled and suspended.',
    retryAfterMs,
  );

export class CommandQueue {
  readonly #limits: QueueLimits;
  #queued: QueuedCommand[] = [];

  constructor(limits: QueueLimits) {
    this.#limits = limits;
  }

  get length(): number {
    return this.#queued.length;
  }

  /** When the oldest command was submitted; null if the queue is empty. */
  get oldestSubmittedAtMs(): number | null {
    return this.#queued[0]?.submittedAtMs ?? null;
  }

  /** Throws GatewayUnavailable (venueBusy) when there is no place for the command. */
  add(queued: QueuedCommand): void {
    const { maxWaiting, reserved, maxAgeMs } = this.#limits;
    const mustPass = !mayBeRejected(queued);
    const oldest = this.#queued[0];
    const tooOld = oldest !== undefined && queued.submittedAtMs - oldest.submittedAtMs > maxAgeMs;
    const places = mustPass ? maxWaiting : maxWaiting - reserved;
    if (this.#queued.length >= places || (tooOld && !mustPass)) throw marketBusy();
    this.#queued.push(queued);
  }

  /** Removes the commands that have waited too long, except those that must reach the market. */
  takeOverdue(nowMs: number): QueuedCommand[] {
    const isOverdue = (queued: QueuedCommand) =>
      nowMs - queued.submittedAtMs > this.#limits.maxAgeMs && mayBeRejected(queued);
    const overdue = this.#queued.filter(isOverdue);
    if (overdue.length > 0) this.#queued = this.#queued.filter((queued) => !isOverdue(queued));
    return overdue;
  }

  /** Whether the user's command with this request id is queued. */
  hasRequest(userId: string, requestId: string): boolean {
    return this.#queued.some((queued) => isRequest(queued, userId, requestId));
  }

  /**
   * Removes the commands for the next append, oldest first. A command whose work may continue in slices always comes last in an
   * append.
   */
  take(atMost: number): QueuedCommand[] {
    let count = 0;
    for (const { submission } of this.#queued) {
      if (count === atMost) break;
      count += 1;
      if (beginsRun.has(submission.command.kind)) break;
    }
    return count === this.#queued.length ? this.takeAll() : this.#queued.splice(0, count);
  }

  /** Removes all commands. */
  takeAll(): QueuedCommand[] {
    const all = this.#queued;
    this.#queued = [];
    return all;
  }
}

export const isRequest = (
  { submission: { by, requestId: queuedId } }: QueuedCommand,
  userId: string,
  requestId: string,
): boolean => queuedId === requestId && by.kind === 'user' && by.userId === userId;

const mayBeRejected = ({ submission: { by, command } }: QueuedCommand): boolean =>
  by.kind === 'user' && !isLeaving(command.kind);

/** Whether commands of this kind remove orders, a bid, a tender or a reported deal from the market, wholly or in part. */
export const isLeaving = (kind: Submission['command']['kind']): boolean =>
  actsOfCommands[kind].includes('leave');
