// Where a simulated participant believes that a contract should stand: a random walk in ticks, pulled back towards the
// MTM and kept away from the day's limits, so that no quote of the simulator ever lies outside them.
import { type Cents, cents } from '@openpit/venue';
import type { QuotedContract } from './quoted-contract.ts';
import type { Random } from './random.ts';

/** Ticks that the belief moves in a step, one deviation. */
const stepTicks = 2.2;
/** Share of the way back to the MTM in a step. */
const pull = 0.01;
/** Ticks that stay free between the belief and a limit. */
const marginTicks = 25;

export class FairPrice {
  readonly #contract: QuotedContract;
  readonly #middle: number;
  #ticks: number;

  constructor(contract: QuotedContract) {
    this.#contract = contract;
    this.#middle = contract.mtm / contract.tick;
    this.#ticks = this.#middle;
  }

  move(random: Random): void {
    const moved = this.#ticks + random.bell() * stepTicks + (this.#middle - this.#ticks) * pull;
    const { low, high } = this.#bounds();
    this.#ticks = Math.min(Math.max(moved, low), high);
  }

  /** The price that lies this many ticks off the belief, on a tick. */
  off(ticks: number): Cents {
    return cents(Math.round(this.#ticks + ticks) * this.#contract.tick);
  }

  #bounds(): { low: number; high: number } {
    const { limits, tick } = this.#contract;
    const low = limits === null ? this.#middle * 0.9 : limits.low / tick;
    const high = limits === null ? this.#middle * 1.1 : limits.high / tick;
    return { low: low + marginTicks, high: high - marginTicks };
  }
}
