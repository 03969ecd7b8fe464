// The value of an American option on a future whose premium is paid up front: the European value plus the
// early-exercise premium, from the exact exercise boundary. At a rate of 0 or below early exercise is never
// optimal, and the value is Black-76's; that includes every option that is margined like the future itself.
import { black76Price, intrinsicValue, type OptionInputs } from '../black/black76.ts';
import { black76, type Valuation } from '../black/greeks.ts';
import { lnOfRatio } from '../elementary/logarithm.ts';
import type { UnitTerms } from './barone-adesi-whaley.ts';
import { exerciseBoundary, logBoundary } from './exercise-boundary.ts';
import { type ExercisePremium, exercisePremium } from './exercise-premium.ts';

/** The premium is smaller than the interest on the strike: below this interest it is negligible. */
const leastInterest = 1e-12;
/** Relative step of the interest, for its slope. */
const smallStep = 1e-3;

/**
 * @returns the value; at least the European and the intrinsic one. Error measured, relative to the larger
 *   of F and K: 2e-9 up to a volatility of 60 % and a year; 2e-7 up to 150 %, 3 years and a rate of 40 %;
 *   4e-6 up to 400 % and 20 years
 * @throws RangeError naming the input that is not a number in its range
 */
export function americanPrice(option: OptionInputs): number {
  const european = black76Price(option);
  const early = earlyExercise(option);
  const value = early.kind === 'later' ? european + early.unit * early.premium.value : european;
  return Math.max(value, european, intrinsicValue(option));
}

/**
 * @returns price and greeks, in the units of `black76`. If immediate exercise is optimal, they are the
 *   future's. Theta is the theta of the option that is not exercised. Error: 2e-6 of delta, 1e-4 of gamma
 *   near the boundary
 * @throws RangeError naming the input that is not a number in its range
 */
export function american(option: OptionInputs): Valuation {
  const european = black76(option);
  const early = earlyExercise(option);
  const intrinsic = intrinsicValue(option);
  const sign = option.type === 'call' ? 1 : -1;
  const exercised = { price: intrinsic, delta: sign, gamma: 0, vega: 0, theta: 0, rho: 0 };
  if (early.kind === 'now') return exercised;
  if (early.kind === 'never') return european.price < intrinsic ? exercised : european;
  const { unit, moneyness, terms, premium } = early;
  const price = Math.max(european.price + unit * premium.value, european.price);
  if (price <= intrinsic) return exercised;
  const { forward, years, volatility, rate = 0 } = option;
  const { interest, deviation } = terms;
  const byInterest = slopeByInterest(early);
  const curvature = moneyness * moneyness * premium.curvature;
  // The premium solves Black's equation, which gives its slope in time, in units of the life.
  const byTime = 0.5 * deviation * deviation * curvature - interest * premium.value;
  const byDeviation = (2 * (byTime - interest * byInterest)) / deviation;
  const gamma = european.gamma + (unit * curvature) / (forward * forward);
  return {
    price,
    delta: european.delta + (sign > 0 ? premium.value - moneyness * premium.slope : premium.slope),
    gamma,
    vega: european.vega + unit * byDeviation * Math.sqrt(years),
    theta: rate * price - 0.5 * volatility * volatility * forward * forward * gamma,
    rho: european.rho + unit * byInterest * years,
  };
}

type EarlyExercise =
  | { readonly kind: 'never' }
  | { readonly kind: 'now' }
  | {
      readonly kind: 'later';
      /** The unit of the value: the strike of a put; the future of a call, which is valued as a put. */
      readonly unit: number;
      /** Future over strike of the put. */
      readonly moneyness: number;
      readonly logMoneyness: number;
      readonly terms: UnitTerms;
      readonly premium: ExercisePremium;
    };

/** A call on F at K has the value of a put on K at F. */
function earlyExercise(option: OptionInputs): EarlyExercise {
  const { type, forward, strike, years, volatility, rate = 0 } = option;
  const terms = { interest: rate * years, deviation: volatility * Math.sqrt(years) };
  if (!(terms.interest > leastInterest)) return { kind: 'never' };
  if (terms.deviation === 0 || forward === 0 || strike === 0) {
    return { kind: intrinsicValue(option) > 0 ? 'now' : 'never' };
  }
  const unit = type === 'put' ? strike : forward;
  const other = type === 'put' ? forward : strike;
  const logMoneyness = lnOfRatio(other, unit);
  const boundary = exerciseBoundary(terms);
  if (logMoneyness <= logBoundary(boundary, 1)) return { kind: 'now' };
  const premium = exercisePremium(logMoneyness, terms, boundary);
  return { kind: 'later', unit, moneyness: other / unit, logMoneyness, terms, premium };
}

/** The slope of the early-exercise premium in rate · years, by a central difference. */
function slopeByInterest(early: Extract<EarlyExercise, { kind: 'later' }>): number {
  const { interest, deviation } = early.terms;
  const step = smallStep * interest;
  const premiumAt = (moved: number): number => {
    const terms = { interest: moved, deviation };
    return exercisePremium(early.logMoneyness, terms, exerciseBoundary(terms)).value;
  };
  return (premiumAt(interest + step) - premiumAt(interest - step)) / (2 * step);
}
