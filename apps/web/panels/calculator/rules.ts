// The computations of the option calculator (PANEL-13): the meaning of its fields, the values of the call and the put of one strike, and
// their figures as text. Values are computed in cents and rounded as in the venue, so that at a rate of 0 they equal the venue's to the
// last digit (market/options.md, Options). With a rate, the right to exercise early has a value, which the American value includes.

import {
  american,
  americanImpliedVolatility,
  hedgeLots,
  naccFromNaca,
  type OptionType,
  roundedDelta,
  roundToTick,
  type ScreenGreeks,
  scaleGreeks,
  screenGreeks,
  yearsFromDays,
} from '@openpit/pricing';
import { toCents, toRand } from '@openpit/wire';
import Big from 'big.js';
import { steppedPrice } from '../../market/contract-terms.ts';
import { parseDecimal } from '../../ui/decimal-input.ts';
import { dash, formatLots, formatPrice, formatSigned } from '../../ui/format.ts';
import type { GreekUnit, RateBasis } from './definition.tsx';

/**
 * Steps the number within the range, from 0 while nothing is typed. Returns `null` for text that is
 * not a number.
 */
export function steppedNumber(
  text: string,
  steps: number,
  {
    step,
    decimals,
    from,
    to,
  }: {
    readonly step: number;
    readonly decimals: number;
    readonly from: number;
    readonly to: number;
  },
): string | null {
  const parsed = parseDecimal(text, decimals);
  if (parsed.kind === 'bad') return null;
  const next = new Big(parsed.kind === 'number' ? parsed.text : 0)
    .plus(new Big(step).times(steps))
    .toNumber();
  return formatPrice(Math.min(Math.max(next, from), to), decimals);
}

/** Steps to the next listed strikes, or by ticks if no strikes are listed. The last strike is the limit. */
export function steppedStrike(
  text: string,
  steps: number,
  {
    strikes,
    tick,
    decimals,
  }: {
    readonly strikes: readonly number[];
    readonly tick: number;
    readonly decimals: number;
  },
): string | null {
  if (strikes.length === 0)
    return steppedPrice(text, steps, { step: new Big(tick), tick, decimals, fallback: null });
  const parsed = parseDecimal(text);
  if (parsed.kind !== 'number') return formatPrice(strikes[Math.floor(strikes.length / 2)], decimals);
  const now = Number(parsed.text);
  const beyond =
    steps > 0 ? strikes.filter((strike) => strike > now) : strikes.filter((strike) => strike < now).reverse();
  const next = beyond[Math.min(Math.abs(steps), beyond.length) - 1];
  return next === undefined ? null : formatPrice(next, decimals);
}

/** The common part of a call and its put. Prices are rand per ton. */
export interface PairTerms {
  /** The price of the future. */
  readonly forward: number;
  readonly strike: number;
  /** Calendar days to expiry. */
  readonly days: number;
  /** Continuously compounded per year: 0.08 is 8 %. */
  readonly rate: number;
  /** The tick of the premium. */
  readonly tick: number;
}

interface OptionValue {
  /** On its tick, as the market deals. */
  readonly premium: number;
  /** Before it is rounded. */
  readonly exact: number;
  /** To a millionth, as the market keeps it; the lots of a hedge follow from it. */
  readonly delta: number;
  /** For one ton, in rand. */
  readonly greeks: ScreenGreeks;
}

type ImpliedPercent =
  | { readonly kind: 'found' /** Percent, to a hundredth. */; readonly volatility: number }
  | { readonly kind: 'belowIntrinsic'; readonly min: number }
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
  const implied = americanImpliedVolatility({ ...inputsOf(type, terms), price: toCents(premium) });
  if (implied.kind === 'found')
    return { kind: 'found', volatility: Math.floor(implied.volatility * 10_000 + 0.5) / 100 };
  if (implied.kind === 'belowIntrinsic') return { kind: implied.kind, min: toRand(implied.min) };
  if (implied.kind === 'notBelowCeiling') return { kind: implied.kind, ceiling: toRand(implied.ceiling) };
  return implied;
}

/** The fields that are plain numbers. */
type NumberName = 'forward' | 'strike' | 'days' | 'rate' | 'lots';
/** The fields that determine one another. */
type PricedBy = 'volatility' | OptionType;
export type CalculatorFieldName = NumberName | PricedBy;

/** The typed text; null if the field follows the market. */
export interface CalculatorInput extends Readonly<Record<NumberName, string | null>> {
  readonly priced: { readonly by: PricedBy; readonly text: string } | null;
}

export const emptyInput: CalculatorInput = {
  forward: null,
  strike: null,
  days: null,
  rate: null,
  lots: null,
  priced: null,
};

/** The market's data about the option; null if there are none. */
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

/** The result of all fields. */
export interface Calculation {
  readonly terms: PairTerms;
  /** Percent per year, to a hundredth. */
  readonly volatility: number;
  readonly call: OptionValue;
  readonly put: OptionValue;
  /** Below 0 if sold; null while the quantity is wrong. */
  readonly lots: number | null;
}

export interface ParsedFields {
  readonly fields: Readonly<Record<CalculatorFieldName, Field>>;
  /** `null` while a field is empty or wrong. */
  readonly calculation: Calculation | null;
}

export function typeIn(input: CalculatorInput, name: CalculatorFieldName, text: string): CalculatorInput {
  if (name === 'volatility' || name === 'call' || name === 'put')
    return { ...input, priced: { by: name, text } };
  return { ...input, [name]: text };
}

interface Range {
  readonly from: number;
  readonly to: number;
  readonly decimals: number;
  readonly sentence: string;
}

/** The valid range of each kind of field. */
export const ranges: Readonly<Record<NumberName | 'volatility' | 'premium', Range>> = {
  forward: range(0.01, 10_000_000, 2, 'The price must be above zero, with at most two decimals.'),
  strike: range(0.01, 10_000_000, 2, 'The strike must be above zero, with at most two decimals.'),
  days: range(0, 3_650, 0, 'The days must be a whole number from 0 to 3650.'),
  rate: range(0, 100, 4, 'The rate must be from 0 to 100 %, with at most four decimals.'),
  lots: range(-1_000_000, 1_000_000, 0, 'The quantity must be a whole number of lots, negative for a sale.'),
  volatility: range(0.01, 1_000, 2, 'The volatility must be from 0.01 to 1000 %, with at most two decimals.'),
  premium: range(0, 10_000_000, 2, 'The premium must not be negative, and has at most two decimals.'),
};

function range(from: number, to: number, decimals: number, sentence: string): Range {
  return { from, to, decimals, sentence };
}

/** The number in a text, or its fault; both null for an empty text. */
export function parseNumber(
  text: string,
  name: keyof typeof ranges,
): { readonly value: number | null; readonly error: string | null } {
  const { from, to, decimals, sentence } = ranges[name];
  const read = parseDecimal(text, decimals);
  if (read.kind === 'empty') return { value: null, error: null };
  if (read.kind === 'bad') return { value: null, error: read.reason };
  const value = Number(read.text);
  const tooFine = (read.text.split('.')[1] ?? '').length > decimals;
  if (value < from || value > to || tooFine || (name === 'lots' && value === 0))
    return { value: null, error: sentence };
  return { value, error: null };
}

/**
 * Parses the fields of the option calculator. Untouched fields follow the market. The volatility and the premiums of call and put determine
 * one another: the value typed last is kept, and the others are computed.
 */
export function parseFields(
  input: CalculatorInput,
  facts: MarketFacts,
  { basis }: { readonly basis: RateBasis },
): ParsedFields {
  const { tick, decimals } = facts;
  const plain = (name: NumberName, market: number | null, shown: number) => {
    const text = input[name] ?? (market === null ? '' : formatPrice(market, shown));
    return { text, ...parseNumber(text, name) };
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
  const by = input.priced?.by ?? 'volatility';
  const pricedText =
    input.priced?.text ?? (facts.volatility === null ? '' : formatPrice(facts.volatility, 2));
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
  const { value, error } = parseNumber(text, by === 'volatility' ? 'volatility' : 'premium');
  if (value === null || by === 'volatility') return { volatility: value, error };
  if (terms === null) return { volatility: null, error: null };
  const implied = impliedPercent(by, terms, value);
  const none = (sentence: string) => ({ volatility: null, error: sentence });
  switch (implied.kind) {
    case 'found':
      return { volatility: implied.volatility, error: null };
    case 'belowIntrinsic':
      return none(
        `No volatility gives this premium: it is below the intrinsic value of ${formatPrice(implied.min, decimals)}.`,
      );
    case 'notBelowCeiling':
      return none(
        `No volatility gives this premium: a ${by} is worth less than ${formatPrice(implied.ceiling, decimals)}.`,
      );
    case 'expired':
      return none('At expiry every volatility gives the intrinsic value.');
  }
}

export interface AmountsOf {
  readonly per: GreekUnit;
  readonly tons: number;
  /** Below 0 if sold; null while the quantity is wrong. */
  readonly lots: number | null;
}

export interface OptionAmounts {
  readonly value: string;
  readonly delta: string;
  readonly gamma: string;
  readonly vega: string;
  readonly theta: string;
  readonly rho: string;
}

export const noAmounts: OptionAmounts = {
  value: dash,
  delta: dash,
  gamma: dash,
  vega: dash,
  theta: dash,
  rho: dash,
};

export function amountsOf({ premium, greeks }: OptionValue, { per, tons, lots }: AmountsOf): OptionAmounts {
  if (per === 'ton')
    return {
      value: formatPrice(premium, 2),
      delta: `${formatSigned(greeks.delta * 100, 2)}\u00a0%`,
      gamma: formatSigned(greeks.gamma, 6),
      vega: formatSigned(greeks.vegaPerPoint, 4),
      theta: formatSigned(greeks.thetaPerDay, 4),
      rho: formatSigned(greeks.rhoPerPercent, 4),
    };
  const size = per === 'contract' ? 1 : lots;
  if (size === null) return noAmounts;
  const scaled = scaleGreeks(greeks, { lots: size, tons });
  return {
    // The market's premium, so that it can be multiplied out.
    value: formatPrice(toRand(toCents(premium) * tons * size), 2),
    delta: `${formatSigned(scaled.delta, 2)}\u00a0t`,
    gamma: formatSigned(scaled.gamma, 4),
    vega: formatSigned(scaled.vegaPerPoint, 2),
    theta: formatSigned(scaled.thetaPerDay, 2),
    rho: formatSigned(scaled.rhoPerPercent, 2),
  };
}

/** The order in the future that hedges the quantity: "sell 11". A long call and a short put gain when the future rises. */
export function hedgeText(delta: number, lots: number | null): string {
  if (lots === null) return dash;
  const hedged = hedgeLots(Math.abs(lots), delta);
  if (hedged === 0) return 'none';
  return `${delta > 0 === lots > 0 ? 'sell' : 'buy'} ${formatLots(hedged)}`;
}
