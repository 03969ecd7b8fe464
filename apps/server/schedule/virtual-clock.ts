// A clock that stands still until it is moved: under it a whole day runs in a test in milliseconds, always the same way.
import { type Clock, type EpochMs, epochMs } from '@openpit/venue';

interface Appointment {
  readonly time: EpochMs;
  readonly call: () => void;
}

export class VirtualClock implements Clock {
  #now: EpochMs;
  #appointments: Appointment[] = [];

  constructor(start: EpochMs) {
    this.#now = start;
  }

  now(): EpochMs {
    return this.#now;
  }

  at(time: EpochMs, call: () => void): () => void {
    const appointment = { time, call };
    this.#appointments.push(appointment);
    return () => {
      this.#appointments = this.#appointments.filter((other) => other !== appointment);
    };
  }

  /** Moves forward, keeping every appointment on the way at its own time and in its order. */
  advance(durationMs: number): void {
    const end = epochMs(this.#now + durationMs);
    for (;;) {
      const due = this.#appointments
        .filter(({ time }) => time <= end)
        .reduce<Appointment | null>(
          (first, next) => (first === null || next.time < first.time ? next : first),
          null,
        );
      if (due === null) break;
      this.#appointments = this.#appointments.filter((other) => other !== due);
      if (due.time > this.#now) this.#now = due.time;
      due.call();
    }
    this.#now = end;
  }
}
