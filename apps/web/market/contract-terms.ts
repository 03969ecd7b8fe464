// The meaning of an order's price for its kind of contract (rand per ton, premium, volatility, difference), its tick, and the steps of the
// fields for prices and quantities.
import { classifyContract, type MarketRow, parseContractName } from '@openpit/wire';
import Big from 'big.js';
import { dataSetStores } from '../stores/stores.ts';
import { parseDecimal } from '../ui/decimal-input.ts';
import { formatPrice } from '../ui/format.ts';
import { decimalsOf, lotsText } from './market-text.ts';

export type PriceMeaning = 'price' | 'premium' | 'volatility' | 'difference';

export interface ContractTerms {
  readonly meaning: PriceMeaning;
  /** The caption of the field. */
  readonly priceLabel: string;
  readonly unit: string;
  readonly tick: number;
  readonly decimals: number;
  readonly mayBeNegative: boolean;
}

export const volatilityLabel = 'Implied vol';
/** Percent per year, as every volatility on the screen. */
export const volatilityUnit = '%';
/** Volatilities are kept to a hundredth of a percent. */
export const volatilityTick = 0.01;

/** The smallest tick of the market, used until the instruments are loaded. */
export const fallbackTick = 0.2;

/** `tick` and `decimals` are the instrument's. */
export function contractTerms(
  { contractDisplay }: Pick<MarketRow, 'contractDisplay'>,
  { tick, decimals }: { readonly tick: number; readonly decimals: number },
): ContractTerms {
  const price = { unit: 'R/t', tick, decimals, mayBeNegative: false };
  switch (classifyContract(contractDisplay)) {
    case 'options':
      return { meaning: 'premium', priceLabel: 'Premium', ...price };
    case 'deltas':
      return {
        meaning: 'volatility',
        priceLabel: volatilityLabel,
        unit: volatilityUnit,
        tick: volatilityTick,
        decimals: 2,
        mayBeNegative: false,
      };
    case 'splits':
      return { meaning: 'difference', priceLabel: 'Split Diff', ...price, mayBeNegative: true };
    case 'spreads':
      return { meaning: 'difference', priceLabel: 'Spread Diff', ...price, mayBeNegative: true };
    default:
      return { meaning: 'price', priceLabel: 'Price', ...price };
  }
}

/** The suffix of a price of this meaning in a sentence: "at 27.50 %". */
export const priceSuffix = (meaning: PriceMeaning): string => (meaning === 'volatility' ? '\u00a0%' : '');

/** The instruments of a contract: of both legs of a pair, otherwise one. */
export function instrumentsOf({
  instrument,
  near,
  far,
}: Pick<MarketRow, 'instrument' | 'near' | 'far'>): readonly string[] {
  if (near === undefined || far === undefined) return [instrument];
  return [near, far].map((leg) => parseContractName(leg).instrument);
}

/** A pair has the larger tick of its legs (market/orders.md, Splits and spreads). */
export function termsOfRow(
  row: Pick<MarketRow, 'contractDisplay' | 'instrument' | 'near' | 'far'>,
): ContractTerms {
  const ticks = instrumentsOf(row).flatMap((code) => dataSetStores.instruments.get(code)?.tick ?? []);
  return contractTerms(row, {
    tick: ticks.length === 0 ? fallbackTick : Math.max(...ticks),
    decimals: decimalsOf(row.instrument),
  });
}

/** The user's step rounded up to whole ticks, or one tick if the step is 0. */
export function priceStep({ tick, mop }: { readonly tick: number; readonly mop: number }): Big {
  const unit = new Big(tick);
  if (mop <= 0) return unit;
  return new Big(mop).div(unit).round(0, Big.roundUp).times(unit);
}

const defaultPercentStep = 0.25;

export function volatilityStep({ volChangeMop }: { readonly volChangeMop: number }): Big {
  return priceStep({ tick: volatilityTick, mop: volChangeMop || defaultPercentStep });
}

export function rateStep({ rateChangeMop }: { readonly rateChangeMop: number }): number {
  return rateChangeMop || defaultPercentStep;
}

/** One step of the price of a contract, which for a delta is a volatility. */
export function contractStep(
  { tick, meaning }: Pick<ContractTerms, 'tick' | 'meaning'>,
  defaults: { readonly priceChangeMop: number; readonly volChangeMop: number },
): Big {
  return meaning === 'volatility'
    ? volatilityStep(defaults)
    : priceStep({ tick, mop: defaults.priceChangeMop });
}

export function isOnTick(price: Big, tick: number): boolean {
  return price.mod(new Big(tick)).eq(0);
}

/**
 * Returns the price after `steps` steps, up if positive, down if negative. Prices step by the tick
 * or by the user's step (priceChangeMop), volatilities and rates by the user's steps. A price
 * between two ticks first moves to the next tick in that direction. A result that is not positive
 * leaves the price unchanged, unless the contract allows such prices. Decimals are exact: a price
 * is never a sum of floating-point numbers.
 */
export function stepPrice(
  from: Big,
  steps: number,
  {
    step,
    tick,
    mayBeNegative = false,
  }: { readonly step: Big; readonly tick: number; readonly mayBeNegative?: boolean },
): Big {
  let price = from;
  let left = steps;
  if (!isOnTick(from, tick)) {
    const unit = new Big(tick);
    const below = from.div(unit).round(0, Big.roundDown).times(unit);
    const floor = below.gt(from) ? below.minus(unit) : below;
    price = steps > 0 ? floor.plus(unit) : floor;
    left -= Math.sign(steps);
  }
  price = price.plus(step.times(left));
  return price.gt(0) || mayBeNegative ? price : from;
}

/** The stepped quantity, at least 1 and at most `maxQty`. */
export function steppedQty(text: string, steps: number, maxQty: number): string {
  const parsed = parseDecimal(text, 0);
  const qty = parsed.kind === 'number' ? Math.trunc(Number(parsed.text)) : 0;
  return String(Math.max(1, Math.min(qty + steps, maxQty)));
}

/**
 * Keys and buttons step the text of a field; the text is reformatted when the field loses the focus. Steps from the typed price, or from
 * `fallback` while none is typed; null if there is neither.
 */
export function steppedPrice(
  text: string,
  steps: number,
  rules: {
    readonly step: Big;
    readonly tick: number;
    readonly decimals: number;
    readonly fallback: number | null;
    readonly mayBeNegative?: boolean;
  },
): string | null {
  const parsed = parseDecimal(text, rules.decimals);
  const from = parsed.kind === 'number' ? parsed.text : rules.fallback;
  if (from === null) return null;
  return formatPrice(stepPrice(new Big(from), steps, rules).toNumber(), rules.decimals);
}

/** The price in the locale's format, with all decimals. A price with too many decimals is unchanged, so that it is rejected. */
export function tidiedPrice(text: string, decimals: number): string {
  const parsed = parseDecimal(text, decimals);
  if (parsed.kind !== 'number' || (parsed.text.split('.')[1] ?? '').length > decimals) return text;
  return formatPrice(Number(parsed.text), decimals);
}

/** The typed lots, or their fault as a sentence. `maxQty` is the maximum of one order. */
export function parseQty(
  text: string,
  maxQty: number,
): { readonly qty: number } | { readonly error: string } {
  const parsed = parseDecimal(text, 0);
  if (parsed.kind === 'empty') return { error: 'How many lots?' };
  if (parsed.kind === 'bad')
    return {
      error: parsed.isAmbiguous ? parsed.reason : `“${text.trim()}” is not a number of lots, such as 10.`,
    };
  // Zero decimals are also rejected, because the user may have meant thousands.
  const isWhole = !parsed.text.includes('.');
  const qty = Number(parsed.text);
  if (!isWhole || qty < 1) return { error: 'A quantity is a whole number of lots, at least 1.' };
  if (qty > maxQty)
    return {
      error: `At most ${lotsText(maxQty)} per order: the limit in your preferences.`,
    };
  return { qty };
}

const round = [1, 5, 10, 25, 50, 100, 200, 500, 1_000];
const max = 6;

/** Presets up to the dealer's maximum, smallest first. */
export function presetsUpTo(maxQty: number): number[] {
  return round.filter((qty) => qty <= maxQty).slice(0, max);
}
