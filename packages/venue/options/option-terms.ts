// What an option and its delta twin are made of, and the prices of options: Black-76 without discounting (domain §5.5), rounded before
// anything is compared or kept: a premium to the nearest tick (half a tick upwards), a volatility to a hundredth of a percent,
// a delta to a millionth.
import {
  black76,
  hedgeLots,
  impliedVolatility,
  type OptionType,
  roundedDelta,
  roundToTick,
  yearsFromDays,
} from '@openpit/pricing';
import { present } from '../kernel/assert.ts';
import type { Day } from '../kernel/civil-date.ts';
import { type Cents, cents, type Lots, lots, type Volatility, volatility } from '../kernel/units.ts';
import type { VolatilityCurve } from '../reference/reference-data.ts';
import type { Contract } from '../state.ts';

export interface OptionTerms {
  readonly type: OptionType;
  readonly strike: Cents;
  readonly underlying: Contract;
  readonly expiry: Day;
  /** Of a delta twin the option that it deals together with its hedge; null for the option itself. */
  readonly outright: Contract | null;
}

/** How the price of an order on an option or a delta came to be; the dealer agreed to all three. */
export interface OptionPricing {
  readonly premium: Cents;
  readonly volatility: Volatility;
  /** Price of the future at which the premium was computed, and a delta's hedge is dealt. */
  readonly reference: Cents;
  /** Change of the premium with the future, −1 to 1. */
  readonly delta: number;
}

/** The volatilities that may be asked for: 1 to 200 % (domain §3.4). */
export const lowestVolatility = volatility(100);
export const highestVolatility = volatility(20_000);

export interface PricingAt {
  readonly reference: Cents;
  /** Calendar days to expiry. */
  readonly days: number;
}

/** Calendar days to expiry while an option trades: the day that has begun counts whole, also the last one. */
export const daysLeft = (expiry: Day, businessDay: Day): number => Math.max(1, expiry - businessDay);

/** Premium and delta at a volatility. The premium can be 0, far from the money. */
export function pricingAt(terms: OptionTerms, sigma: Volatility, at: PricingAt): OptionPricing {
  const { type, strike, underlying } = terms;
  const { price, delta } = black76({
    type,
    forward: at.reference,
    strike,
    years: yearsFromDays(at.days),
    volatility: sigma / 10_000,
  });
  return {
    premium: cents(roundToTick(price, underlying.instrument.tick)),
    volatility: sigma,
    reference: at.reference,
    delta: roundedDelta(delta),
  };
}

/** The volatility that a premium implies; null where there is none. */
export function volatilityOf(terms: OptionTerms, premium: Cents, at: PricingAt): Volatility | null {
  const { type, strike } = terms;
  const years = yearsFromDays(at.days);
  const found = impliedVolatility({ type, forward: at.reference, strike, years, price: premium });
  return found.kind === 'found' ? volatility(Math.floor(found.volatility * 10_000 + 0.5)) : null;
}

/** The curve at a strike: more volatility the further it lies from the future, either way. */
export function curveVolatility(
  { atTheMoney, skewBelow, skewAbove }: VolatilityCurve,
  { strike, forward }: { readonly strike: Cents; readonly forward: Cents },
): Volatility {
  return boundedVolatility(atTheMoney + skewAt({ skewBelow, skewAbove }, { strike, forward }));
}

/** How much more volatility a strike has than the money, in hundredths of a percent. */
export function skewAt(
  { skewBelow, skewAbove }: Pick<VolatilityCurve, 'skewBelow' | 'skewAbove'>,
  { strike, forward }: { readonly strike: Cents; readonly forward: Cents },
): number {
  const hundreds = (strike - forward) / 10_000;
  return hundreds < 0 ? -hundreds * skewBelow : hundreds * skewAbove;
}

/** Rounded to a hundredth of a percent, half upwards, within what may be asked for. */
export function boundedVolatility(sigma: number): Volatility {
  return volatility(Math.min(Math.max(Math.floor(sigma + 0.5), lowestVolatility), highestVolatility));
}

/** The MTM of an option by the curve at the future's MTM; of a delta twin the volatility, as which it is quoted. */
export function optionMtm(terms: OptionTerms, days: number): { mtm: Cents; volatility: Volatility } {
  const forward = terms.underlying.mtm;
  const curve = present(terms.underlying.curve, 'a future with options has a volatility curve');
  const sigma = curveVolatility(curve, { strike: terms.strike, forward });
  if (terms.outright !== null) return { mtm: cents(sigma), volatility: sigma };
  return { mtm: pricingAt(terms, sigma, { reference: forward, days }).premium, volatility: sigma };
}

/** Lots of the future that hedge so many lots of the option. */
export const hedgeFor = (pricing: OptionPricing, quantity: Lots): Lots =>
  lots(hedgeLots(quantity, pricing.delta));
