// The two common approximations of an American option on a future, for comparison with systems that use
// them. Here neither is ever below the European or the intrinsic value, although both formulas alone can
// be. The value to use is `americanPrice`.

import { approximateExercisePremium, type UnitTerms } from '../american/barone-adesi-whaley.ts';
import { black76Price, intrinsicValue, type OptionInputs } from '../black/black76.ts';
import { lnOfRatio } from '../elementary/logarithm.ts';
import { approximateAmericanCall } from './bjerksund-stensland.ts';

/**
 * @returns the value by Barone-Adesi and Whaley (1987)
 * @throws RangeError naming the input that is not a number in its range
 */
export function baroneAdesiWhaleyPrice(option: OptionInputs): number {
  const european = black76Price(option);
  const terms = unitTerms(option);
  if (terms === undefined) return floored(option, european);
  const { forward, strike } = option;
  const [of, unit] = option.type === 'put' ? [forward, strike] : [strike, forward];
  const premium = approximateExercisePremium(lnOfRatio(of, unit), terms);
  return Math.max(floored(option, european), premium === undefined ? 0 : european + unit * premium);
}

/**
 * @returns the value by Bjerksund and Stensland (1993)
 * @throws RangeError naming the input that is not a number in its range
 */
export function bjerksundStenslandPrice(option: OptionInputs): number {
  const european = black76Price(option);
  const terms = unitTerms(option);
  if (terms === undefined) return floored(option, european);
  const { forward, strike } = option;
  const [of, unit] = option.type === 'call' ? [forward, strike] : [strike, forward];
  const value = approximateAmericanCall(lnOfRatio(of, unit), terms);
  return Math.max(floored(option, european), value === undefined ? 0 : unit * value);
}

function floored(option: OptionInputs, european: number): number {
  return Math.max(european, intrinsicValue(option));
}

/** Undefined if early exercise has no value. */
function unitTerms({ forward, strike, years, volatility, rate = 0 }: OptionInputs): UnitTerms | undefined {
  const terms = { interest: rate * years, deviation: volatility * Math.sqrt(years) };
  const isPlain = terms.interest > 1e-12 && terms.deviation > 0 && forward > 0 && strike > 0;
  return isPlain ? terms : undefined;
}
