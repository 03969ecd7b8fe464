// Where the server takes its time from: one clock for all deadlines, so that a test moves time instead of waiting.
// Deadlines are counted on the monotonic clock (a corrected wall clock drops nobody); only what arrives as a date,
// like a token's expiry, is compared with the wall clock.

export interface Clock {
  /** Wall clock, milliseconds since 1970. */
  epochMs(): number;
  /** Milliseconds since some fixed moment; never goes back. */
  monotonicMs(): number;
  /** Runs `run` every `intervalMs` until the returned function is called. */
  every(intervalMs: number, run: () => void): () => void;
}

/** The machine's own time. Its timers do not keep the process alive. */
export const systemClock: Clock = {
  epochMs: () => Date.now(),
  monotonicMs: () => performance.now(),
  every(intervalMs, run) {
    const timer = setInterval(run, intervalMs);
    timer.unref();
    return () => clearInterval(timer);
  },
};

interface Repetition {
  readonly intervalMs: number;
  readonly run: () => void;
  nextMs: number;
}

/** A clock for tests: time stands still until `advance`. */
export class ManualClock implements Clock {
  #nowMs: number;
  readonly #startMs: number;
  readonly #repetitions = new Set<Repetition>();

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
    const repetition = { intervalMs, run, nextMs: this.#nowMs + intervalMs };
    this.#repetitions.add(repetition);
    return () => this.#repetitions.delete(repetition);
  }

  /** Lets `ms` pass, running everything that falls due on the way, in order of its time. */
  advance(ms: number): void {
    const untilMs = this.#nowMs + ms;
    for (;;) {
      let next: Repetition | null = null;
      for (const repetition of this.#repetitions) {
        if (next === null || repetition.nextMs < next.nextMs) next = repetition;
      }
      if (next === null || next.nextMs > untilMs) break;
      this.#nowMs = next.nextMs;
      next.nextMs += next.intervalMs;
      next.run();
    }
    this.#nowMs = untilMs;
  }
}
