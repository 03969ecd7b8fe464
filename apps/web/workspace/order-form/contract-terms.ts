// What the price of an order means by the kind of its contract (domain §3.4, §4.2 to §4.4): rand per ton, the premium of an option, the
// volatility of a delta, the difference of a split or a spread; in which steps it goes and whether it may be below zero.
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

/** Volatilities are kept to a hundredth of a percent. */
const volatilityTick = 0.01;

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
        priceLabel: 'Volatility',
        unit: '% a year',
        tick: volatilityTick,
        decimals: 2,
        mayBeNegative: false,
      };
    case 'splits':
    case 'spreads':
      return { meaning: 'difference', priceLabel: 'Split Diff', ...price, mayBeNegative: true };
    default:
      return { meaning: 'price', priceLabel: 'Price', ...price };
  }
}

/** How a price of this meaning ends in a sentence: "at 27.50 %". */
export const priceSuffix = (meaning: PriceMeaning): string => (meaning === 'volatility' ? '\u00a0%' : '');
