// What the price of an order means for its kind of contract: rand per ton, the premium of an option, the volatility of a delta, the
// difference of a split or a spread. Also its tick and whether it may be below zero.
import { classifyContract, type MarketRow } from '@openpit/wire';

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

/** The finest tick of the market, until the instruments are loaded. */
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

/** How a price of this meaning ends in a sentence: "at 27.50 %". */
export const priceSuffix = (meaning: PriceMeaning): string => (meaning === 'volatility' ? '\u00a0%' : '');
