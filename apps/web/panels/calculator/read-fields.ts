// Reads the fields of the option calculator. A field that was not typed in follows the market. The volatility, the premium of the
// call and that of the put determine one another: the one that was typed last is kept, the others are computed.
import { naccFromNaca, type OptionType } from '@openpit/pricing';
import { readDecimal } from '../../ui/decimal-input.ts';
import { formatPrice } from '../../ui/format.ts';
import type { RateBasis } from './calculator-settings.ts';
import { impliedPercent, type OptionValue, optionValue, type PairTerms } from './valuation.ts';

/** The fields that are plain numbers. */
type NumberName = 'forward' | 'strike' | 'days' | 'rate' | 'lots';
/** The fields that determine one another. */
export type PricedBy = 'volatility' | OptionType;
export type FieldName = NumberName | PricedBy;

/** What was typed; null where the field follows the market. */
export interface TypedFields extends Readonly<Record<NumberName, string | null>> {
  readonly priced: { readonly by: PricedBy; readonly text: string } | null;
}

export const nothingTyped: TypedFields = {
  forward: null,
  strike: null,
  days: null,
  rate: null,
  lots: null,
  priced: null,
};

/** What the market says of the option; null where it says nothing. */
export interface MarketFacts {
  /** Rand per ton. */
  readonly forward: number | null;
  readonly strike: number | null;
  readonly days: number | null;
  /** Percent, of the MTM. */
  readonly volatility: number | null;
  /** The lots that an empty quantity stands for. */
  readonly lots: number;
  readonly tick: number;
  readonly decimals: number;
}

export interface Field {
  readonly text: string;
  readonly error: string | null;
}

/** What the fields say together. */
export interface Calculation {
  readonly terms: PairTerms;
  /** Percent per year, to a hundredth. */
  readonly volatility: number;
  readonly call: OptionValue;
  readonly put: OptionValue;
  /** Below 0 when sold; null while the quantity is wrong. */
  readonly lots: number | null;
}

export interface ReadFields {
  readonly fields: Readonly<Record<FieldName, Field>>;
  /** Null while a field is empty or wrong. */
  readonly calculation: Calculation | null;
}

export function typeIn(typed: TypedFields, name: FieldName, text: string): TypedFields {
  if (name === 'volatility' || name === 'call' || name === 'put')
    return { ...typed, priced: { by: name, text } };
  return { ...typed, [name]: text };
}

interface Range {
  readonly from: number;
  readonly to: number;
  readonly decimals: number;
  readonly sentence: string;
}

/** What each kind of field takes. */
export const ranges: Readonly<Record<NumberName | 'volatility' | 'premium', Range>> = {
  forward: range(0.01, 10_000_000, 2, 'A price is above zero and has at most two decimals.'),
  strike: range(0.01, 10_000_000, 2, 'A strike is above zero and has at most two decimals.'),
  days: range(0, 3_650, 0, 'Days are a whole number from 0 to 3650.'),
  rate: range(0, 100, 4, 'A rate is from 0 to 100 % and has at most four decimals.'),
  lots: range(-1_000_000, 1_000_000, 0, 'A quantity is a whole number of lots, below zero when sold.'),
  volatility: range(0.01, 1_000, 2, 'A volatility is from 0.01 to 1000 % and has at most two decimals.'),
  premium: range(0, 10_000_000, 2, 'A premium is not below zero and has at most two decimals.'),
};

function range(from: number, to: number, decimals: number, sentence: string): Range {
  return { from, to, decimals, sentence };
}

/** The number in a text, or what is wrong with it; both null for an empty text. */
export function readNumber(
  text: string,
  name: keyof typeof ranges,
): { readonly value: number | null; readonly error: string | null } {
  const { from, to, decimals, sentence } = ranges[name];
  const read = readDecimal(text, decimals);
  if (read.kind === 'empty') return { value: null, error: null };
  if (read.kind === 'bad') return { value: null, error: read.reason };
  const value = Number(read.text);
  const tooFine = (read.text.split('.')[1] ?? '').length > decimals;
  if (value < from || value > to || tooFine || (name === 'lots' && value === 0))
    return { value: null, error: sentence };
  return { value, error: null };
}

export function readFields(
  typed: TypedFields,
  facts: MarketFacts,
  { basis }: { readonly basis: RateBasis },
): ReadFields {
  const { tick, decimals } = facts;
  const plain = (name: NumberName, market: number | null, shown: number) => {
    const text = typed[name] ?? (market === null ? '' : formatPrice(market, shown));
    return { text, ...readNumber(text, name) };
  };
  const forward = plain('forward', facts.forward, decimals);
  const strike = plain('strike', facts.strike, decimals);
  const days = plain('days', facts.days, 0);
  const rate = plain('rate', 0, 2);
  const lots = plain('lots', facts.lots, 0);

  const terms = termsOf({
    forward: forward.value,
    strike: strike.value,
    days: days.value,
    percent: rate.value,
    basis,
    tick,
  });
  const by = typed.priced?.by ?? 'volatility';
  const pricedText =
    typed.priced?.text ?? (facts.volatility === null ? '' : formatPrice(facts.volatility, 2));
  const priced = pricedFrom(by, pricedText, terms, decimals);
  const { volatility } = priced;
  const [call, put] =
    terms === null || volatility === null
      ? [null, null]
      : [optionValue('call', terms, volatility), optionValue('put', terms, volatility)];
  const dependent = (name: PricedBy, value: number | undefined | null, shown: number): Field => {
    if (name === by) return { text: pricedText, error: priced.error };
    return {
      text: value === null || value === undefined ? '' : formatPrice(value, shown),
      error: null,
    };
  };
  return {
    fields: {
      forward,
      strike,
      days,
      rate,
      lots,
      volatility: dependent('volatility', volatility, 2),
      call: dependent('call', call?.premium, decimals),
      put: dependent('put', put?.premium, decimals),
    },
    calculation:
      terms === null || volatility === null || call === null || put === null
        ? null
        : { terms, volatility, call, put, lots: lots.value },
  };
}

function termsOf({
  forward,
  strike,
  days,
  percent,
  basis,
  tick,
}: Readonly<Record<'forward' | 'strike' | 'days' | 'percent', number | null>> & {
  readonly basis: RateBasis;
  readonly tick: number;
}): PairTerms | null {
  if (forward === null || strike === null || days === null || percent === null) return null;
  const rate = basis === 'NACA' ? naccFromNaca(percent / 100) : percent / 100;
  return { forward, strike, days, rate, tick };
}

function pricedFrom(
  by: PricedBy,
  text: string,
  terms: PairTerms | null,
  decimals: number,
): { readonly volatility: number | null; readonly error: string | null } {
  const { value, error } = readNumber(text, by === 'volatility' ? 'volatility' : 'premium');
  if (value === null || by === 'volatility') return { volatility: value, error };
  if (terms === null) return { volatility: null, error: null };
  const implied = impliedPercent(by, terms, value);
  const none = (sentence: string) => ({ volatility: null, error: sentence });
  switch (implied.kind) {
    case 'found':
      return { volatility: implied.volatility, error: null };
    case 'belowIntrinsic':
      return none(
        `No volatility gives this premium: it is below the intrinsic value of ${formatPrice(implied.least, decimals)}.`,
      );
    case 'notBelowCeiling':
      return none(
        `No volatility gives this premium: a ${by} is worth less than ${formatPrice(implied.ceiling, decimals)}.`,
      );
    case 'expired':
      return none('At expiry every volatility gives the intrinsic value.');
  }
}
