// A delta trade (market.md, Deltas): an option dealt together with its hedge in the future at a reference
// price. Both parties get two linked deals; the option's buyer sells futures against a call and buys them
// against a put.
import type { OptionInputs } from './black/black76.ts';
import { black76 } from './black/greeks.ts';
import { roundToTick } from './conventions/tick-rounding.ts';

export interface DeltaTrade {
  /** Black-76 at the reference price, on the tick. */
  readonly premium: number;
  /** Rounded to a millionth, as the market stores it. */
  readonly delta: number;
  /** lots × |delta|, half a lot rounded up. */
  readonly hedgeLots: number;
  /** The side of the futures that the buyer of the option takes, at the reference price. */
  readonly buyersHedge: 'buy' | 'sell';
}

/**
 * @param option its forward is the reference price
 * @param lots of the option, a whole number above 0
 * @param tick of the option's premium
 * @throws RangeError naming the input that is not a number in its range
 */
export function deltaTrade({
  option,
  lots,
  tick,
}: {
  readonly option: OptionInputs;
  readonly lots: number;
  readonly tick: number;
}): DeltaTrade {
  const { price, delta: exact } = black76(option);
  const delta = roundedDelta(exact);
  return {
    premium: roundToTick(price, tick),
    delta,
    hedgeLots: hedgeLots(lots, delta),
    buyersHedge: option.type === 'call' ? 'sell' : 'buy',
  };
}

/** To the nearest millionth, half of one rounded up. */
export function roundedDelta(delta: number): number {
  return Math.floor(delta * 1e6 + 0.5) / 1e6;
}

/**
 * @param lots of the option, a whole number
 * @param delta to a millionth
 * @returns lots × |delta|, half a lot rounded up
 */
export function hedgeLots(lots: number, delta: number): number {
  return Math.floor((lots * Math.round(Math.abs(delta) * 1e6) + 500_000) / 1e6);
}
