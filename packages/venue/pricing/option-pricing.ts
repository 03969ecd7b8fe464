// The prices of options: Black-76 without discounting (market/options.md, Options), rounded before anything is compared or kept: a
// premium to the nearest tick (half a tick upwards), a volatility to a hundredth of a percent, a delta to a millionth.
import {
  black76,
  hedgeLots,
  impliedVolatility,
  roundedDelta,
  roundToTick,
  yearsFromDays,
} from '@openpit/pricing';
import type { OptionTerms } from '../contracts/contract.ts';
import { curveVolatility } from '../contracts/volatility-curve.ts';
import type { Day } from '../kernel/civil-date.ts';
import { asPrice, type Lots, lots, type Price, type Volatility, volatility } from '../kernel/units.ts';
import type { ValuedAt } from './curves.ts';

/**
 * The computed price of an order on an option or a delta, with its inputs, to all of which the
 * dealer agreed.
 */
export interface OptionPricing {
  readonly premium: Price;
  readonly volatility: Volatility;
  /** The price of the future used to compute the premium and to deal the hedge of a delta. */
  readonly reference: Price;
  /** Change of the premium with the future, −1 to 1. */
  readonly delta: number;
}

export interface PricingAt {
  readonly reference: Price;
  /** Calendar days to expiry. */
  readonly days: number;
}

/** Calendar days to expiry while an option trades: the running day counts, including the last one. */
export const daysLeft = (expiry: Day, businessDay: Day): number => Math.max(1, expiry - businessDay);

/** Premium and delta at a volatility. Far from the money the premium can be 0. */
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
    premium: asPrice(roundToTick(price, underlying.instrument.tick)),
    volatility: sigma,
    reference: at.reference,
    delta: roundedDelta(delta),
  };
}

/** The volatility that a premium implies; null if none does. */
export function volatilityOf(terms: OptionTerms, premium: Price, at: PricingAt): Volatility | null {
  const { type, strike } = terms;
  const years = yearsFromDays(at.days);
  const implied = impliedVolatility({ type, forward: at.reference, strike, years, price: premium });
  return implied.kind === 'found' ? volatility(Math.floor(implied.volatility * 10_000 + 0.5)) : null;
}

/** The MTM of an option from the curve at its future's MTM. The MTM of a delta is the volatility, in which it is quoted. */
export function optionMtm(
  { prices, curves }: ValuedAt,
  terms: OptionTerms,
  days: number,
): { mtm: Price; volatility: Volatility } {
  const { type, strike, underlying, outright } = terms;
  const forward = prices.of(underlying).mtm;
  const sigma = curveVolatility(curves.of(terms), { strike, forward });
  if (outright !== null) return { mtm: asPrice(sigma), volatility: sigma };
  // Only a final settlement price is negative. The option expires with it, at its intrinsic value.
  if (forward < 0) return { mtm: asPrice(type === 'put' ? strike - forward : 0), volatility: sigma };
  return { mtm: pricingAt(terms, sigma, { reference: forward, days }).premium, volatility: sigma };
}

/** Lots of the future that hedge this many lots of the option. */
export const hedgeFor = ({ delta }: Pick<OptionPricing, 'delta'>, quantity: Lots): Lots =>
  lots(hedgeLots(quantity, delta));
