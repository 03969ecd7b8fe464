// The clock for expiry. The system clock may be wrong, and data that a wrong clock deletes or locks does not come back when the
// clock is corrected. Expiry is therefore compared with `earliest`, which ignores the system clock while the schedule does not
// trust it (operations.md, A clock that is ahead). Times that are only recorded come from `now`.
import type { Clock, EpochMs } from '@openpit/venue';

export interface TrustedClock extends Clock {
  /** The latest time that has certainly passed, in epoch milliseconds. Anything that ends at or before it has ended. */
  earliest(): number;
  /** A timestamp later than this can only come from a clock that was ahead. */
  latest(): number;
  /** False while the system clock is ahead of the time that is trusted. */
  readonly isTrusted: boolean;
  /** True while the system clock is behind a time that has passed. */
  readonly isBehind: boolean;
}

/** In epoch milliseconds: the system clock, and the latest time that has certainly passed. */
export interface ClockBehind {
  readonly now: number;
  readonly seenAt: number;
}

/** Decides whether a reading of the system clock is right; implemented by the schedule. */
interface ClockJudge {
  trusts(now: number): boolean;
}

/** A tolerated difference: a clock adjustment, or a delay between two readings. */
const slackMs = 60_000;

/**
 * Follows the system clock while it keeps pace with the monotonic clock. After a jump ahead that the judge does not trust, it
 * continues from the time before. After a jump back, it runs at half speed until the system clock has caught up, so that no
 * period restarts.
 */
export class JudgedClock implements TrustedClock {
  readonly #clock: Clock;
  readonly #monotonicMs: () => number;
  readonly #onBehind: (times: ClockBehind) => void;
  /** The latest time that has certainly passed. */
  #seenAt: number;
  #isReported = false;
  #judge: ClockJudge | null = null;
  /** The last trusted time, and the monotonic time at that moment. */
  #heldAt: number;
  #heldSince: number;

  /**
   * `knownAt` is a time that has certainly passed, such as the time of the last run; 0 if unknown. `onBehind` is called when the
   * system clock is found to be behind, and again only after it has caught up.
   */
  constructor(
    clock: Clock,
    {
      knownAt,
      onBehind = () => undefined,
      monotonicMs = () => performance.now(),
    }: {
      readonly knownAt: number;
      readonly onBehind?: (times: ClockBehind) => void;
      readonly monotonicMs?: (() => number) | undefined;
    },
  ) {
    this.#clock = clock;
    this.#monotonicMs = monotonicMs;
    this.#onBehind = onBehind;
    this.#seenAt = knownAt;
    this.#reportBehind();
    this.#heldAt = knownAt === 0 ? clock.now() : Math.min(knownAt, clock.now());
    this.#heldSince = monotonicMs();
  }

  /** Sets the judge. Without one, no reading is trusted that is ahead of the known time. */
  judgedBy(judge: ClockJudge): void {
    this.#judge = judge;
  }

  now(): EpochMs {
    return this.#clock.now();
  }

  at(time: EpochMs, call: () => void): () => void {
    return this.#clock.at(time, call);
  }

  get isTrusted(): boolean {
    return this.#clock.now() <= this.#read();
  }

  get isBehind(): boolean {
    return this.#seenAt - this.#clock.now() > slackMs;
  }

  earliest(): number {
    return Math.min(this.#read(), this.#clock.now());
  }

  latest(): number {
    return Math.max(this.#read(), this.#clock.now());
  }

  /** The operator has checked the clock and confirmed that it is right. */
  confirm(): void {
    this.#seenAt = this.#hold(this.#clock.now());
  }

  /** The trusted time. */
  #read(): number {
    const now = this.#clock.now();
    const elapsed = Math.max(0, this.#monotonicMs() - this.#heldSince);
    const [slowest, fastest] = [this.#heldAt + elapsed / 2, this.#heldAt + elapsed];
    this.#reportBehind();
    if (now < slowest) return this.#hold(slowest);
    const isTrusted = this.#judge === null ? now <= fastest + slackMs : this.#judge.trusts(now);
    return this.#hold(isTrusted ? now : Math.min(now, fastest));
  }

  #reportBehind(): void {
    const { isBehind } = this;
    if (isBehind && !this.#isReported) this.#onBehind({ now: this.#clock.now(), seenAt: this.#seenAt });
    this.#isReported = isBehind;
  }

  #hold(time: number): number {
    this.#heldAt = time;
    this.#heldSince = this.#monotonicMs();
    this.#seenAt = Math.max(this.#seenAt, time);
    return time;
  }
}

/** Trusts the system clock. For tests and short-lived commands. */
export const trustingClock = (clock: Clock): TrustedClock => ({
  now: () => clock.now(),
  at: (time, call) => clock.at(time, call),
  earliest: () => clock.now(),
  latest: () => clock.now(),
  isTrusted: true,
  isBehind: false,
});
