// What a deal in an option says of its volatility: where the future stood, and which volatility gives its premium there. Deal rows show
// it, and the day's curve is made of it (domain §4.8, §6.1).
import type { Day } from '../kernel/civil-date.ts';
import type { Cents, Volatility } from '../kernel/units.ts';
import type { Contract } from '../state.ts';
import { daysLeft, volatilityOf } from './option-terms.ts';
import { referencePrice } from './reference-price.ts';

export interface OptionDealt {
  /** Null where no volatility gives the premium. */
  readonly volatility: Volatility | null;
  /** Price of the future. */
  readonly reference: Cents;
}

/** Null for what is no option. */
export function optionDealt(
  { option: terms }: Contract,
  premium: Cents,
  businessDay: Day,
): OptionDealt | null {
  if (terms === null || terms.outright !== null) return null;
  const reference = referencePrice(terms.underlying, terms.underlying.tick);
  return { volatility: volatilityAt(terms, premium, { reference, businessDay }), reference };
}

/** The same for a premium that was put right, with the future where it stood. */
export function optionRepriced(
  { option: terms }: Contract,
  { premium, dealt }: { readonly premium: Cents; readonly dealt: OptionDealt | null },
  businessDay: Day,
): OptionDealt | null {
  if (terms === null || dealt === null) return null;
  const { reference } = dealt;
  return { volatility: volatilityAt(terms, premium, { reference, businessDay }), reference };
}

function volatilityAt(
  terms: NonNullable<Contract['option']>,
  premium: Cents,
  { reference, businessDay }: { readonly reference: Cents; readonly businessDay: Day },
): Volatility | null {
  return volatilityOf(terms, premium, { reference, days: daysLeft(terms.expiry, businessDay) });
}
