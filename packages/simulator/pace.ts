// Quiet spells and bursts: the market changes between a calm and a hurried pace after times drawn by chance.
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

  /** How far beliefs move now: 1 when calm. */
  get vigour(): number {
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
