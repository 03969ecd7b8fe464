// Units of the market, branded so that cents are never added to lots. Money and prices are integer cents (per ton for
// a price), quantities integer lots; ticks exist inside order-book/ alone. Times are epoch milliseconds, handed in.

declare const unit: unique symbol;
type Branded<Name extends string> = number & { readonly [unit]: Name };

/** Integer cents: of a price per ton, or of a total. */
export type Cents = Branded<'cents'>;
/** Whole contracts. */
export type Lots = Branded<'lots'>;
/** Volatility in hundredths of a percent a year: 2750 is 27.5 %. */
export type Volatility = Branded<'volatility'>;
/** A price as a count of tick sizes; an index inside order-book/ only. */
export type Ticks = Branded<'ticks'>;
/** Epoch milliseconds. */
export type EpochMs = Branded<'epochMs'>;

export const cents = (value: number): Cents => value as Cents;
export const lots = (value: number): Lots => value as Lots;
export const volatility = (value: number): Volatility => value as Volatility;
export const ticks = (value: number): Ticks => value as Ticks;
export const epochMs = (value: number): EpochMs => value as EpochMs;

/** B buys, S sells. */
export type Side = 'B' | 'S';
/** Normal rests, Tok takes what is there and kills the rest, Fok is all or nothing. */
export type OrderType = 'Normal' | 'Tok' | 'Fok';
/** P: for the member's own book. A: for a client. */
export type Capacity = 'P' | 'A';

export const otherSide = (side: Side): Side => (side === 'B' ? 'S' : 'B');
