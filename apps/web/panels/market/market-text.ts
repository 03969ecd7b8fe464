// How panels write the market's values: prices with the decimals of their instrument, times in the exchange's own zone.
import type { InstrumentRow } from '@openpit/wire';
import type { ReadableStore } from '../../stores/keyed-store.ts';
import { instrumentsStore } from '../../stores/stores.ts';
import { decimalPadding, formatPrice, formatSigned, formatTime, formatTruncated } from '../../ui/format.ts';

/** Dealers speak of exchange time wherever they sit. */
export const exchangeTimeZone = 'Africa/Johannesburg';
export const exchangeTime = (epochMs: number | null) => formatTime(epochMs, exchangeTimeZone);

/** Decimals until the instruments are loaded, and of columns in which instruments stand together. */
export const columnDecimals = 2;

export function decimalsOf(
  instrument: string,
  instruments: Pick<ReadableStore<InstrumentRow, string>, 'get'> = instrumentsStore,
): number {
  return instruments.get(instrument)?.decimals ?? columnDecimals;
}

/** Whose price it is: a contract's, which its instrument and its kind decide about. */
export interface Priced {
  readonly contract: string;
  readonly instrument: string;
}

/** A delta deals at a volatility (domain §5.4), which has two decimals whatever the tick of its instrument. */
export const isDelta = ({ contract }: Priced) => / [CP] D$/.test(contract);
const volatilityDecimals = 2;

export function priceDecimals(of: Priced): number {
  return isDelta(of) ? volatilityDecimals : decimalsOf(of.instrument);
}

/** A price as a sentence writes it; of a delta with the sign of percent. */
export function priceText(price: number | null, of: Priced): string {
  return `${formatPrice(price, priceDecimals(of))}${isDelta(of) && price !== null ? '\u00a0%' : ''}`;
}

/** A price for a column: padded so that instruments with fewer decimals stand on the same decimal point. */
export function priceCell(price: number | null, of: Priced): string {
  return padded(formatPrice(price, priceDecimals(of)), price, of);
}

export function signedCell(value: number | null, of: Priced): string {
  return padded(formatSigned(value, priceDecimals(of)), value === 0 ? null : value, of);
}

/** An average for a column: cut, not rounded, to the decimals of the contract's prices. */
export function averageCell(value: number | null, of: Priced): string {
  return padded(formatTruncated(value, priceDecimals(of)), value, of);
}

function padded(text: string, value: number | null, of: Priced): string {
  return value === null ? text : text + decimalPadding(priceDecimals(of), columnDecimals);
}
