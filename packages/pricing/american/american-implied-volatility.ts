// The volatility that the price of an American option implies, where the premium is paid up front. The
// European one is an upper bound, because the right to exercise early has a value; the search starts there.
import { intrinsicValue } from '../black/black76.ts';
import { bracketedRoot } from '../elementary/bracketed-root.ts';
import {
  checkQuote,
  type ImpliedVolatility,
  impliedVolatility,
  type QuotedOption,
  roundingOf,
} from '../implied-volatility/implied-volatility.ts';
import { americanPrice } from './american.ts';

/** The total deviation √T·σ above which all prices round to the ceiling. */
const widestDeviation = 64;

/**
 * @returns the volatility; 0 for a price within rounding of the intrinsic value, which every low volatility gives.
 *   The bounds are not discounted, because the option can be exercised immediately. Error: the
 *   error of `americanPrice` divided by vega
 * @throws RangeError naming the input that is not a number in its range
 */
export function americanImpliedVolatility(option: QuotedOption): ImpliedVolatility {
  const { rate = 0, years, price } = option;
  if (!(rate * years > 0)) return impliedVolatility(option);
  checkQuote(option);
  const intrinsic = intrinsicValue(option);
  if (price < intrinsic - roundingOf(option)) return { kind: 'belowIntrinsic', min: intrinsic };
  const ceiling = option.type === 'call' ? option.forward : option.strike;
  if (price >= ceiling) return { kind: 'notBelowCeiling', ceiling };
  if (price <= intrinsic) return { kind: 'found', volatility: 0 };
  const difference = (volatility: number): number => americanPrice({ ...option, volatility }) - price;
  const european = impliedVolatility(option);
  // At the strike, a price below 1e-300 of it has a European volatility of 0, which cannot be doubled.
  let high =
    european.kind === 'found' && european.volatility > 0 ? european.volatility : 1 / Math.sqrt(years);
  while (difference(high) < 0) {
    high *= 2;
    if (high * Math.sqrt(years) > widestDeviation) return { kind: 'notBelowCeiling', ceiling };
  }
  let low = 0.9 * high;
  for (let shrink = 0.5; low > 0 && difference(low) > 0; shrink *= shrink) low *= shrink;
  return { kind: 'found', volatility: bracketedRoot(difference, { from: low, to: high, tolerance: 1e-13 }) };
}
