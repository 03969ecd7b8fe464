// Calm periods and bursts: the market changes between a slow and a fast pace after random times.
import type { MarketProfile } from './profiles.ts';
import type { Random } from './random.ts';

export class Pace {
  readonly #profile: MarketProfile;
  readonly #random: Random;
  #isBurst = false;
  #leftMs: number;

  constructor(profile: MarketProfile, random: Random) {
    this.#profile = profile;
    this.#random = random;
    this.#leftMs = random.waiting(profile.meanCalmMs);
  }

  /** By how much fair prices move now: 1 in a calm period. */
  get intensity(): number {
    return this.#isBurst ? Math.sqrt(this.#profile.burstFactor) : 1;
  }

  /** Milliseconds until the next step of a lane. */
  next(): number {
    const { calmStepMs, burstFactor, lanes, meanCalmMs, meanBurstMs } = this.#profile;
    const mean = this.#isBurst ? calmStepMs / burstFactor : calmStepMs;
    const waitMs = this.#random.waiting(mean * lanes);
    this.#leftMs -= waitMs / lanes;
    if (this.#leftMs <= 0) {
      this.#isBurst = !this.#isBurst;
      this.#leftMs = this.#random.waiting(this.#isBurst ? meanBurstMs : meanCalmMs);
    }
    return waitMs;
  }
}
