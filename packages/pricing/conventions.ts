// The market's conventions around the formulas: the time to expiry (market/options.md, Options), interest rates, ticks, deltas, and the units
// that traders use for greeks.
import type { Valuation } from './black/greeks.ts';
import { lnOf1Plus } from './elementary/logarithm.ts';

const msPerDay = 86_400_000;
const daysPerYear = 365;

/** @returns days, a begun one counted as a whole one; 0 at expiry and after it */
export function daysToExpiry({
  nowMs,
  expiryMs,
}: {
  readonly nowMs: number;
  readonly expiryMs: number;
}): number {
  return Math.max(0, Math.ceil((expiryMs - nowMs) / msPerDay));
}

/** @returns T of the formulas: calendar days over 365 */
export function yearsFromDays(days: number): number {
  return days / daysPerYear;
}

/**
 * Converts an interest rate of NACA, compounded once a year, to NACC, compounded continuously, which the formulas use. Rates are fractions:
 * 0.08 is 8 %.
 * @param naca above −1
 */
export function naccFromNaca(naca: number): number {
  return lnOf1Plus(naca);
}

/**
 * Rounds a price to a tick. Every computed price is rounded like this before it is compared or stored.
 * @param tick above 0, in the unit of the price: 0.2 rand, or 20 cents
 * @returns the nearest multiple of the tick; halfway, the higher one
 */
export function roundToTick(price: number, tick: number): number {
  const count = Math.floor(price / tick + 0.5);
  const perUnit = Math.round(1 / tick);
  // 1442 ÷ 5 is 288.4, and 1442 × 0.2 is not.
  return perUnit * tick === 1 ? count / perUnit : count * tick;
}

/** The delta rounded to the nearest millionth, half of one upwards. */
export function roundedDelta(delta: number): number {
  return Math.floor(delta * 1e6 + 0.5) / 1e6;
}

/**
 * The hedge of a delta (market/options.md, Deltas), in millionths of a lot of the future, so that the sum over several deals is exact.
 * @param lots of the option, a whole number @param delta to a millionth
 */
export function exactHedge(lots: number, delta: number): number {
  return lots * Math.round(Math.abs(delta) * 1e6);
}

/** Rounds millionths of a lot to whole lots, half a lot upwards. */
export function wholeLots(millionths: number): number {
  return Math.floor((millionths + 500_000) / 1e6);
}

/** The hedge of a delta in whole lots, with the parameters of `exactHedge`. */
export const hedgeLots = (lots: number, delta: number): number => wholeLots(exactHedge(lots, delta));

export interface ScreenGreeks {
  readonly premium: number;
  /** The delta of one contract, from −1 to 1; the screen shows it times 100. */
  readonly delta: number;
  /** Change of delta per unit of price. */
  readonly gamma: number;
  readonly vegaPerPoint: number;
  /** Negative for an option that decays. */
  readonly thetaPerDay: number;
  readonly rhoPerPercent: number;
}

/**
 * Greeks in the units that traders use: vega per point of volatility, theta per calendar day, rho per percent of rate; and greeks of a
 * position.
 */
export function screenGreeks({ price, delta, gamma, vega, theta, rho }: Valuation): ScreenGreeks {
  return {
    premium: price,
    delta,
    gamma,
    vegaPerPoint: vega / 100,
    thetaPerDay: theta / 365,
    rhoPerPercent: rho / 100,
  };
}

/**
 * @param lots above 0 for bought, below 0 for sold
 * @param tons per contract
 * @returns every figure × lots × tons: a premium per ton becomes the position's value
 */
export function scaleGreeks(
  greeks: ScreenGreeks,
  { lots, tons }: { readonly lots: number; readonly tons: number },
): ScreenGreeks {
  const size = lots * tons;
  return {
    premium: greeks.premium * size,
    delta: greeks.delta * size,
    gamma: greeks.gamma * size,
    vegaPerPoint: greeks.vegaPerPoint * size,
    thetaPerDay: greeks.thetaPerDay * size,
    rhoPerPercent: greeks.rhoPerPercent * size,
  };
}
