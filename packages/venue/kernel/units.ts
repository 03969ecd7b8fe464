// Units of the market, branded so that prices, amounts and lots are never mixed up. Prices are integer cents per ton, amounts of money
// integer cents, quantities integer lots. Ticks exist only inside order-book/. Times are epoch milliseconds and arrive with the command.
import { counted } from '@openpit/terms';

declare const unit: unique symbol;
type Branded<Name extends string> = number & { readonly [unit]: Name };

/** Integer cents per ton. The difference of two prices is also a price; the price of a delta is a volatility, its unit of quotation. */
export type Price = Branded<'price'>;
/** An amount of money in integer cents. */
export type Money = Branded<'money'>;
/** Whole contracts. */
export type Lots = Branded<'lots'>;
/** Volatility in hundredths of a percent per year: 2750 is 27.5 %. */
export type Volatility = Branded<'volatility'>;
/** A price as a number of ticks; used inside order-book/ only. */
export type Ticks = Branded<'ticks'>;
/** Epoch milliseconds. */
export type EpochMs = Branded<'epochMs'>;

export const asPrice = (value: number): Price => value as Price;
export const asMoney = (value: number): Money => value as Money;
export const lots = (value: number): Lots => value as Lots;
export const volatility = (value: number): Volatility => value as Volatility;
export const ticks = (value: number): Ticks => value as Ticks;
export const epochMs = (value: number): EpochMs => value as EpochMs;

/** Formats cents as rand, or hundredths of a percent as percent, for rejections and announcements: `4035.20`, `-12.40`. */
export function amountText(hundredths: number): string {
  const size = Math.abs(hundredths);
  const sign = hundredths < 0 ? '-' : '';
  return `${sign}${Math.trunc(size / 100)}.${String(size % 100).padStart(2, '0')}`;
}

/** Formats a quantity: `1 lot`, `12 lots`. */
export function lotsText(lots: number): string {
  return counted(lots, 'lot');
}

/** Rounds a fraction to the nearest cent, halves to even. `divisor` must be positive. Exact for any size. */
export function halfEven(dividend: bigint, divisor: bigint): Money {
  const sign = dividend < 0n ? -1n : 1n;
  const size = dividend * sign;
  const whole = size / divisor;
  const twice = (size % divisor) * 2n;
  const isUp = twice > divisor || (twice === divisor && whole % 2n === 1n);
  return asMoney(Number((isUp ? whole + 1n : whole) * sign) + 0);
}
