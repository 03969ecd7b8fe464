// Units of the market, branded so that prices, amounts and lots are never mixed up. Prices are integer cents per ton, amounts of money
// integer cents, quantities integer lots. Ticks exist only inside order-book/. Times are epoch milliseconds and arrive with the command.
import type { Side } from '@openpit/terms';

declare const unit: unique symbol;
type Branded<Name extends string> = number & { readonly [unit]: Name };

/** Integer cents per ton. The difference of two prices is one, too; of a delta it is a volatility, in which it is quoted. */
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

export const otherSide = (side: Side): Side => (side === 'B' ? 'S' : 'B');
