// Steps of a price in the order form: by tick, or by the user's step (priceChangeMop). Decimals are exact: a price is never a sum of
// floating-point numbers.
import Big from 'big.js';

/** One step: the user's step rounded up to whole ticks, or one tick when it is 0. */
export function priceStep({ tick, mop }: { readonly tick: number; readonly mop: number }): Big {
  const unit = new Big(tick);
  if (mop <= 0) return unit;
  return new Big(mop).div(unit).round(0, Big.roundUp).times(unit);
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
