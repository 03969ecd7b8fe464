// A strategy: up to four legs, options and futures, on one future. Its value, profit and greeks at a price
// of the future and a time from now. Amounts are for the whole strategy: per ton × tons × lots.
import { type OptionInputs, type OptionType, throwBadInput } from '../black/black76.ts';
import type { Valuation } from '../black/greeks.ts';
import { type ExerciseStyle, valueOption } from '../style.ts';

export interface OptionLeg {
  readonly type: OptionType;
  readonly strike: number;
  /** Time to expiry from now. */
  readonly years: number;
  readonly volatility: number;
  /** Above 0 for bought, below 0 for sold. */
  readonly lots: number;
  /** Paid or received, per ton. */
  readonly premium: number;
}

interface FutureLeg {
  readonly type: 'future';
  readonly lots: number;
  /** The price of the deal, per ton. */
  readonly price: number;
}

export type StrategyLeg = OptionLeg | FutureLeg;

export interface Strategy {
  readonly legs: readonly StrategyLeg[];
  /** Per contract; the same for all legs, which are on one future. */
  readonly tons: number;
  /** 0 if omitted: premiums go through the margin account. */
  readonly rate?: number;
  readonly style?: ExerciseStyle;
}

/** The price, time and volatility at which a strategy is valued. */
interface Standpoint {
  readonly forward: number;
  /** From now; 0 if omitted. A leg that has expired by then is worth its intrinsic value. */
  readonly elapsedYears?: number;
  /** Added to every leg's volatility, which does not fall below 0. */
  readonly volatilityShift?: number;
}

export interface StrategyValuation extends Omit<Valuation, 'price'> {
  /** The proceeds of closing all legs: options at their value, futures at their profit. */
  readonly value: number;
  /** `value` minus the premiums paid, plus those received. */
  readonly profit: number;
  /** The delta in lots of the future. */
  readonly deltaLots: number;
}

const maxLegs = 4;

/** @throws RangeError with a path such as `legs[1].lots` */
export function valueStrategy(strategy: Strategy, standpoint: Standpoint): StrategyValuation {
  checkStrategy(strategy);
  const { tons, rate = 0, style = 'european' } = strategy;
  const { forward, elapsedYears = 0, volatilityShift = 0 } = standpoint;
  const sum = { value: 0, profit: 0, deltaLots: 0, delta: 0, gamma: 0, vega: 0, theta: 0, rho: 0 };
  for (const leg of strategy.legs) {
    const size = leg.lots * tons;
    if (leg.type === 'future') {
      const profit = size * (forward - leg.price);
      sum.value += profit;
      sum.profit += profit;
      sum.delta += size;
      sum.deltaLots += leg.lots;
      continue;
    }
    const valuation = valueOption(optionAt(leg, { forward, elapsedYears, volatilityShift, rate }), style);
    sum.value += size * valuation.price;
    sum.profit += size * (valuation.price - leg.premium);
    sum.delta += size * valuation.delta;
    sum.deltaLots += leg.lots * valuation.delta;
    sum.gamma += size * valuation.gamma;
    sum.vega += size * valuation.vega;
    sum.theta += size * valuation.theta;
    sum.rho += size * valuation.rho;
  }
  return sum;
}

function optionAt(
  leg: OptionLeg,
  at: {
    readonly forward: number;
    readonly elapsedYears: number;
    readonly volatilityShift: number;
    readonly rate: number;
  },
): OptionInputs {
  return {
    type: leg.type,
    forward: at.forward,
    strike: leg.strike,
    years: Math.max(0, leg.years - at.elapsedYears),
    volatility: Math.max(0, leg.volatility + at.volatilityShift),
    rate: at.rate,
  };
}

/** @throws RangeError with a path */
export function checkStrategy({ legs, tons }: Strategy): void {
  if (legs.length === 0 || legs.length > maxLegs) throwBadInput('legs', `1 to ${maxLegs} legs`, legs.length);
  if (!(tons > 0 && tons < Number.POSITIVE_INFINITY)) throwBadInput('tons', 'a number above 0', tons);
  legs.forEach((leg, index) => {
    const path = `legs[${index}]`;
    if (!Number.isInteger(leg.lots) || leg.lots === 0)
      throwBadInput(`${path}.lots`, 'a whole number, not 0', leg.lots);
    if (leg.type === 'future') {
      if (!Number.isFinite(leg.price)) throwBadInput(`${path}.price`, 'a number', leg.price);
      return;
    }
    const { type } = leg;
    if (type !== 'call' && type !== 'put') throwBadInput(`${path}.type`, 'call, put or future', type);
    for (const field of ['strike', 'years', 'volatility'] as const) {
      const value = leg[field];
      if (!(value >= 0 && value < Number.POSITIVE_INFINITY))
        throwBadInput(`${path}.${field}`, 'a number from 0', value);
    }
    if (!Number.isFinite(leg.premium)) throwBadInput(`${path}.premium`, 'a number', leg.premium);
  });
}
