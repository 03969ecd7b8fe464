// The price of an order (market/orders.md, Order validation, step 5): positive except for differences, on the tick, within the
// daily limits. The price of a delta is a volatility.
import { maxPriceOf } from '@openpit/terms';
import type { Contract } from '../contracts/contract.ts';
import { highestVolatility, lowestVolatility } from '../contracts/volatility-curve.ts';
import type { Rejection } from '../kernel/rejection.ts';
import { amountText, type Price } from '../kernel/units.ts';
import type { LimitsState } from '../limits/limits.ts';
import { reject } from './pricing-rejections.ts';

/** Without a daily limit, a price more than this many times the MTM, or below this fraction of it, is a typing error. */
const implausibleFactor = 4;

type PriceView = Pick<LimitsState, 'prices' | 'limits'>;

/** Returns null if the price may be entered. */
export function priceRejection(state: PriceView, contract: Contract, price: Price): Rejection | null {
  const { kind, tick, pair } = contract;
  if (kind === 'delta') return volatilityRejection(price);
  if (pair === null && price <= 0) return reject('priceNotPositive');
  const unusable = tickRejection(price, tick) ?? valueRejection(contract, price);
  if (unusable !== null) return unusable;
  const limits = state.limits.of(contract);
  if (limits !== null) {
    const { low, high } = limits;
    return price < low || price > high
      ? reject('priceOutsideLimits', { low: amountText(low), high: amountText(high) })
      : null;
  }
  const { low, high } = plausibleRange(state, contract);
  if (price >= low && price <= high) return null;
  return reject('priceImplausible', {
    price: amountText(price),
    mtm: amountText(state.prices.of(contract).mtm),
    low: amountText(low),
    high: amountText(high),
  });
}

/** Returns null if the price is a multiple of the tick. */
export function tickRejection(price: Price, tick: Price): Rejection | null {
  const over = ((price % tick) + tick) % tick;
  if (over === 0) return null;
  return reject('priceOffTick', {
    price: amountText(price),
    tick: amountText(tick),
    below: amountText(price - over),
    above: amountText(price - over + tick),
  });
}

/** Returns null if a lot at this price, which can be negative, has a value that the market can clear (decision 34). */
export function valueRejection({ name, instrument, tick }: Contract, price: Price): Rejection | null {
  const max = maxPriceOf({ tonsPerContract: instrument.tonsPerContract, tick });
  if (Math.abs(price) <= max) return null;
  return reject('priceTooHigh', { price: amountText(price), contract: name, max: amountText(max) });
}

/** `sigma`: in hundredths of a percent. Returns null if the volatility can be quoted. */
export function volatilityRejection(sigma: number): Rejection | null {
  if (Number.isInteger(sigma) && sigma >= lowestVolatility && sigma <= highestVolatility) return null;
  return reject('volatilityOutsideLimits', {
    volatility: amountText(sigma),
    low: amountText(lowestVolatility),
    high: amountText(highestVolatility),
  });
}

/** A premium may be as high as the price of the future. The price of a pair may differ from its last MTM by the price of a leg. */
function plausibleRange(
  { prices }: PriceView,
  contract: Contract,
): { readonly low: number; readonly high: number } {
  const { pair, option, tick } = contract;
  const { mtm } = prices.of(contract);
  if (pair !== null) {
    const max = Math.max(prices.of(pair.plus).mtm, prices.of(pair.minus).mtm);
    return { low: mtm - max, high: mtm + max };
  }
  if (option !== null) return { low: tick, high: prices.of(option.underlying).mtm * implausibleFactor };
  return { low: Math.ceil(mtm / implausibleFactor), high: mtm * implausibleFactor };
}
