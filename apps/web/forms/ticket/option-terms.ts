// Converts the premium and the volatility of an option into each other, and computes the terms of a delta (market.md, Deltas), by
// the venue's own formulas. Volatilities are percent per year, prices rand per ton.
import {
  black76,
  impliedVolatility,
  type OptionType,
  roundedDelta,
  roundToTick,
  scaleGreeks,
  screenGreeks,
  yearsFromDays,
} from '@openpit/pricing';
import type { DeltaTerms, MarketRow } from '@openpit/wire';
import { toCents, toRand } from '../../ui/format.ts';

export interface PricedOption {
  readonly type: OptionType;
  readonly strike: number;
  /** The price of the future. */
  readonly reference: number;
  readonly days: number;
  /** Of the premium. */
  readonly tick: number;
}

/** Null while the market has no price of the future. */
export function pricedOption(
  { contractDisplay, daysToExpiry }: Pick<MarketRow, 'contractDisplay' | 'daysToExpiry'>,
  { reference, tick }: { readonly reference: number | undefined; readonly tick: number },
): PricedOption | null {
  if (reference === undefined || reference <= 0 || daysToExpiry === undefined) return null;
  const { flag, strike } = contractDisplay;
  return { type: flag === 'C' ? 'call' : 'put', strike, reference, days: daysToExpiry, tick };
}

/** In cents, as the venue computes: the results are equal to the last bit. */
const inputsOf = ({ type, strike, reference, days }: PricedOption) => ({
  type,
  strike: toCents(strike),
  forward: toCents(reference),
  years: yearsFromDays(days),
});

const valueAt = (option: PricedOption, volatility: number) =>
  black76({ ...inputsOf(option), volatility: Math.round(volatility * 100) / 10_000 });

/** The premium on its tick; 0 far from the money. */
export function premiumAt(option: PricedOption, volatility: number): number {
  return toRand(roundToTick(valueAt(option, volatility).price, toCents(option.tick)));
}

/** To a hundredth of a percent; null where no volatility gives this premium. */
export function volatilityAt(option: PricedOption, premium: number): number | null {
  const found = impliedVolatility({ ...inputsOf(option), price: toCents(premium) });
  return found.kind === 'found' ? Math.floor(found.volatility * 10_000 + 0.5) / 100 : null;
}

/** What an order on a delta agrees to at this volatility. */
export function deltaTermsAt(option: PricedOption, volatility: number): DeltaTerms {
  const { reference } = option;
  return { premium: premiumAt(option, volatility), reference, delta: deltaAt(option, volatility) };
}

/** To a millionth, −1 to 1. */
export function deltaAt(option: PricedOption, volatility: number): number {
  return roundedDelta(valueAt(option, volatility).delta);
}

/** Vega per point and theta per day of this many bought lots, in rand. */
export function greeksAt(
  option: PricedOption,
  volatility: number,
  size: { readonly lots: number; readonly tons: number },
): { readonly vegaPerPoint: number; readonly thetaPerDay: number } {
  const { vegaPerPoint, thetaPerDay } = scaleGreeks(screenGreeks(valueAt(option, volatility)), size);
  return { vegaPerPoint: toRand(vegaPerPoint), thetaPerDay: toRand(thetaPerDay) };
}
