// The two ways to price an order on an option or a delta: by the price that sorts its book, or by premium or volatility, from
// which the venue's own formulas compute the price. The market accepts both, and receives the value that the user typed.
// Volatilities are percent per year, prices rand per ton.
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
import { type DeltaTerms, hasTwoDecimals, type MarketRow, toCents, toRand } from '@openpit/wire';
import { type ContractTerms, volatilityUnit } from '../../market/contract-terms.ts';
import { numberIn, parseDecimal } from '../../ui/decimal-input.ts';
import { formatPrice } from '../../ui/format.ts';
import { priceOnTick } from '../parse-fields.ts';

export interface PricedOption {
  readonly type: OptionType;
  readonly strike: number;
  /** The price of the future. */
  readonly reference: number;
  readonly days: number;
  /** The tick of the premium. */
  readonly tick: number;
}

/** `null` while the market has no price of the future. */
export function pricedOption(
  { contractDisplay, daysToExpiry }: Pick<MarketRow, 'contractDisplay' | 'daysToExpiry'>,
  { reference, tick }: { readonly reference: number | undefined; readonly tick: number },
): PricedOption | null {
  if (reference === undefined || reference <= 0 || daysToExpiry === undefined) return null;
  const { flag, strike } = contractDisplay;
  return { type: flag === 'C' ? 'call' : 'put', strike, reference, days: daysToExpiry, tick };
}

/** In cents, like the venue, so that the results are equal to the last bit. */
const inputsOf = ({ type, strike, reference, days }: PricedOption) => ({
  type,
  strike: toCents(strike),
  forward: toCents(reference),
  years: yearsFromDays(days),
});

const valueAt = (option: PricedOption, volatility: number) =>
  black76({ ...inputsOf(option), volatility: Math.round(volatility * 100) / 10_000 });

/** The premium, rounded to its tick; 0 far from the money. */
export function premiumAt(option: PricedOption, volatility: number): number {
  return toRand(roundToTick(valueAt(option, volatility).price, toCents(option.tick)));
}

/** The volatility, to a hundredth of a percent, or null if no volatility yields this premium. */
export function volatilityAt(option: PricedOption, premium: number): number | null {
  const implied = impliedVolatility({ ...inputsOf(option), price: toCents(premium) });
  return implied.kind === 'found' ? Math.floor(implied.volatility * 10_000 + 0.5) / 100 : null;
}

/** The terms of an order on a delta at this volatility. */
export function deltaTermsAt(option: PricedOption, volatility: number): DeltaTerms {
  const { reference } = option;
  return { premium: premiumAt(option, volatility), reference, delta: deltaAt(option, volatility) };
}

/** The delta to a millionth, −1 to 1. */
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

/** The volatilities that the market accepts, percent per year (market/orders.md, Order validation). */
const lowestVolatility = 1;
const highestVolatility = 200;

export interface OptionConversion {
  readonly terms: Pick<ContractTerms, 'meaning' | 'decimals'>;
  /** Tick and decimals of a premium, even in a book sorted by volatility. */
  readonly premium: { readonly tick: number; readonly decimals: number };
  /** `null` while the price of the future is not known. */
  readonly option: PricedOption | null;
}

/** One side of an order as entered: its price, and the input from which the price was computed. */
export interface EnteredPrice {
  readonly priceText: string;
  /** The volatility of an option or the premium of a delta if the user typed that; null if the user typed the price. */
  readonly other: number | null;
  readonly otherError: string | null;
}

/** `typedReference` is the reference price of a delta; if empty, the future's current price applies. */
export function optionConversion(
  row: MarketRow,
  terms: ContractTerms,
  premium: OptionConversion['premium'],
  typedReference: string,
): OptionConversion | null {
  if (terms.meaning !== 'premium' && terms.meaning !== 'volatility') return null;
  const reference = terms.meaning === 'volatility' ? numberIn(typedReference) : null;
  return {
    terms,
    premium,
    option: pricedOption(row, { reference: reference ?? row.reference, tick: premium.tick }),
  };
}

/** `otherText` is empty if the user typed the price. */
export function enteredPrice(
  priceText: string,
  otherText: string,
  entry: OptionConversion | null,
): EnteredPrice {
  if (entry === null || otherText.trim() === '') return { priceText, other: null, otherError: null };
  const parsed = readOther(otherText, entry);
  if ('error' in parsed) return { priceText: '', other: null, otherError: parsed.error };
  return {
    priceText: formatPrice(parsed.price, entry.terms.decimals),
    other: parsed.other,
    otherError: null,
  };
}

function readOther(
  text: string,
  { terms, premium, option }: OptionConversion,
): { readonly other: number; readonly price: number } | { readonly error: string } {
  const parsed = parseDecimal(text);
  if (parsed.kind === 'bad') return { error: parsed.reason };
  const other = Number(parsed.kind === 'number' ? parsed.text : 0);
  if (option === null) return { error: 'The price of the future is not known yet.' };
  if (terms.meaning === 'premium') {
    const wrong = volatilityError(other);
    if (wrong !== null) return { error: wrong };
    const price = premiumAt(option, other);
    return price > 0 ? { other, price } : { error: 'At this volatility the premium is less than one tick.' };
  }
  if (other <= 0) return { error: 'The premium must be above zero.' };
  if (priceOnTick(text, premium.tick) === null)
    return { error: `The premium must be a multiple of ${formatPrice(premium.tick, premium.decimals)}.` };
  const volatility = volatilityAt(option, other);
  if (volatility === null) return { error: 'No volatility gives this premium.' };
  const wrong = volatilityError(volatility);
  return wrong === null ? { other, price: volatility } : { error: wrong };
}

/** `null` if the market accepts the volatility. */
function volatilityError(volatility: number): string | null {
  if (volatility < lowestVolatility || volatility > highestVolatility)
    return `The volatility must be from ${lowestVolatility} to ${highestVolatility} %.`;
  return hasTwoDecimals(volatility) ? null : 'A volatility has at most two decimals.';
}

/** The terms of this side of a delta; null for other contracts, and while input is missing. */
export function deltaTermsOf(
  { priceText, other }: EnteredPrice,
  entry: OptionConversion | null,
): DeltaTerms | null {
  const volatility = numberIn(priceText);
  if (entry?.terms.meaning !== 'volatility' || entry.option === null || volatility === null) return null;
  const terms = deltaTermsAt(entry.option, volatility);
  return other === null ? terms : { ...terms, premium: other };
}

const vol = (percent: number) => `${formatPrice(percent, 2)}\u00a0${volatilityUnit}`;

/**
 * The price on the button: "29,00 % (218,40 on 4 054,20)" for an option by volatility, "30,07 % @ ref 4 054,20" for a delta,
 * otherwise only the price. If the user typed a delta's premium, it comes before the price.
 */
export function quotedPriceText(
  { priceText, other }: Omit<EnteredPrice, 'otherError'>,
  entry: OptionConversion | null,
): string {
  if (entry === null) return priceText;
  const { terms, premium, option } = entry;
  const reference = option === null ? null : formatPrice(option.reference, premium.decimals);
  if (terms.meaning === 'premium')
    return other === null ? priceText : `${vol(other)} (${priceText} on ${reference})`;
  const quoted = `${priceText}\u00a0${volatilityUnit}${reference === null ? '' : ` @ ref ${reference}`}`;
  return other === null ? quoted : `${formatPrice(other, premium.decimals)} (${quoted})`;
}

/** The value of a side that is sent to the market: the one that the user typed. */
export function bodyPrice(
  price: number,
  other: number | null,
  entry: OptionConversion | null,
): { readonly price: number } | { readonly volatility: number } {
  const isByVolatility = entry !== null && (entry.terms.meaning === 'volatility') === (other === null);
  return isByVolatility ? { volatility: other ?? price } : { price: other ?? price };
}

/** The volatility, to a hundredth, at which an option order reaches this premium. The Options panel opens the ticket with it. */
export function reachingVolatility(option: PricedOption, premium: number, side: 'B' | 'S'): number | null {
  const nearest = volatilityAt(option, premium);
  if (nearest === null) return null;
  const step = side === 'B' ? 0.01 : -0.01;
  const reaches = (volatility: number) =>
    side === 'B' ? premiumAt(option, volatility) >= premium : premiumAt(option, volatility) <= premium;
  const volatility = [0, 1, 2].map((steps) => Math.round((nearest + steps * step) * 100) / 100).find(reaches);
  return volatility ?? nearest;
}
