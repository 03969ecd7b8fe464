// The total deviation s = σ√T that a price implies, to full double precision: a first guess, then steps of
// third order (Householder) on a function of the price that is nearly linear in s. P. Jäckel, "Let's be
// rational" (Wilmott, 2015). Logarithms of prices are computed without their exponentials, so that a price
// of 1e-300 can be inverted too.
import { countsFromZero, gap, slopeInDeviation, spread } from '../black/normalised-price.ts';
import { ln } from '../elementary/logarithm.ts';
import { guessDeviation, type NormalisedQuote, type Segment } from './guess-deviation.ts';

/** ln √(2π) */
const lnRoot2Pi = 0.9189385332046728;
const maxSteps = 6;

/** @returns s = σ√T. Error measured: 6 ulp, where the price has enough digits */
export function impliedDeviation(quote: NormalisedQuote): number {
  const guess = guessDeviation(quote);
  const target = targetOn(guess.segment, quote);
  let s = guess.deviation;
  for (let steps = 0; steps < maxSteps; steps += 1) {
    const change = stepFrom(s, guess.segment, quote, target);
    // After a change this small, another step of third order would not change a digit.
    s = s + change > 0 ? s + change : 0.5 * s;
    if (Math.abs(change) <= 1e-6 * s) break;
  }
  return s;
}

function targetOn(segment: Segment, { price, logPrice, lack }: NormalisedQuote): number {
  if (segment === 'middle') return price;
  return segment === 'low' ? logPrice : ln(lack);
}

/** One step; p', p'' and p''' are the derivatives of the price in s, all divided by p' = v. */
function stepFrom(s: number, segment: Segment, quote: NormalisedQuote, target: number): number {
  const z = quote.distance / s;
  const t = 0.5 * s;
  const second = (z * z - t * t) / s;
  const third = second * second - (3 * z * z) / (s * s) - 0.25;
  if (segment === 'middle') {
    const slope = slopeInDeviation(z, t);
    const missing = countsFromZero(z, t) ? target / slope - spread(z, t) : gap(z, t) - quote.lack / slope;
    return householder(missing, second, third);
  }
  const logSlope = -0.5 * (z * z + t * t) - lnRoot2Pi;
  if (segment === 'low') {
    const price = spread(z, t);
    const logPrice = logSlope + ln(price);
    const inverse = 1 / logPrice;
    const perPrice = 1 / price;
    return householder(
      (price * (target - logPrice) * logPrice) / target,
      second - perPrice * (1 + 2 * inverse),
      third + perPrice * (2 * perPrice * (1 + 3 * inverse * (1 + inverse)) - 3 * second * (1 + 2 * inverse)),
    );
  }
  const lack = gap(z, t);
  const perLack = 1 / lack;
  return householder(
    lack * (logSlope + ln(lack) - target),
    second + perLack,
    third + perLack * (2 * perLack + 3 * second),
  );
}

/**
 * @param newton the step of Newton's method, −g/g'
 * @param second g''/g'
 * @param third g'''/g'
 */
function householder(newton: number, second: number, third: number): number {
  return (newton * (1 + 0.5 * second * newton)) / (1 + newton * (second + (third * newton) / 6));
}
