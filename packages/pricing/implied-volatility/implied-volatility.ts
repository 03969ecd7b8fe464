// The volatility that a price implies under Black-76, to full double precision. The out-of-the-money option
// of the same strike is inverted (by parity), because most digits of an in-the-money price belong to its
// intrinsic value. Where there is no volatility the result says why; it is never NaN.
import {
  checkContract,
  geometricMean,
  intrinsicValue,
  type OptionType,
  throwBadInput,
} from '../black/black76.ts';
import { exp } from '../elementary/exponential.ts';
import { ln, lnOfRatio } from '../elementary/logarithm.ts';
import { impliedDeviation } from './implied-deviation.ts';

export interface QuotedOption {
  readonly type: OptionType;
  /** The price of the future, above 0. */
  readonly forward: number;
  /** Above 0. */
  readonly strike: number;
  /** Time to expiry, 0 or more. */
  readonly years: number;
  /** The premium, in the unit of forward and strike. */
  readonly price: number;
  /** Continuously compounded per year; 0 if omitted. */
  readonly rate?: number;
}

export type ImpliedVolatility =
  | { readonly kind: 'found' /** Per square root of a year: 0.25 is 25 %. */; readonly volatility: number }
  /** The price is too low. `min` is the discounted intrinsic value. */
  | { readonly kind: 'belowIntrinsic'; readonly min: number }
  /** The price is too high. `ceiling` is the discounted price of the future (call) or strike (put). */
  | { readonly kind: 'notBelowCeiling'; readonly ceiling: number }
  /** At T = 0 every volatility gives the intrinsic value. */
  | { readonly kind: 'expired' };

/** The ratio of future to strike beyond which prices over √(F·K) underflow. */
const widestRatio = 1e300;
/** The number below which a quotient loses digits. */
const smallestSafe = 1e-290;

/**
 * @returns the volatility, 0 for a price within rounding of the intrinsic value. Error: about 5 ulp where all
 *   digits of the price are time value; otherwise the effect of half an ulp of the price
 * @throws RangeError naming the input that is not a number in its range
 */
export function impliedVolatility(option: QuotedOption): ImpliedVolatility {
  const { type, forward, strike, years, price, rate = 0 } = option;
  checkQuote(option);
  if (years === 0) return { kind: 'expired' };
  const discount = rate === 0 ? 1 : exp(-rate * years);
  const undiscounted = price / discount;
  const ceiling = type === 'call' ? forward : strike;
  if (undiscounted >= ceiling) return { kind: 'notBelowCeiling', ceiling: discount * ceiling };
  const timeValue = timeValueOf({ type, forward, strike, undiscounted });
  if (timeValue < -roundingOf(option))
    return { kind: 'belowIntrinsic', min: discount * intrinsicValue(option) };
  if (timeValue <= 0) return { kind: 'found', volatility: 0 };
  const root = geometricMean(forward, strike);
  const normalised = timeValue / root;
  const deviation = impliedDeviation({
    distance: Math.abs(lnOfRatio(forward, strike)),
    price: normalised,
    logPrice: normalised > smallestSafe ? ln(normalised) : ln(timeValue) - ln(root),
    lack: (ceiling - undiscounted) / root,
  });
  return { kind: 'found', volatility: deviation / Math.sqrt(years) };
}

/**
 * How far a price may be below the intrinsic value and still count as equal to it. Future, strike and price have been
 * rounded: 4101.1 − 4000 is not the same number as 101.1. The distance is 0 if the intrinsic value is 0, which has no rounding.
 */
export const roundingOf = (option: QuotedOption): number =>
  intrinsicValue(option) > 0 ? 4 * Number.EPSILON * Math.max(option.forward, option.strike) : 0;

/** The out-of-the-money price by parity, with one rounding: one of the two differences is exact. */
function timeValueOf(quote: {
  readonly type: OptionType;
  readonly forward: number;
  readonly strike: number;
  readonly undiscounted: number;
}): number {
  const { type, forward, strike, undiscounted } = quote;
  const [more, less] = type === 'call' ? [forward, strike] : [strike, forward];
  if (more <= less) return undiscounted;
  return less < 0.5 * more ? undiscounted - more + less : undiscounted - (more - less);
}

/** @throws RangeError naming the input that is not a number in its range */
export function checkQuote(option: QuotedOption): void {
  checkContract(option);
  if (!Number.isFinite(option.price)) throwBadInput('price', 'a number', option.price);
  if (option.forward === 0) throwBadInput('forward', 'a number above 0', 0);
  if (option.strike === 0) throwBadInput('strike', 'a number above 0', 0);
  const ratio = option.forward / option.strike;
  if (!(ratio > 1 / widestRatio && ratio < widestRatio))
    throwBadInput('strike', `within a factor of ${widestRatio} of the future`, option.strike);
}
