// The fields with which an order on an option or a delta may say its price, turned into the venue's units. What is left out of
// the message is left out of the command: a command of another contract is written as it always was.
import { type Cents, cents, type Volatility, volatility } from '@openpit/venue';
import { centsOf } from './market-action.ts';

/** Percent to hundredths of a percent; the schema has seen to the decimals. */
const volatilityOf = (percent: number): Volatility => volatility(Math.round(percent * 100));

/** A price that was not given stands as 0 beside the volatility. */
export function pricedBy(said: {
  readonly price: number | undefined;
  readonly volatility: number | undefined;
}): { readonly price: Cents; readonly volatility?: Volatility } {
  const price = said.price === undefined ? cents(0) : centsOf(said.price);
  return said.volatility === undefined ? { price } : { price, volatility: volatilityOf(said.volatility) };
}

export function referenceOf(reference: number | undefined): { readonly reference?: Cents } {
  return reference === undefined ? {} : { reference: centsOf(reference) };
}

/** Of a change: what is left out stays. */
export function volatilityChange(percent: number | undefined): { readonly volatility?: Volatility } {
  return percent === undefined ? {} : { volatility: volatilityOf(percent) };
}
