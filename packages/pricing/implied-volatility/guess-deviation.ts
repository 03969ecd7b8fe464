// The first guess of the deviation that a price implies. The price as a function of s changes from convex
// to concave at s = √(2|x|), x = ln(F/K). The tangent at this point meets the lines of price 0 and of the
// ceiling; the three points make four segments, each with a curve that has the right ends, slopes and
// curvature. In the outer two, the curve interpolates not s but a function of s that has finite slopes at 0
// and at the ceiling. P. Jäckel, "Let's be rational" (Wilmott, 2015), section 4.
import { gap, slopeInDeviation, spread } from '../black/normalised-price.ts';
import { exp } from '../elementary/exponential.ts';
import { ln } from '../elementary/logarithm.ts';
import { normalDensity } from '../normal/distribution.ts';
import { millsRatio } from '../normal/mills-ratio.ts';
import { normalQuantile } from '../normal/quantile.ts';

import { rationalCubic } from './rational-cubic.ts';

export interface NormalisedQuote {
  /** |ln(F/K)|, 0 or more */
  readonly distance: number;
  /** The out-of-the-money price over √(F·K), above 0. */
  readonly price: number;
  /** The logarithm of the price, even where the price is too small for a double of full precision. */
  readonly logPrice: number;
  /**
   * The distance of the price from its ceiling, over √(F·K), above 0: near the ceiling, the price alone has
   * lost its digits.
   */
  readonly lack: number;
}

/**
 * Named after the part of the price's range; in each, another function of the price is nearly linear in s.
 */
export type Segment = 'low' | 'middle' | 'high';

interface Guess {
  readonly deviation: number;
  readonly segment: Segment;
}

/** The error is up to 0.5 % of s in the middle, 6 % near the ceiling and 10 % near 0. */
export function guessDeviation(quote: NormalisedQuote): Guess {
  const { distance, price } = quote;
  const turn = Math.sqrt(2 * distance);
  const half = 0.5 * turn;
  const slope = slopeInDeviation(half, half);
  const priceAtTurn = slope * spread(half, half);
  const atTurn = { x: priceAtTurn, y: turn, slope: 1 / slope };
  return price < priceAtTurn ? guessUnderTurn(quote, atTurn) : guessOverTurn(quote, atTurn);
}

interface Turn {
  readonly x: number;
  readonly y: number;
  readonly slope: number;
}

function guessUnderTurn(quote: NormalisedQuote, atTurn: Turn): Guess {
  const { distance, price } = quote;
  const low = atTurn.y - atTurn.x * atTurn.slope;
  const z = distance / low;
  const t = 0.5 * low;
  const slope = slopeInDeviation(z, t);
  const priceAtLow = slope * spread(z, t);
  if (price >= priceAtLow) {
    const atLow = { x: priceAtLow, y: low, slope: 1 / slope };
    return { deviation: rationalCubic(atLow, atTurn, { at: 'right', second: 0 }, price), segment: 'middle' };
  }
  return { deviation: guessNearZero(quote, { low, priceAtLow, slope }), segment: 'low' };
}

/**
 * Interpolates f = c·N(−w)³ with w = |x| / (√3·s), which goes to 0 like the price, as e^(−x² / 2s²), with
 * slope 1.
 */
function guessNearZero(
  { distance, price, logPrice }: NormalisedQuote,
  { low, priceAtLow, slope }: { readonly low: number; readonly priceAtLow: number; readonly slope: number },
): number {
  const scale = (2 * Math.PI * distance) / (3 * root3);
  const w = distance / (root3 * low);
  const ratio = millsRatio(w);
  const tail = normalDensity(w) * ratio;
  const perPrice = (2 * Math.PI * w * w * tail * tail * normalDensity(w)) / slope;
  const second = (perPrice * ((2 * w) / ratio - 2 - 2 * w * w + 0.25 * low * low)) / (low * slope);
  const f = rationalCubic(
    { x: 0, y: 0, slope: 1 },
    { x: priceAtLow, y: scale * tail * tail * tail, slope: perPrice },
    { at: 'right', second },
    price,
  );
  // Very near 0 the curve equals its tangent.
  const logF = f > smallestCurve ? ln(f) : logPrice;
  return distance / (root3 * -normalQuantile(exp((logF - ln(scale)) / 3)));
}

function guessOverTurn({ distance, price, lack }: NormalisedQuote, atTurn: Turn): Guess {
  const half = 0.5 * atTurn.y;
  const high = atTurn.y + gap(half, half);
  const z = distance / high;
  const t = 0.5 * high;
  const slope = slopeInDeviation(z, t);
  const lackAtHigh = slope * gap(z, t);
  if (lack < lackAtHigh)
    return { deviation: guessNearCeiling(lack, { z, t, slope, lackAtHigh }), segment: 'high' };
  const ceiling = price + lack;
  const atHigh = { x: ceiling - lackAtHigh, y: high, slope: 1 / slope };
  return { deviation: rationalCubic(atTurn, atHigh, { at: 'left', second: 0 }, price), segment: 'middle' };
}

/**
 * Interpolates f = N(−s/2) as a function of the price's distance from the ceiling: it goes to 0 with it,
 * with slope 1/2.
 */
function guessNearCeiling(
  lack: number,
  high: { readonly z: number; readonly t: number; readonly slope: number; readonly lackAtHigh: number },
): number {
  const { z, t, slope, lackAtHigh } = high;
  const perLack = 0.5 * exp(0.5 * z * z);
  const second = (perLack * z * z) / (2 * t * slope);
  const f = rationalCubic(
    { x: 0, y: 0, slope: 0.5 },
    { x: lackAtHigh, y: normalDensity(t) * millsRatio(t), slope: perLack },
    { at: 'right', second },
    lack,
  );
  return -2 * normalQuantile(f > 0 ? f : 0.5 * lack);
}

const root3 = 1.7320508075688772;
const smallestCurve = 1e-290;
