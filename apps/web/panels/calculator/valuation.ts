// The values of the option calculator (PANEL-13): the call and the put of one strike. They are computed in cents and rounded as the
// venue does it, so that at a rate of 0 they equal the venue's to the last digit (market.md, Options). With a rate, the right to
// exercise early has a value, which the American value includes.
import {
  american,
  americanImpliedVolatility,
  type OptionType,
  roundedDelta,
  roundToTick,
  type ScreenGreeks,
  screenGreeks,
  yearsFromDays,
} from '@openpit/pricing';
import { toCents, toRand } from '../../ui/money.ts';

/** What a call and its put have in common. Prices are rand per ton. */
export interface PairTerms {
  /** The price of the future. */
  readonly forward: number;
  readonly strike: number;
  /** Calendar days to expiry. */
  readonly days: number;
  /** Continuously compounded per year: 0.08 is 8 %. */
  readonly rate: number;
  /** Of the premium. */
  readonly tick: number;
}

export interface OptionValue {
  /** On its tick, as the market deals. */
  readonly premium: number;
  /** Before it is rounded. */
  readonly exact: number;
  /** To a millionth, as the market keeps it; the lots of a hedge follow from it. */
  readonly delta: number;
  /** For one ton, in rand. */
  readonly greeks: ScreenGreeks;
}

export type ImpliedPercent =
  | { readonly kind: 'found' /** Percent, to a hundredth. */; readonly volatility: number }
  | { readonly kind: 'belowIntrinsic'; readonly least: number }
  | { readonly kind: 'notBelowCeiling'; readonly ceiling: number }
  | { readonly kind: 'expired' };

const inputsOf = (type: OptionType, { forward, strike, days, rate }: PairTerms) => ({
  type,
  forward: toCents(forward),
  strike: toCents(strike),
  years: yearsFromDays(days),
  rate,
});

/** `volatility` is percent per year, to a hundredth. */
export function optionValue(type: OptionType, terms: PairTerms, volatility: number): OptionValue {
  const { price, delta, gamma, vega, theta, rho } = american({
    ...inputsOf(type, terms),
    volatility: Math.round(volatility * 100) / 10_000,
  });
  return {
    premium: toRand(roundToTick(price, toCents(terms.tick))),
    exact: toRand(price),
    delta: roundedDelta(delta),
    greeks: screenGreeks({
      price: toRand(price),
      delta,
      gamma: gamma * 100,
      vega: toRand(vega),
      theta: toRand(theta),
      rho: toRand(rho),
    }),
  };
}

/** The volatility that a premium implies, or why none does. Prices are rand per ton. */
export function impliedPercent(type: OptionType, terms: PairTerms, premium: number): ImpliedPercent {
  const found = americanImpliedVolatility({ ...inputsOf(type, terms), price: toCents(premium) });
  if (found.kind === 'found')
    return { kind: 'found', volatility: Math.floor(found.volatility * 10_000 + 0.5) / 100 };
  if (found.kind === 'belowIntrinsic') return { kind: found.kind, least: toRand(found.least) };
  if (found.kind === 'notBelowCeiling') return { kind: found.kind, ceiling: toRand(found.ceiling) };
  return found;
}
