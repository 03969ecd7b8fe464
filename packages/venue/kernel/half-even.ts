// Rounding of amounts of money.
import { asMoney, type Money } from './units.ts';

/** A fraction to the nearest cent, a half to the even one; `divisor` above 0. Exact for any size. */
export function halfEven(dividend: bigint, divisor: bigint): Money {
  const sign = dividend < 0n ? -1n : 1n;
  const size = dividend * sign;
  const whole = size / divisor;
  const twice = (size % divisor) * 2n;
  const isUp = twice > divisor || (twice === divisor && whole % 2n === 1n);
  return asMoney(Number((isUp ? whole + 1n : whole) * sign) + 0);
}
