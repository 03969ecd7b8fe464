// Admission of commands to an overloaded server. An admitted command is answered soon, because few enough are unanswered at the same
// time; the others are rejected before they have cost anything. A burst is taken as a whole. A lasting overload is limited to the
// number of commands that the server has recently answered in a tenth of a second, so that a delete, which is always taken, waits for no
// more than that. With a slow journal the limit is the time of a few appends, because fewer commands would leave the appends empty.

/**
 * The maximum number of unanswered commands while the server is not overloaded, which allows a burst. A typical machine answers
 * this many in less than half a second.
 */
export const maxBurst = 2_000;
/** How long a command waits in a lasting overload: as many commands are unanswered as the server answers in this time. */
const lastingWaitMs = { least: 100, most: 400, appends: 3 } as const;
/** Accepted in any case, even by a server that has answered little lately. */
const minUnanswered = 100;
/**
 * While `minUnanswered` commands are unanswered and the oldest is as old as this, no more commands are accepted, regardless of the reason.
 */
export const maxUnansweredAgeMs = 300;
/** An overload ends when no command has been rejected for this time. */
const overloadEndsAfterMs = 1_000;

/** Answers of the last second are counted in this number of parts of it. */
const parts = 10;
const partMs = 1_000 / parts;

/** A command that was taken. */
export interface AdmittedCommand {
  readonly atMs: number;
}

export class Admission {
  readonly #now: () => number;
  /** Unanswered commands in the order they were taken. */
  readonly #unanswered = new Set<AdmittedCommand>();
  readonly #answered = new Uint32Array(parts);
  /** The part of a second, since the clock began, that is being counted. */
  #part = 0;
  #rejectedAtMs = Number.NEGATIVE_INFINITY;
  /** The recent mean duration of an append. */
  #appendMs = 0;

  /** `now`: milliseconds of a clock that never goes back. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Whether a command that arrives now is taken. It must be rejected otherwise. */
  isOpen(): boolean {
    const nowMs = this.#now();
    this.#count(nowMs, 0);
    const [oldest] = this.#unanswered;
    const isLate = oldest !== undefined && nowMs - oldest.atMs >= maxUnansweredAgeMs;
    const { size } = this.#unanswered;
    if ((!isLate || size < minUnanswered) && size < this.#most(nowMs)) return true;
    this.#rejectedAtMs = nowMs;
    return false;
  }

  /** Returns null for a command that must be rejected. Otherwise `answered` or `putBack` must follow. */
  take(): AdmittedCommand | null {
    if (!this.isOpen()) return null;
    const taken = { atMs: this.#now() };
    this.#unanswered.add(taken);
    return taken;
  }

  /** The command has an outcome, or will never have one. */
  answered(taken: AdmittedCommand): void {
    if (this.#unanswered.delete(taken)) this.#count(this.#now(), 1);
  }

  /** The command now waits for its client, for an unlimited time. `take` it again when it continues. */
  putBack(taken: AdmittedCommand): void {
    this.#unanswered.delete(taken);
  }

  /** Reports how long an append of the journal took. */
  appended(durationMs: number): void {
    this.#appendMs += (durationMs - this.#appendMs) / 8;
  }

  #most(nowMs: number): number {
    if (nowMs - this.#rejectedAtMs > overloadEndsAfterMs) return maxBurst;
    const inLastSecond = this.#answered.reduce((sum, count) => sum + count, 0);
    const { least, most, appends } = lastingWaitMs;
    const waitMs = Math.min(most, Math.max(least, appends * this.#appendMs));
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
