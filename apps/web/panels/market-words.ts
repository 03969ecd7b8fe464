// How panels write the market's values: prices with the decimals of their instrument, times in the exchange's own zone.
import type { InstrumentRow } from '@openpit/wire';
import type { ReadableStore } from '../stores/keyed-store.ts';
import { instrumentsStore } from '../stores/stores.ts';
import { decimalPadding, formatPrice, formatSigned, formatTime, formatTruncated } from '../ui/format.ts';

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

/** A price as a sentence writes it. */
export function priceText(price: number | null, instrument: string): string {
  return formatPrice(price, decimalsOf(instrument));
}

/** A price for a column: padded so that instruments with fewer decimals stand on the same decimal point. */
export function priceCell(price: number | null, instrument: string): string {
  return padded(formatPrice(price, decimalsOf(instrument)), price, instrument);
}

export function signedCell(value: number | null, instrument: string): string {
  return padded(formatSigned(value, decimalsOf(instrument)), value === 0 ? null : value, instrument);
}

/** An average for a column: cut, not rounded, to the decimals of the instrument's prices. */
export function averageCell(value: number | null, instrument: string): string {
  return padded(formatTruncated(value, decimalsOf(instrument)), value, instrument);
}

function padded(text: string, value: number | null, instrument: string): string {
  return value === null ? text : text + decimalPadding(decimalsOf(instrument), columnDecimals);
}
