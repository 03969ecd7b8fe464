// Admission of commands to an overloaded server. The number of unanswered commands is limited, so that an admitted command is answered
// soon; other commands are rejected before they cost anything. A burst is admitted completely. In a lasting overload, the limit is the
// number of commands that the server has recently answered in a tenth of a second. A delete is always admitted, and therefore waits no
// longer than that. With a slow journal the limit is the time of a few appends, because fewer commands would leave appends empty.
//
// An order is checked three times, the cheapest check first: at the socket, before its body is read (http/shed-commands.ts); when its
// user's turn comes, after sign-in and the user's limits (http/limit-calls.ts); and when it is submitted (http/routes/command-routes.ts).
// Only a submitted order occupies a place, because a client may send its body slowly.
import { marketBusy } from '../sequencer/command-queue.ts';

/**
 * The maximum number of unanswered commands while the server is not overloaded, which allows a burst. A typical machine answers
 * this many in less than half a second.
 */
export const maxBurst = 2_000;
/** The maximum wait of a command in a lasting overload; the server admits as many commands as it answers in this time. */
const lastingWaitMs = { min: 100, max: 400, appends: 3 } as const;
/** The number of commands that are always admitted, even by a server that has answered few recently. */
const minUnanswered = 100;
/**
 * While `minUnanswered` commands are unanswered and the oldest is as old as this, no more commands are accepted, regardless of the reason.
 */
export const maxUnansweredAgeMs = 300;
/** An overload ends when no command has been rejected for this time. */
const overloadEndsAfterMs = 1_000;

/** The number of parts into which the last second is divided, to count its answers. */
const parts = 10;
const partMs = 1_000 / parts;

export interface AdmittedCommand {
  readonly atMs: number;
}

export class Admission {
  readonly #now: () => number;
  readonly #onRejected: () => void;
  /** Unanswered commands in the order of their admission. */
  readonly #unanswered = new Set<AdmittedCommand>();
  readonly #answered = new Uint32Array(parts);
  /** The part of a second, since the clock began, that is being counted. */
  #part = 0;
  #rejectedAtMs = Number.NEGATIVE_INFINITY;
  /** The recent mean duration of an append. */
  #appendMs = 0;

  /** `now`: milliseconds of a monotonic clock. */
  constructor(onRejected: () => void, now: () => number = () => performance.now()) {
    this.#onRejected = onRejected;
    this.#now = now;
  }

  /** True if a command that arrives now is admitted; otherwise it counts as rejected. */
  isOpen(): boolean {
    const nowMs = this.#now();
    this.#count(nowMs, 0);
    const [oldest] = this.#unanswered;
    const isLate = oldest !== undefined && nowMs - oldest.atMs >= maxUnansweredAgeMs;
    const { size } = this.#unanswered;
    if ((!isLate || size < minUnanswered) && size < this.#maxUnanswered(nowMs)) return true;
    this.#rejectedAtMs = nowMs;
    this.#onRejected();
    return false;
  }

  /** Admits a command, or throws GatewayUnavailable. After an admission, `answered` or `putBack` must follow. */
  take(): AdmittedCommand {
    if (!this.isOpen()) throw marketBusy();
    const command = { atMs: this.#now() };
    this.#unanswered.add(command);
    return command;
  }

  /** The command has an outcome, or will never have one. */
  answered(command: AdmittedCommand): void {
    if (this.#unanswered.delete(command)) this.#count(this.#now(), 1);
  }

  /** The command now waits for its client, for an unlimited time. `take` it again when it continues. */
  putBack(command: AdmittedCommand): void {
    this.#unanswered.delete(command);
  }

  /** Reports the duration of an append of the journal. */
  appended(durationMs: number): void {
    this.#appendMs += (durationMs - this.#appendMs) / 8;
  }

  #maxUnanswered(nowMs: number): number {
    if (nowMs - this.#rejectedAtMs > overloadEndsAfterMs) return maxBurst;
    const inLastSecond = this.#answered.reduce((sum, count) => sum + count, 0);
    const { min, max, appends } = lastingWaitMs;
    const waitMs = Math.min(max, Math.max(min, appends * this.#appendMs));
    return Math.min(maxBurst, Math.max(minUnanswered, (inLastSecond * waitMs) / 1_000));
  }

  #count(nowMs: number, count: number): void {
    const part = Math.floor(nowMs / partMs);
    for (let at = Math.max(this.#part + 1, part - parts + 1); at <= part; at += 1)
      this.#answered[at % parts] = 0;
    this.#part = part;
    this.#answered[part % parts] = (this.#answered[part % parts] ?? 0) + count;
  }
}
