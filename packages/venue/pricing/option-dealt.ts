// The volatility that a deal in an option implies, with the price of the future at that moment. Deal rows show it, and the day's volatility
// curve is derived from it (market/options.md, Option MTM).
import type { Contract, OptionTerms } from '../contracts/contract.ts';
import type { Day } from '../kernel/civil-date.ts';
import type { Price, Volatility } from '../kernel/units.ts';
import { daysLeft, volatilityOf } from './option-pricing.ts';
import { type PriceView, referencePrice } from './reference-price.ts';

export interface OptionDealt {
  /** `null` if no volatility yields the premium. */
  readonly volatility: Volatility | null;
  /** Price of the future. */
  readonly reference: Price;
}

/** `null` for every contract that is not an option. */
export function optionDealt(
  state: PriceView,
  { kind, option: terms }: Contract,
  { premium, businessDay }: { readonly premium: Price; readonly businessDay: Day },
): OptionDealt | null {
  if (kind !== 'option' || terms === null) return null;
  const reference = referencePrice(state, terms.underlying, terms.underlying.tick);
  return { volatility: impliedAt(terms, premium, reference, businessDay), reference };
}

/** The volatility that a corrected premium implies, at the price that the future had when the deal was made. */
export function optionRepriced(
  { option: terms }: Contract,
  dealt: OptionDealt | null,
  { premium, businessDay }: { readonly premium: Price; readonly businessDay: Day },
): OptionDealt | null {
  if (terms === null || dealt === null) return null;
  const { reference } = dealt;
  return { volatility: impliedAt(terms, premium, reference, businessDay), reference };
}

const impliedAt = (terms: OptionTerms, premium: Price, reference: Price, businessDay: Day) =>
  volatilityOf(terms, premium, { reference, days: daysLeft(terms.expiry, businessDay) });
