// A strategy of up to four options and futures on the calculator's future, with its days, rate and tons: its legs as typed or taken from
// the user's positions, its value in cents, and its payoff diagram. Prices are rand per ton, profits rand.
import {
  breakEvens,
  evenlyAround,
  type OptionType,
  payoffCurve,
  profitRange,
  type Strategy,
  valueStrategy,
  yearsFromDays,
} from '@openpit/pricing';
import {
  type ContractFacts,
  classifyContract,
  type PositionRow,
  type Side,
  toCents,
  toRand,
} from '@openpit/wire';
import { type OptionSeries, seriesOf } from '../../market/market-text.ts';
import { formatPrice, formatSigned } from '../../ui/format.ts';
import { optionValue, type PairTerms, type ParsedFields, parseNumber } from './rules.ts';

export const maxLegs = 4;

export type LegType = OptionType | 'future';

export interface LegFields {
  readonly id: number;
  readonly side: Side;
  readonly type: LegType;
  readonly lots: string;
  /** Only for an option. */
  readonly strike: string;
  /** Only for an option; empty for the volatility of the market. */
  readonly volatility: string;
  /** The price at which it was or would be dealt; empty for its current value. */
  readonly price: string;
}

interface StrategyPlace {
  readonly terms: PairTerms;
  /** In percent: the MTM's volatility at this strike if it is listed, otherwise the calculator's. */
  readonly volatilityAt: (strike: number) => number;
  readonly tons: number;
  readonly decimals: number;
}

/** Adds a leg: the call in the calculator's fields, sold if the quantity is negative. */
export function withNewLeg(
  legs: readonly LegFields[],
  { fields: { strike, lots }, calculation }: Pick<ParsedFields, 'fields' | 'calculation'>,
): readonly LegFields[] {
  const id = Math.max(0, ...legs.map((leg) => leg.id)) + 1;
  const leg = { id, type: 'call', strike: strike.text, volatility: '', price: '' } as const;
  const side = (calculation?.lots ?? 1) < 0 ? 'S' : 'B';
  return [...legs, { ...leg, side, lots: lots.text.replace(/^[-−]/, '') }];
}

export type LegField = 'lots' | 'strike' | 'volatility' | 'price';

export interface ParsedLeg {
  readonly errors: Readonly<Partial<Record<LegField, string>>>;
  /** The default of an empty field, as text. */
  readonly volatilityText: string;
  readonly priceText: string;
}

export interface ParsedLegs {
  readonly legs: readonly ParsedLeg[];
  /** `null` while there is no leg, and while a field is empty or wrong. */
  readonly strategy: Strategy | null;
}

export function parseLegs(legs: readonly LegFields[], place: StrategyPlace): ParsedLegs {
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

/** One option at its current value, as a strategy. `lots` are below 0 if sold. */
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
): { readonly shown: ParsedLeg; readonly leg: Strategy['legs'][number] | null } {
  const { type, side } = fields;
  const lots = parseNumber(fields.lots, 'lots');
  const price = parseNumber(fields.price, 'premium');
  const size = lots.value === null || lots.value < 0 ? null : side === 'B' ? lots.value : -lots.value;
  const errors: Partial<Record<LegField, string>> = {};
  if (lots.error !== null || size === null) errors.lots = 'The lots must be a whole number, at least 1.';
  if (price.error !== null) errors.price = price.error;
  if (type === 'future') {
    const shown = { errors, volatilityText: '', priceText: formatPrice(terms.forward, decimals) };
    if (size === null || price.error !== null) return { shown, leg: null };
    return { shown, leg: { type, lots: size, price: toCents(price.value ?? terms.forward) } };
  }
  const strike = parseNumber(fields.strike, 'strike');
  const volatilityInput = parseNumber(fields.volatility, 'volatility');
  if (strike.error !== null || strike.value === null)
    errors.strike = strike.error ?? 'An option has a strike.';
  if (volatilityInput.error !== null) errors.volatility = volatilityInput.error;
  if (strike.value === null || volatilityInput.error !== null)
    return { shown: { errors, volatilityText: '', priceText: '' }, leg: null };
  const at = { ...terms, strike: strike.value };
  const followed = volatilityAt(strike.value);
  const volatility = volatilityInput.value ?? followed;
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

/** The prices of the future in the grid of scenarios, in percent of the current one. */
export const scenarioPercents: readonly number[] = evenlyAround({ centre: 0, reach: 10, steps: 5 });
/** The shifts of the volatility, in points. */
export const scenarioPoints: readonly number[] = evenlyAround({ centre: 0, reach: 5, steps: 2 });

type Position = Pick<PositionRow, 'contract' | 'net' | 'cost'>;

/**
 * The user's positions in the future and the options of a series, as legs at their opening prices. Over all accounts, the
 * largest positions first; none while everything is flat.
 */
export function legsOfPositions(
  positions: readonly Position[],
  series: Pick<OptionSeries, 'id' | 'underlying'>,
  rowOf: (contract: string) => ContractFacts | undefined,
): readonly LegFields[] {
  const sums = new Map<string, { readonly net: number; readonly cents: number }>();
  for (const { contract, net, cost } of positions) {
    const { net: before, cents } = sums.get(contract) ?? { net: 0, cents: 0 };
    sums.set(contract, { net: before + net, cents: cents + toCents(cost) });
  }
  return [...sums]
    .flatMap(([contract, { net, cents }]) => {
      const terms = termsOf(rowOf(contract), series);
      if (net === 0 || terms === null) return [];
      return [{ ...terms, net, price: toRand(Math.round(cents / net)) }];
    })
    .sort((a, b) => Math.abs(b.net) - Math.abs(a.net))
    .slice(0, maxLegs)
    .map(({ type, strike, net, price }, index) => ({
      id: index + 1,
      side: net > 0 ? 'B' : 'S',
      type,
      lots: String(Math.abs(net)),
      strike: strike === 0 ? '' : formatPrice(strike, 2),
      volatility: '',
      price: formatPrice(price, 2),
    }));
}

function termsOf(
  row: ContractFacts | undefined,
  { id, underlying }: Pick<OptionSeries, 'id' | 'underlying'>,
): { readonly type: LegFields['type']; readonly strike: number } | null {
  if (row === undefined) return null;
  const { flag, strike } = row.contractDisplay;
  if (row.contract === underlying && classifyContract(row.contractDisplay) === 'futures')
    return { type: 'future', strike: 0 };
  return seriesOf(row, 'options')?.id === id ? { type: flag === 'C' ? 'call' : 'put', strike } : null;
}

interface ProfitPoint {
  readonly forward: number;
  readonly profit: number;
}

interface Payoff {
  /** From the lowest to the highest price of the future. */
  readonly atExpiry: readonly ProfitPoint[];
  readonly now: readonly ProfitPoint[];
  /** Infinity without a limit. */
  readonly max: number;
  readonly min: number;
  /** A price range with zero profit; `to` is Infinity for an open range. */
  readonly breakEvens: readonly { readonly from: number; readonly to: number }[];
  /** At the current price of the future. */
  readonly presentProfit: number;
}

const stepsPerSide = 20;
/** At least this share of the future's price to each side. */
const leastReach = 0.15;

export function payoffOf(strategy: Strategy, forward: number): Payoff {
  const centre = toCents(forward);
  const farthest = Math.max(
    0,
    ...strategy.legs.map((leg) => (leg.type === 'future' ? 0 : Math.abs(leg.strike - centre))),
  );
  const reach = Math.min(Math.max(leastReach * centre, 1.4 * farthest), 0.95 * centre);
  const forwards = evenlyAround({ centre, reach, steps: stepsPerSide });
  const profitNow = (at: number) => valueStrategy(strategy, { forward: at }).profit;
  const { max, min } = profitRange(strategy);
  return {
    atExpiry: payoffCurve(strategy, forwards).map(inRand),
    now: forwards.map((at) => inRand({ forward: at, profit: profitNow(at) })),
    max: toRand(max),
    min: toRand(min),
    breakEvens: breakEvens(strategy).map(({ from, to }) => ({ from: toRand(from), to: toRand(to) })),
    presentProfit: toRand(profitNow(centre)),
  };
}

const inRand = ({ forward, profit }: ProfitPoint): ProfitPoint => ({
  forward: toRand(forward),
  profit: toRand(profit),
});

/** Whole rand are enough for a profit of a strategy. */
export const profitText = (profit: number) =>
  profit === Number.POSITIVE_INFINITY || profit === Number.NEGATIVE_INFINITY
    ? 'no limit'
    : `R\u00a0${formatSigned(Math.round(profit), 0)}`;

export function breakEvenText({ breakEvens: prices }: Payoff, decimals: number): string {
  if (prices.length === 0) return 'none';
  return prices
    .map(({ from, to }) => {
      const first = formatPrice(from, decimals);
      if (to === Number.POSITIVE_INFINITY) return `from ${first}`;
      return to === from ? first : `${first} to ${formatPrice(to, decimals)}`;
    })
    .join(' and ');
}

/** The diagram as text. */
export function payoffSentence(payoff: Payoff, decimals: number): string {
  const [first, last] = [payoff.atExpiry[0], payoff.atExpiry.at(-1)];
  if (first === undefined || last === undefined) return '';
  const at = ({ forward, profit }: ProfitPoint) =>
    `${profitText(profit)} with the future at ${formatPrice(forward, decimals)}`;
  return `Profit at expiry from ${at(first)} to ${at(last)}. Highest ${profitText(payoff.max)}, lowest ${profitText(payoff.min)}, break-even ${breakEvenText(payoff, decimals)}. Now ${profitText(payoff.presentProfit)}.`;
}

/** The points of a picture of 100 by 100 units, x to the right and y downwards. */
interface PayoffDiagram {
  readonly atExpiry: string;
  readonly now: string;
  /** The position of a profit of 0, between 0 and 100. */
  readonly zero: number;
  readonly top: number;
  readonly bottom: number;
  readonly x: (forward: number) => number;
}

export function payoffDiagramOf({ atExpiry, now }: Pick<Payoff, 'atExpiry' | 'now'>): PayoffDiagram {
  const profits = [...atExpiry, ...now].map(({ profit }) => profit);
  const [max, min] = [Math.max(0, ...profits), Math.min(0, ...profits)];
  const margin = (max - min || 1) * 0.06;
  const [top, bottom] = [max + margin, min - margin];
  const [from, to] = [atExpiry[0]?.forward ?? 0, atExpiry.at(-1)?.forward ?? 1];
  const x = (forward: number) => ((forward - from) / (to - from)) * 100;
  const y = (profit: number) => ((top - profit) / (top - bottom)) * 100;
  const line = (points: readonly ProfitPoint[]) =>
    points.map(({ forward, profit }) => `${x(forward).toFixed(2)},${y(profit).toFixed(2)}`).join(' ');
  return { atExpiry: line(atExpiry), now: line(now), zero: y(0), top: max, bottom: min, x };
}
