// Prices on the ticks of a contract.
import Big from 'big.js';

/** The nearest price on a tick; half a tick goes up, away from zero. */
export function onTick(price: number, tick: number): number {
  return new Big(price).div(tick).round(0, Big.roundHalfUp).times(tick).toNumber();
}
