// The time while the demonstration's past is played: its own for the market, which then gives its commands times that are over, and
// random decisions that follow from the seed. Afterwards both are those of the system.
import { randomInt } from 'node:crypto';
import type { Clock, EpochMs } from '@openpit/venue';
import { randomNumbers } from '../history/illustrative-history.ts';

export class PastTime {
  #now: EpochMs | null = null;
  #random: (() => number) | null = null;
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** The market's clock. Timers always run by the system's. */
  readonly clock: Clock = {
    now: () => this.#now ?? this.#clock.now(),
    at: (time, call) => this.#clock.at(time, call),
  };

  /** Nobody can foresee it, unless the past is played. */
  readonly drawSeed = (): number =>
    this.#random === null ? randomInt(2 ** 32) : Math.floor(this.#random() * 2 ** 32);

  /** From now on it is this time, and random decisions follow from the seed and the time. */
  set(now: EpochMs, seed: string): void {
    this.#now = now;
    this.#random = randomNumbers(`${seed} decisions ${now}`);
  }

  end(): void {
    this.#now = null;
    this.#random = null;
  }
}
