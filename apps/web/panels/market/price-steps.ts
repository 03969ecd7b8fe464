// Steps of the fields of forms: prices by tick or by the user's step (priceChangeMop), volatilities and rates by the user's steps for
// those. Decimals are exact: a price is never a sum of
// floating-point numbers.
import Big from 'big.js';
import { type ContractTerms, volatilityTick } from './contract-terms.ts';

/** One step: the user's step rounded up to whole ticks, or one tick when it is 0. */
export function priceStep({ tick, mop }: { readonly tick: number; readonly mop: number }): Big {
  const unit = new Big(tick);
  if (mop <= 0) return unit;
  return new Big(mop).div(unit).round(0, Big.roundUp).times(unit);
}

/** Percent, where the user has set no step. */
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
 * The price after so many steps up (positive) or down. A price between two ticks first goes to the next tick in that
 * direction. A result that is not above zero leaves the price unchanged, unless the contract allows such prices.
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
