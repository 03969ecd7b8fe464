// The clock of the server. All time-outs use it, so that a test can move time instead of waiting. Intervals
// are measured with the monotonic clock, which is not affected when the wall clock is corrected. Only dates,
// such as the expiry of a token, are compared with the wall clock.

export interface Clock {
  /** The wall clock: milliseconds since 1970. */
  epochMs(): number;
  /** Milliseconds since an arbitrary fixed time. Never decreases. */
  monotonicMs(): number;
  /** Calls `run` every `intervalMs` until the returned function is called. */
  every(intervalMs: number, run: () => void): () => void;
}

/** The system clock. Its timers do not keep the process alive. */
export const systemClock: Clock = {
  epochMs: () => Date.now(),
  monotonicMs: () => performance.now(),
  every(intervalMs, run) {
    const timer = setInterval(run, intervalMs);
    timer.unref();
    return () => clearInterval(timer);
  },
};

interface ManualTimer {
  readonly intervalMs: number;
  readonly run: () => void;
  nextMs: number;
}

/** A clock for tests. Its time changes only by `advance`. */
export class ManualClock implements Clock {
  #nowMs: number;
  readonly #startMs: number;
  readonly #timers = new Set<ManualTimer>();

  constructor(startEpochMs = 1_700_000_000_000) {
    this.#startMs = startEpochMs;
    this.#nowMs = startEpochMs;
  }

  epochMs(): number {
    return this.#nowMs;
  }

  monotonicMs(): number {
    return this.#nowMs - this.#startMs;
  }

  every(intervalMs: number, run: () => void): () => void {
    const timer = { intervalMs, run, nextMs: this.#nowMs + intervalMs };
    this.#timers.add(timer);
    return () => this.#timers.delete(timer);
  }

  /** Moves the time forward by `ms` and runs all timers that become due, in the order of their times. */
  advance(ms: number): void {
    const untilMs = this.#nowMs + ms;
    for (;;) {
      let next: ManualTimer | null = null;
      for (const timer of this.#timers) {
        if (next === null || timer.nextMs < next.nextMs) next = timer;
      }
      if (next === null || next.nextMs > untilMs) break;
      this.#nowMs = next.nextMs;
      next.nextMs += next.intervalMs;
      next.run();
    }
    this.#nowMs = untilMs;
  }
}
