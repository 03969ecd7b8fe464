// The price that a market maker considers fair: a random walk in ticks that is pulled back to the official price and
// stays away from the daily limits, so that every quote is within them.
import { asPrice, type Price } from '@openpit/venue';
import type { Random } from './random.ts';
import type { QuotedContract } from './simulated-market.ts';

/** Standard deviation of a step, in ticks. */
const stepTicks = 1.6;
/** Share of the distance to the official price by which each step moves back. */
const pull = 0.004;
/** Ticks between the fair price and a daily limit, at least. */
export const limitMarginTicks = 25;

export class FairPrice {
  readonly #tick: Price;
  readonly #middle: number;
  readonly #low: number;
  readonly #high: number;
  #ticks: number;

  constructor({ tick, start, official, limits }: QuotedContract) {
    this.#tick = tick;
    this.#middle = official / tick;
    this.#low = (limits === null ? this.#middle * 0.85 : limits.low / tick) + limitMarginTicks;
    this.#high = (limits === null ? this.#middle * 1.15 : limits.high / tick) - limitMarginTicks;
    this.#ticks = this.#bounded(start / tick);
  }

  /** `intensity` is 1 in calm periods and more in bursts. */
  move(random: Random, intensity: number): void {
    const step = random.normal() * stepTicks * intensity + (this.#middle - this.#ticks) * pull;
    this.#ticks = this.#bounded(this.#ticks + step);
  }

  /** A deal moves the fair price a part of the way towards its price. */
  learnDeal(price: Price): void {
    this.#ticks = this.#bounded(this.#ticks + (price / this.#tick - this.#ticks) * 0.3);
  }

  /** The price this many ticks above the fair price, rounded to a tick. */
  offsetBy(ticks: number): Price {
    return asPrice(Math.round(this.#ticks + ticks) * this.#tick);
  }

  #bounded(ticks: number): number {
    return Math.min(Math.max(ticks, this.#low), this.#high);
  }
}
