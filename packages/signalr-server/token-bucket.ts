// A token bucket: an average rate with a burst. It needs two numbers and no timer.

export class TokenBucket {
  readonly perSecond: number;
  readonly burst: number;
  readonly #perMs: number;
  #tokens: number;
  #updatedMs: number;

  /** Full at first. `nowMs` is of a clock that never goes back. */
  constructor({ perSecond, burst, nowMs }: { perSecond: number; burst: number; nowMs: number }) {
    this.#perMs = perSecond / 1000;
    this.perSecond = perSecond;
    this.burst = burst;
    this.#tokens = burst;
    this.#updatedMs = nowMs;
  }

  /** Takes one token; false if there is none. */
  take(nowMs: number): boolean {
    if (this.waitMs(nowMs) > 0) return false;
    this.spend(nowMs, 1);
    return true;
  }

  /** Takes tokens whether they are there or not; a debt must be paid back before `take` succeeds. */
  spend(nowMs: number, count: number): void {
    if (this.#perMs === Number.POSITIVE_INFINITY) return;
    this.#refill(nowMs);
    this.#tokens -= count;
  }

  /** Milliseconds until there are `count` tokens; 0 if they are there. */
  waitMs(nowMs: number, count = 1): number {
    if (this.#perMs === Number.POSITIVE_INFINITY) return 0;
    this.#refill(nowMs);
    return Math.max(0, (count - this.#tokens) / this.#perMs);
  }

  /** The number of tokens, which may be a fraction; negative for a debt. */
  left(nowMs: number): number {
    if (this.#perMs === Number.POSITIVE_INFINITY) return this.burst;
    this.#refill(nowMs);
    return this.#tokens;
  }

  #refill(nowMs: number): void {
    this.#tokens = Math.min(this.burst, this.#tokens + (nowMs - this.#updatedMs) * this.#perMs);
    this.#updatedMs = nowMs;
  }
}
