// A clock that tests advance: a whole day takes milliseconds and is reproducible. It counts as trusted.
import { type EpochMs, epochMs } from '@openpit/venue';
import type { TrustedClock } from '../clock/trusted-clock.ts';

interface Timer {
  readonly time: EpochMs;
  readonly call: () => void;
}

export class VirtualClock implements TrustedClock {
  #now: EpochMs;
  #timers: Timer[] = [];

  constructor(start: EpochMs) {
    this.#now = start;
  }

  readonly isTrusted = true;
  readonly isBehind = false;

  now(): EpochMs {
    return this.#now;
  }

  earliest(): number {
    return this.#now;
  }

  latest(): number {
    return this.#now;
  }

  at(time: EpochMs, call: () => void): () => void {
    const timer = { time, call };
    this.#timers.push(timer);
    return () => {
      this.#timers = this.#timers.filter((other) => other !== timer);
    };
  }

  /** Moves to the next timer and calls it. Returns false if there is none. */
  advanceToNext(): boolean {
    const next = Math.min(...this.#timers.map(({ time }) => time));
    if (!Number.isFinite(next)) return false;
    const due = this.#timers.find(({ time }) => time === next);
    this.#timers = this.#timers.filter((timer) => timer !== due);
    if (next > this.#now) this.#now = epochMs(next);
    due?.call();
    return true;
  }

  /** Jumps forward, like a clock that is set or the clock of a suspended machine: timers on the way fire late. */
  jump(durationMs: number): void {
    this.#now = epochMs(this.#now + durationMs);
    this.advance(0);
  }

  /** Moves forward and calls the timers on the way, each at its own time and in order. */
  advance(durationMs: number): void {
    const end = epochMs(this.#now + durationMs);
    for (;;) {
      const due = this.#timers
        .filter(({ time }) => time <= end)
        .reduce<Timer | null>(
          (first, next) => (first === null || next.time < first.time ? next : first),
          null,
        );
      if (due === null) break;
      this.#timers = this.#timers.filter((other) => other !== due);
      if (due.time > this.#now) this.#now = due.time;
      due.call();
    }
    this.#now = end;
  }
}
