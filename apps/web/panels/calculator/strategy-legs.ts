// The legs of a strategy as they are typed, and the strategy that they make: up to four options and futures on the calculator's
// future, with its days, rate and tons. It is valued in cents.
import { evenlyAround, type OptionType, type Strategy, yearsFromDays } from '@openpit/pricing';
import type { Side } from '@openpit/wire';
import { formatPrice } from '../../ui/format.ts';
import { toCents } from '../../ui/money.ts';
import { readNumber } from './read-fields.ts';
import { optionValue, type PairTerms } from './valuation.ts';

export const mostLegs = 4;

export type LegType = OptionType | 'future';

export interface LegFields {
  readonly id: number;
  readonly side: Side;
  readonly type: LegType;
  readonly lots: string;
  /** Of an option. */
  readonly strike: string;
  /** Of an option; empty for that of the market. */
  readonly volatility: string;
  /** At which it was or would be dealt; empty for its present value. */
  readonly price: string;
}

export interface StrategyPlace {
  readonly terms: PairTerms;
  /** Percent: of the MTM at this strike where it is listed, else that of the calculator. */
  readonly volatilityAt: (strike: number) => number;
  readonly tons: number;
  readonly decimals: number;
}

export type LegField = 'lots' | 'strike' | 'volatility' | 'price';

export interface ReadLeg {
  readonly errors: Readonly<Partial<Record<LegField, string>>>;
  /** What an empty field stands for, as text. */
  readonly volatilityText: string;
  readonly priceText: string;
}

export interface ReadLegs {
  readonly legs: readonly ReadLeg[];
  /** Null while there is no leg, and while a field is empty or wrong. */
  readonly strategy: Strategy | null;
}

export function readLegs(legs: readonly LegFields[], place: StrategyPlace): ReadLegs {
  const read = legs.map((leg) => readLeg(leg, place));
  const parts = read.flatMap(({ leg }) => (leg === null ? [] : [leg]));
  return {
    legs: read.map(({ shown }) => shown),
    strategy: parts.length === 0 || parts.length < legs.length ? null : strategyOf(parts, place),
  };
}

/** The strategy of these legs; every style of exercise has the same value at a rate of 0. */
function strategyOf(
  legs: Strategy['legs'],
  { terms, tons }: Pick<StrategyPlace, 'terms' | 'tons'>,
): Strategy {
  return { legs, tons, rate: terms.rate, style: 'american' };
}

/** One option at its present value, as a strategy. `lots` are below 0 when sold. */
export function singleLeg(
  type: OptionType,
  {
    terms,
    volatility,
    lots,
    tons,
  }: {
    readonly terms: PairTerms;
    readonly volatility: number;
    readonly lots: number;
    readonly tons: number;
  },
): Strategy {
  const premium = optionValue(type, terms, volatility).exact * 100;
  return strategyOf([{ ...optionLeg(type, terms, volatility), lots, premium }], { terms, tons });
}

const optionLeg = (type: OptionType, { strike, days }: PairTerms, volatility: number) => ({
  type,
  strike: toCents(strike),
  years: yearsFromDays(days),
  volatility: Math.round(volatility * 100) / 10_000,
});

function readLeg(
  fields: LegFields,
  { terms, volatilityAt, decimals }: StrategyPlace,
): { readonly shown: ReadLeg; readonly leg: Strategy['legs'][number] | null } {
  const { type, side } = fields;
  const lots = readNumber(fields.lots, 'lots');
  const price = readNumber(fields.price, 'premium');
  const size = lots.value === null || lots.value < 0 ? null : side === 'B' ? lots.value : -lots.value;
  const errors: Partial<Record<LegField, string>> = {};
  if (lots.error !== null || size === null) errors.lots = 'Lots are a whole number above zero.';
  if (price.error !== null) errors.price = price.error;
  if (type === 'future') {
    const shown = { errors, volatilityText: '', priceText: formatPrice(terms.forward, decimals) };
    if (size === null || price.error !== null) return { shown, leg: null };
    return { shown, leg: { type, lots: size, price: toCents(price.value ?? terms.forward) } };
  }
  const strike = readNumber(fields.strike, 'strike');
  const typed = readNumber(fields.volatility, 'volatility');
  if (strike.error !== null || strike.value === null)
    errors.strike = strike.error ?? 'An option has a strike.';
  if (typed.error !== null) errors.volatility = typed.error;
  if (strike.value === null || typed.error !== null)
    return { shown: { errors, volatilityText: '', priceText: '' }, leg: null };
  const at = { ...terms, strike: strike.value };
  const followed = volatilityAt(strike.value);
  const volatility = typed.value ?? followed;
  const { premium, exact } = optionValue(type, at, volatility);
  const shown = {
    errors,
    volatilityText: formatPrice(followed, 2),
    priceText: formatPrice(premium, decimals),
  };
  if (size === null || price.error !== null) return { shown, leg: null };
  const paid = price.value === null ? exact * 100 : toCents(price.value);
  return { shown, leg: { ...optionLeg(type, at, volatility), lots: size, premium: paid } };
}

/** The prices of the future in the grid of scenarios, in percent of the present one. */
export const scenarioPercents: readonly number[] = evenlyAround({ centre: 0, reach: 10, steps: 5 });
/** The shifts of the volatility, in points. */
export const scenarioPoints: readonly number[] = evenlyAround({ centre: 0, reach: 5, steps: 2 });
