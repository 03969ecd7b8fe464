// Step 5 of the validation chain (domain §3.4): a price is above zero, but for differences, on the tick, inside the day's limits;
// the price of a delta is a volatility of 1 to 200 %.

import type { Cents } from '../kernel/units.ts';
import { volatilityRejection } from '../options/volatility-check.ts';
import { type Rejection, rejection } from '../rejections.ts';
import type { Contract } from '../state.ts';
import { rand } from './rand.ts';

/** Where no daily limit holds, prices beyond this many times the MTM, or below its share, are slips of the hand. */
const implausibleFactor = 4;

/** Null when the price may be entered. */
export function priceRejection(contract: Contract, price: Cents): Rejection | null {
  const { tick, pair, option } = contract;
  if (option !== null && option.outright !== null) return volatilityRejection(price);
  if (pair === null && price <= 0) return rejection('priceNotPositive');
  const over = ((price % tick) + tick) % tick;
  if (over !== 0)
    return rejection('priceOffTick', {
      price: rand(price),
      tick: rand(tick),
      below: rand(price - over),
      above: rand(price - over + tick),
    });
  if (contract.limits !== null) {
    const { low, high } = contract.limits;
    return price < low || price > high
      ? rejection('priceOutsideLimits', { low: rand(low), high: rand(high) })
      : null;
  }
  const { low, high } = plausible(contract);
  if (price < low || price > high)
    return rejection('priceImplausible', {
      price: rand(price),
      mtm: rand(contract.mtm),
      low: rand(low),
      high: rand(high),
    });
  return null;
}

/** An option may cost what its future may; a pair may lie a leg's price off its last MTM. */
function plausible({ mtm, pair, option, tick }: Contract): { readonly low: number; readonly high: number } {
  if (pair !== null) {
    const most = Math.max(pair.plus.mtm, pair.minus.mtm);
    return { low: mtm - most, high: mtm + most };
  }
  if (option !== null) return { low: tick, high: option.underlying.mtm * implausibleFactor };
  return { low: Math.ceil(mtm / implausibleFactor), high: mtm * implausibleFactor };
}
