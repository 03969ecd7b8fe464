// Units of the market, branded so that cents are never added to lots. Money and prices are integer cents (a price is
// per ton), quantities integer lots. Ticks exist inside order-book/ alone. Times are epoch milliseconds and come in
// with the command.
import type { Side } from '@openpit/terms';

declare const unit: unique symbol;
type Branded<Name extends string> = number & { readonly [unit]: Name };

/** Integer cents: of a price per ton, or of an amount. */
export type Cents = Branded<'cents'>;
/** Whole contracts. */
export type Lots = Branded<'lots'>;
/** Volatility in hundredths of a percent per year: 2750 is 27.5 %. */
export type Volatility = Branded<'volatility'>;
/** A price as a number of ticks; used inside order-book/ only. */
export type Ticks = Branded<'ticks'>;
/** Epoch milliseconds. */
export type EpochMs = Branded<'epochMs'>;

export const cents = (value: number): Cents => value as Cents;
export const lots = (value: number): Lots => value as Lots;
export const volatility = (value: number): Volatility => value as Volatility;
export const ticks = (value: number): Ticks => value as Ticks;
export const epochMs = (value: number): EpochMs => value as EpochMs;

export const otherSide = (side: Side): Side => (side === 'B' ? 'S' : 'B');
