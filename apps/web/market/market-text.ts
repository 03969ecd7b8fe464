// The text of market values: prices with their instrument's decimals, times in the exchange's time zone, series of options, and the mark of
// a contract at a limit.
import {
  type ContractClass,
  type ContractFacts,
  classifyContract,
  type InstrumentRow,
  kindOfContractName,
  type MarketRow,
  type Side,
} from '@openpit/wire';
import type { ReadableStore } from '../stores/keyed-store.ts';
import { compareContracts, exchangeMoment, exchangeOffset, exchangeShiftMs } from '../stores/market-days.ts';
import { dataSetStores } from '../stores/stores.ts';
import {
  countText,
  decimalPadding,
  formatDate,
  formatLots,
  formatPrice,
  formatSigned,
  formatTime,
  formatTruncated,
} from '../ui/format.ts';
import type { CellMark } from '../ui/live-grid/grid-column.ts';

export const exchangeTime = (epochMs: number | null) =>
  formatTime(epochMs === null ? null : epochMs + exchangeShiftMs(), 'UTC');

/** Date, exchange time and offset for files, `2026-11-18T10:31:07+02:00`; null for an absent time. */
export function zonedTime(epochMs: number | null): string | null {
  if (epochMs === null) return null;
  return `${exchangeMoment(epochMs)}${exchangeOffset()}`;
}

/** The decimals of a column with several instruments, and of an instrument that is not loaded yet. */
export const columnDecimals = 2;

export function decimalsOf(
  instrument: string,
  instruments: Pick<ReadableStore<InstrumentRow, string>, 'get'> = dataSetStores.instruments,
): number {
  return instruments.get(instrument)?.decimals ?? columnDecimals;
}

/** The facts that determine the format of a price: the kind of its contract, and the instrument. */
export interface Priced {
  readonly contract: string;
  readonly instrument: string;
}

/** True for a delta. It deals at a volatility (market/options.md, Deltas), which has two decimals regardless of the instrument's tick. */
export const isDelta = ({ contract }: Priced) => kindOfContractName(contract) === 'delta';
const volatilityDecimals = 2;

export function priceDecimals(priced: Priced): number {
  return isDelta(priced) ? volatilityDecimals : decimalsOf(priced.instrument);
}

/** A price in a sentence; the price of a delta with a percent sign. */
export function priceText(price: number | null, priced: Priced): string {
  return `${formatPrice(price, priceDecimals(priced))}${isDelta(priced) && price !== null ? '\u00a0%' : ''}`;
}

/** A price in a column, padded so that all decimal points are aligned. */
export function priceCell(price: number | null, priced: Priced): string {
  return padded(formatPrice(price, priceDecimals(priced)), price, priced);
}

/** The lots of a bid, an offer or a last deal, where zero means none. */
export const lotsOrNone = (lots: number): string => formatLots(lots === 0 ? null : lots);

export function signedCell(value: number | null, priced: Priced): string {
  return padded(formatSigned(value, priceDecimals(priced)), value, priced);
}

/** An average in a column: truncated, not rounded, to the decimals of the contract's prices. */
export function averageCell(value: number | null, priced: Priced): string {
  return padded(formatTruncated(value, priceDecimals(priced)), value, priced);
}

function padded(text: string, value: number | null, priced: Priced): string {
  return value === null ? text : text + decimalPadding(priceDecimals(priced), columnDecimals);
}

/** The direction of a change, for the colours on updates; undefined if the value is unchanged or was or is missing. */
export function direction(now: number | null, before: number | null): 'up' | 'down' | undefined {
  if (now === null || before === null || now === before) return undefined;
  return now > before ? 'up' : 'down';
}

export type ChainKind = Extract<ContractClass, 'options' | 'deltas'>;

/**
 * A series consists of the options or deltas on one future with one expiry; one of its strikes is at the money (market/options.md,
 * Options).
 */
export interface OptionSeries {
  /** The id that a layout saves: `DEC26 WMAZ 2026-11-20`. */
  readonly id: string;
  readonly underlying: string;
  readonly instrument: string;
  readonly contractDate: string;
  /** `2026-11-20`. */
  readonly optionExpiry: string;
}

/** The series with at least one contract of this kind, in the order of the market. */
export function optionSeries(rows: Iterable<ContractFacts>, kind: ChainKind): OptionSeries[] {
  const series = new Map<string, OptionSeries>();
  for (const row of rows) {
    const seriesOfRow = seriesOf(row, kind);
    if (seriesOfRow !== null && !series.has(seriesOfRow.id)) series.set(seriesOfRow.id, seriesOfRow);
  }
  return [...series.values()].sort(
    (a, b) => compareContracts(a, b) || (a.optionExpiry < b.optionExpiry ? -1 : 1),
  );
}

export function seriesOf(row: ContractFacts, kind: ChainKind): OptionSeries | null {
  const { underlying, optionExpiry, instrument, contractDate } = row;
  if (underlying === undefined || optionExpiry === undefined) return null;
  if (classifyContract(row.contractDisplay) !== kind) return null;
  return { id: `${underlying} ${optionExpiry}`, underlying, instrument, contractDate, optionExpiry };
}

export const seriesName = ({ underlying, optionExpiry }: OptionSeries) =>
  `${underlying}, expires ${formatDate(optionExpiry)}`;

/** The nearest strike, or the lower of two that are equally near; null while the price of the future is unknown. */
export function nearestStrike(strikes: readonly number[], reference: number | undefined): number | null {
  if (reference === undefined) return null;
  let nearest: number | null = null;
  for (const strike of [...strikes].sort((a, b) => a - b))
    if (nearest === null || Math.abs(strike - reference) < Math.abs(nearest - reference)) nearest = strike;
  return nearest;
}

/** The mark of deals whose price does not reflect the market (market/deals.md, Deal origins), by origin. */
export const markOf: Readonly<Record<string, { readonly sign: string; readonly name: string } | undefined>> =
  {
    reported: { sign: 'R', name: 'reported' },
    delta: { sign: '\u0394', name: 'delta' },
  };

/**
 * The mark of a contract that is locked at a limit of the day (market/orders.md, Price limits). Its best bid is at the upper limit, or its
 * best offer at the lower one.
 */
export function limitMark({
  bid,
  offer,
  limitLow,
  limitHigh,
}: Pick<MarketRow, 'bid' | 'offer' | 'limitLow' | 'limitHigh'>): CellMark | undefined {
  if (bid !== null && bid === limitHigh) return { shape: 'up', label: 'at its upper limit' };
  if (offer !== null && offer === limitLow) return { shape: 'down', label: 'at its lower limit' };
  return undefined;
}

/** "1 lot", "1,200 lots". */
export const lotsText = (lots: number): string => countText(lots, 'lot');

/** "+3", "−3". */
export const signedLotsText = (lots: number): string => formatSigned(lots, 0);

export const sideVerb = (side: Side) => (side === 'B' ? 'Buy' : 'Sell');
