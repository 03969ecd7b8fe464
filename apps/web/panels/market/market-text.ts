// How panels write market values: prices with the decimals of their instrument, times in the exchange's time
// zone.
import type { InstrumentRow } from '@openpit/wire';
import type { ReadableStore } from '../../stores/keyed-store.ts';
import { dataSetStores } from '../../stores/stores.ts';
import {
  decimalPadding,
  formatLots,
  formatPrice,
  formatSigned,
  formatTime,
  formatTruncated,
} from '../../ui/format.ts';

/** Dealers use exchange time wherever they are. */
export const exchangeTimeZone = 'Africa/Johannesburg';
export const exchangeTime = (epochMs: number | null) => formatTime(epochMs, exchangeTimeZone);

// Swedish dates and times are written as in ISO 8601.
const isoFormat = new Intl.DateTimeFormat('sv-SE', {
  dateStyle: 'short',
  timeStyle: 'medium',
  timeZone: exchangeTimeZone,
});
const offsetFormat = new Intl.DateTimeFormat('en-GB', {
  timeZone: exchangeTimeZone,
  timeZoneName: 'longOffset',
});

/** Date, exchange time and offset for files, `2026-11-18T10:31:07+02:00`; null for an absent time. */
export function zonedTime(epochMs: number | null): string | null {
  if (epochMs === null) return null;
  const offset = offsetFormat.formatToParts(epochMs).find(({ type }) => type === 'timeZoneName')?.value ?? '';
  return `${isoFormat.format(epochMs).replace(' ', 'T')}${offset.replace('GMT', '') || 'Z'}`;
}

/** The decimals of a column with several instruments, and of an instrument that is not loaded yet. */
export const columnDecimals = 2;

export function decimalsOf(
  instrument: string,
  instruments: Pick<ReadableStore<InstrumentRow, string>, 'get'> = dataSetStores.instruments,
): number {
  return instruments.get(instrument)?.decimals ?? columnDecimals;
}

/** What decides how a price is written: the kind of its contract and the instrument. */
export interface Priced {
  readonly contract: string;
  readonly instrument: string;
}

/**
 * A delta deals at a volatility (market.md, Deltas), which has two decimals whatever the tick of its
 * instrument.
 */
export const isDelta = ({ contract }: Priced) => / [CP] D$/.test(contract);
const volatilityDecimals = 2;

export function priceDecimals(of: Priced): number {
  return isDelta(of) ? volatilityDecimals : decimalsOf(of.instrument);
}

/** A price in a sentence; the price of a delta with a percent sign. */
export function priceText(price: number | null, of: Priced): string {
  return `${formatPrice(price, priceDecimals(of))}${isDelta(of) && price !== null ? '\u00a0%' : ''}`;
}

/** A price in a column, padded so that all decimal points are aligned. */
export function priceCell(price: number | null, of: Priced): string {
  return padded(formatPrice(price, priceDecimals(of)), price, of);
}

/** The lots of a bid, an offer or a last deal, in which zero means that there is none. */
export const lotsOrNone = (lots: number): string => formatLots(lots === 0 ? null : lots);

export function signedCell(value: number | null, of: Priced): string {
  return padded(formatSigned(value, priceDecimals(of)), value, of);
}

/** An average in a column: truncated, not rounded, to the decimals of the contract's prices. */
export function averageCell(value: number | null, of: Priced): string {
  return padded(formatTruncated(value, priceDecimals(of)), value, of);
}

function padded(text: string, value: number | null, of: Priced): string {
  return value === null ? text : text + decimalPadding(priceDecimals(of), columnDecimals);
}
