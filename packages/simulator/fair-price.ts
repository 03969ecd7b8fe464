// The price that a market maker considers fair. The months of an instrument share moves that trend and occasionally jump; each has
// its own small difference, which returns. The price stays away from the daily limits, so that every quote is within them.
import { asPrice, type Price } from '@openpit/venue';
import type { Random } from './random.ts';
import type { QuotedContract } from './simulated-market.ts';

/** Standard deviation of a step of the shared move and of a month's own difference, in ticks. */
const sharedStep = 0.7;
const ownStep = 0.9;
/** The persistence of a trend: the share of it that is left after a step, and the standard deviation of its changes, in ticks. */
const trendLeft = 0.985;
const trendStep = 0.05;
/** The probability that a step is a jump, and the size of a jump in ticks. */
const jumpShare = 0.003;
const [smallestJump, largestJump] = [12, 45];
/** The share of the distance that each step moves back: to the official price, and of a month's own difference to 0. */
const pull = 0.002;
const ownPull = 0.03;
/** Ticks between the fair price and a daily limit, at least. */
export const limitMarginTicks = 25;

/** The moves that all months of an instrument share, in ticks from their starting prices. */
export class SharedMoves {
  #ticks = 0;
  #trend = 0;

  get ticks(): number {
    return this.#ticks;
  }

  /** `intensity` is 1 in calm periods and more in bursts. */
  move(random: Random, intensity: number): void {
    this.#trend = this.#trend * trendLeft + random.normal() * trendStep;
    this.#ticks += (random.normal() * sharedStep + this.#trend) * intensity - this.#ticks * pull;
    if (random.chance(jumpShare))
      this.#ticks += (random.chance(0.5) ? 1 : -1) * random.between(smallestJump, largestJump);
  }
}

export class FairPrice {
  readonly #tick: Price;
  readonly #low: number;
  readonly #high: number;
  readonly #middle: number;
  readonly #shared: SharedMoves;
  /** How far deals have moved the price, and the last deal before the start. */
  #learned: number;
  #own = 0;

  constructor({ tick, start, official, limits }: QuotedContract, shared: SharedMoves = new SharedMoves()) {
    this.#tick = tick;
    this.#middle = official / tick;
    this.#low = (limits === null ? this.#middle * 0.85 : limits.low / tick) + limitMarginTicks;
    this.#high = (limits === null ? this.#middle * 1.15 : limits.high / tick) - limitMarginTicks;
    this.#learned = start / tick - this.#middle;
    this.#shared = shared;
  }

  move(random: Random, intensity: number): void {
    this.#shared.move(random, intensity);
    this.#own += random.normal() * ownStep * intensity - this.#own * ownPull;
    this.#learned -= this.#learned * pull;
  }

  /** A deal moves the fair price a part of the way towards its price. */
  learnDeal(price: Price): void {
    this.#learned += (price / this.#tick - this.#ticks) * 0.3;
  }

  /** The price this many ticks above the fair price, rounded to a tick. */
  offsetBy(ticks: number): Price {
    return asPrice(Math.round(this.#ticks + ticks) * this.#tick);
  }

  get #ticks(): number {
    const free = this.#middle + this.#learned + this.#shared.ticks + this.#own;
    return Math.min(Math.max(free, this.#low), this.#high);
  }
}
