// Where a market maker believes that a contract should stand: a random walk in ticks, pulled back to where it started and
// kept away from the day's limits, so that no quote of the simulator ever lies outside them.
import { type Cents, cents } from '@openpit/venue';
import type { QuotedContract } from './quoted-contract.ts';
import type { Random } from './random.ts';

/** Ticks that the belief moves in a step, one deviation. */
const stepTicks = 1.6;
/** Share of the way back in a step. */
const pull = 0.004;
/** Ticks that stay free between the belief and a limit. */
export const limitMarginTicks = 25;

export class FairPrice {
  readonly #tick: Cents;
  readonly #middle: number;
  readonly #low: number;
  readonly #high: number;
  #ticks: number;

  constructor({ tick, start, limits }: QuotedContract) {
    this.#tick = tick;
    this.#middle = start / tick;
    this.#low = (limits === null ? this.#middle * 0.85 : limits.low / tick) + limitMarginTicks;
    this.#high = (limits === null ? this.#middle * 1.15 : limits.high / tick) - limitMarginTicks;
    this.#ticks = this.#bounded(this.#middle);
  }

  /** `vigour` is 1 on a calm day and more in a burst. */
  move(random: Random, vigour: number): void {
    const step = random.bell() * stepTicks * vigour + (this.#middle - this.#ticks) * pull;
    this.#ticks = this.#bounded(this.#ticks + step);
  }

  /** A deal at a price is news: the belief goes some of the way. */
  hear(price: Cents): void {
    this.#ticks = this.#bounded(this.#ticks + (price / this.#tick - this.#ticks) * 0.3);
  }

  /** The price that lies this many ticks off the belief, on a tick. */
  off(ticks: number): Cents {
    return cents(Math.round(this.#ticks + ticks) * this.#tick);
  }

  #bounded(ticks: number): number {
    return Math.min(Math.max(ticks, this.#low), this.#high);
  }
}
