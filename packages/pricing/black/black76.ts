// Black-76: the value of a European option on a future. SAFEX options of every style have this value,
// because their premium is paid through the margin account (undiscounted: rate 0). F. Black, "The pricing
// of commodity contracts" (1976). The out-of-the-money side is computed and the other follows by parity, so
// that no price is negative.
import { exp } from '../elementary/exponential.ts';
import { lnOfRatio } from '../elementary/logarithm.ts';
import { countsFromZero, gap, slopeInDeviation, spread } from './normalised-price.ts';

/**
 * The limit of |rate · years|: within it e^(−rate·years) is neither 0 nor infinite, so that it can be
 * divided by.
 */
const maxInterest = 700;

export type OptionType = 'call' | 'put';

/** An option and the state of its market. Prices in one unit, such as rand per ton. */
export interface OptionInputs {
  readonly type: OptionType;
  /** The price of the future, 0 or more. */
  readonly forward: number;
  /** 0 or more. */
  readonly strike: number;
  /** Time to expiry, 0 or more: calendar days over 365. */
  readonly years: number;
  /** Per square root of a year, 0 or more: 0.25 is 25 %. */
  readonly volatility: number;
  /** Continuously compounded per year; 0 if omitted: the premium is not paid up front. */
  readonly rate?: number;
}

/**
 * @returns the value, in the unit of forward and strike; never below 0 or below the discounted intrinsic
 *   value. Error measured: 5 ulp of the out-of-the-money value, plus 3 for every squared deviation σ√T
 *   between F and K
 * @throws RangeError naming the input that is not a number in its range
 */
export function black76Price(option: OptionInputs): number {
  checkInputs(option);
  const { type, forward, strike, years, rate = 0 } = option;
  const deviation = option.volatility * Math.sqrt(years);
  const value = undiscountedPrice(type, forward, strike, deviation);
  return rate === 0 ? value : exp(-rate * years) * value;
}

/**
 * @param deviation volatility · √years, 0 or more
 * @returns the undiscounted value; inputs are not checked
 */
export function undiscountedPrice(
  type: OptionType,
  forward: number,
  strike: number,
  deviation: number,
): number {
  const timeValue = outOfTheMoneyPrice(forward, strike, deviation);
  const intrinsic = type === 'call' ? forward - strike : strike - forward;
  if (!(intrinsic > 0)) return timeValue;
  // The sum may be rounded up beyond the ceiling.
  return Math.min(intrinsic + timeValue, type === 'call' ? forward : strike);
}

/** The undiscounted value of the call or of the put, whichever is out of the money. */
function outOfTheMoneyPrice(forward: number, strike: number, deviation: number): number {
  const ceiling = forward < strike ? forward : strike;
  if (deviation === 0 || ceiling === 0) return 0;
  const logarithm = lnOfRatio(forward, strike);
  const z = (logarithm < 0 ? -logarithm : logarithm) / deviation;
  const t = 0.5 * deviation;
  const root = geometricMean(forward, strike);
  if (countsFromZero(z, t)) {
    // Above 39, the exponential is 0, and so is the price.
    if (z > 39) return 0;
    const price = root * slopeInDeviation(z, t) * spread(z, t);
    return price < ceiling ? price : ceiling;
  }
  const price = ceiling - root * slopeInDeviation(z, t) * gap(z, t);
  return price > 0 ? price : 0;
}

/** The value of exercising now, in the unit of forward and strike. */
export function intrinsicValue({
  type,
  forward,
  strike,
}: Pick<OptionInputs, 'type' | 'forward' | 'strike'>): number {
  return Math.max(type === 'call' ? forward - strike : strike - forward, 0);
}

/** √(a·b), even where a·b overflows or underflows. */
export function geometricMean(a: number, b: number): number {
  const product = a * b;
  return product > 1e-290 && product < 1e300 ? Math.sqrt(product) : Math.sqrt(a) * Math.sqrt(b);
}

/** @throws RangeError */
export function checkInputs(option: OptionInputs): void {
  checkContract(option);
  if (!isAmount(option.volatility)) throwBadInput('volatility', 'a number from 0', option.volatility);
}

/** Checks the inputs of every option except volatility and price. @throws RangeError */
export function checkContract({
  type,
  forward,
  strike,
  years,
  rate = 0,
}: Omit<OptionInputs, 'volatility'>): void {
  if (type !== 'call' && type !== 'put') throwBadInput('type', 'call or put', type);
  if (!isAmount(forward)) throwBadInput('forward', 'a number from 0', forward);
  if (!isAmount(strike)) throwBadInput('strike', 'a number from 0', strike);
  if (!isAmount(years)) throwBadInput('years', 'a number from 0', years);
  if (!Number.isFinite(rate)) throwBadInput('rate', 'a number', rate);
  if (Math.abs(rate * years) > maxInterest)
    throwBadInput('rate', `such that rate · years is at most ${maxInterest}`, rate);
}

function isAmount(value: number): boolean {
  return value >= 0 && value < Number.POSITIVE_INFINITY;
}

/**
 * An input that is not in its range. The message begins with its name, such as `forward` or `legs[1].lots`.
 */
export class BadInput extends RangeError {
  readonly field: string;
  /** The fault, without the name. */
  readonly reason: string;

  constructor(field: string, reason: string) {
    super(`${field}: ${reason}`);
    this.field = field;
    this.reason = reason;
  }
}

/** @throws BadInput always */
export function throwBadInput(field: string, expected: string, value: unknown): never {
  throw new BadInput(field, `it is ${String(value)} and must be ${expected}`);
}
