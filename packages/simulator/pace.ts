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

  /** The factor of the current moves of fair prices: 1 in a calm period. */
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

/** Minutes that the market is ahead of UTC. */
const offsetMinutes = 120;
/** The factor of the market's waits at an hour of its day: the market is quiet at lunch, in the evening and at night. */
const slowness: Readonly<Record<number, number>> = { 12: 2.5, 13: 1.6, 18: 1.3, 19: 1.5 };
const atNight = 1.8;

/** The ratio of the length of steps at a time to their length in the morning. */
export function slownessAt(at: number): number {
  const hour = Math.floor((at / 60_000 + offsetMinutes) / 60) % 24;
  return slowness[hour] ?? (hour >= 20 || hour < 8 ? atNight : 1);
}
