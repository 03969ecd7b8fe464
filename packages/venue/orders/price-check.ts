// Step 5 of the validation chain (domain §3.4): a price is above zero, on the tick, inside the day's limits.
import type { Cents } from '../kernel/units.ts';
import { type Refusal, refusal } from '../refusals.ts';
import type { Contract } from '../state.ts';

/** Where no daily limit holds, prices beyond this many times the MTM, or below its share, are slips of the hand. */
const implausibleFactor = 4;

/** Null when the price may be entered. */
export function priceRefusal(contract: Contract, price: Cents): Refusal | null {
  const { tick } = contract.instrument;
  if (price <= 0) return refusal('priceNotPositive');
  const over = price % tick;
  if (over !== 0)
    return refusal('priceOffTick', {
      price: rand(price),
      tick: rand(tick),
      below: rand(price - over),
      above: rand(price - over + tick),
    });
  if (contract.limits !== null) {
    const { low, high } = contract.limits;
    return price < low || price > high
      ? refusal('priceOutsideLimits', { low: rand(low), high: rand(high) })
      : null;
  }
  const low = Math.ceil(contract.mtm / implausibleFactor);
  const high = contract.mtm * implausibleFactor;
  if (price < low || price > high)
    return refusal('priceImplausible', {
      price: rand(price),
      mtm: rand(contract.mtm),
      low: rand(low),
      high: rand(high),
    });
  return null;
}

/** Rand per ton for a sentence: `4035.20`. */
export function rand(amount: number): string {
  const whole = Math.trunc(amount / 100);
  return `${whole}.${String(Math.abs(amount % 100)).padStart(2, '0')}`;
}
