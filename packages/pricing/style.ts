// Valuation by style of exercise. Where premiums are paid through the margin account (rate 0) both styles
// have the same value; where they are paid up front, the American option is worth more.
import { american } from './american/american.ts';
import { americanImpliedVolatility } from './american/american-implied-volatility.ts';
import type { OptionInputs } from './black/black76.ts';
import { black76, type Valuation } from './black/greeks.ts';
import {
  type ImpliedVolatility,
  impliedVolatility,
  type QuotedOption,
} from './implied-volatility/implied-volatility.ts';

export type ExerciseStyle = 'european' | 'american';

/** @throws RangeError naming the input that is not a number in its range */
export function valueOption(option: OptionInputs, style: ExerciseStyle): Valuation {
  return style === 'american' ? american(option) : black76(option);
}

/** @throws RangeError naming the input that is not a number in its range */
export function impliedVolatilityOf(option: QuotedOption, style: ExerciseStyle): ImpliedVolatility {
  return style === 'american' ? americanImpliedVolatility(option) : impliedVolatility(option);
}
