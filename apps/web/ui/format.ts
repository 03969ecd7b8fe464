// Numbers and times in the browser's locale (SHELL-9), with cached Intl formatters. A price always has all its decimals. Zero is a
// number, without a sign: a dash means that there is no value. Where the market writes zero for "none", such as the lots of a bid
// that is not there, the caller passes null.

import { isZero } from './digits.ts';

export const dash = '–';
const minus = '−';

let locale: string | undefined;
const numberFormats = new Map<string, Intl.NumberFormat>();
const timeFormats = new Map<string, Intl.DateTimeFormat>();

/** Uses this locale instead of the browser's from now on; undefined restores the browser's. */
export function setFormatLocale(tag: string | undefined): void {
  locale = tag;
  numberFormats.clear();
  timeFormats.clear();
}

export function formatLocale(): string | undefined {
  return locale;
}

function numberFormat(decimals: number, rounding: 'halfExpand' | 'trunc', sign: 'negative' | 'exceptZero') {
  const name = `${decimals}/${rounding}/${sign}`;
  let format = numberFormats.get(name);
  if (format === undefined) {
    // The library of types for tests is older than `negative` and the rounding mode.
    const options = {
      minimumFractionDigits: decimals,
      maximumFractionDigits: decimals,
      roundingMode: rounding,
      signDisplay: sign,
      useGrouping: true,
    };
    format = new Intl.NumberFormat(locale, options as Intl.NumberFormatOptions);
    numberFormats.set(name, format);
  }
  return format;
}

/** Replaces the hyphen of many locales by a minus sign, which is as wide as a plus, so that signs align. */
const withTrueMinus = (text: string) => text.replace('-', minus);

/** A price in rand per ton with all `decimals`; an absent price is a dash. Zero is a price (of splits, for example). */
export function formatPrice(value: number | null | undefined, decimals: number): string {
  if (value === null || value === undefined) return dash;
  return withTrueMinus(numberFormat(decimals, 'halfExpand', 'negative').format(value));
}

/** A count of lots, deals or tons; an absent count is a dash. */
export const formatLots = (value: number | null | undefined): string => formatTruncated(value, 0);

/** A difference, a profit or signed lots: `+12.00`, `−3.00`, and `0.00` for what is or rounds to zero; an absent value is a dash. */
export function formatSigned(value: number | null | undefined, decimals: number): string {
  if (value === null || value === undefined) return dash;
  return withTrueMinus(numberFormat(decimals, 'halfExpand', 'exceptZero').format(value));
}

/** Whether the text of a cell is zero, which steps back like an absent value. */
export const isZeroText = (text: string): boolean =>
  /^\p{Nd}+([.,\u066b]\p{Nd}+)?[\u2007\u2008]*$/u.test(text) && isZero(text);

/** An amount of money in a sentence: `R 12,450`, with cents where it has any; an absent amount is a dash. */
export function formatRand(rand: number | null | undefined): string {
  if (rand === null || rand === undefined) return dash;
  const amount = formatPrice(Math.abs(rand), Number.isInteger(rand) ? 0 : 2);
  return `${rand < 0 && !isZero(amount) ? minus : ''}R\u00a0${amount}`;
}

/** A number truncated, not rounded, to `decimals` (SHELL-9); an absent value is a dash. */
export function formatTruncated(value: number | null | undefined, decimals = 2): string {
  if (value === null || value === undefined) return dash;
  return withTrueMinus(numberFormat(decimals, 'trunc', 'negative').format(value));
}

/** The clock time `10:31:07` of epoch milliseconds, in this time zone or the browser's. */
export function formatTime(epochMs: number | null | undefined, timeZone?: string): string {
  if (epochMs === null || epochMs === undefined) return dash;
  const name = timeZone ?? '';
  let format = timeFormats.get(name);
  if (format === undefined) {
    format = new Intl.DateTimeFormat(locale, {
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      hourCycle: 'h23',
      ...(timeZone === undefined ? {} : { timeZone }),
    });
    timeFormats.set(name, format);
  }
  return format.format(epochMs);
}

/** An age for a status line: `0.2 s`, `14 s`, `3 min`; an absent age is a dash. */
export function formatAge(ageMs: number | null | undefined): string {
  if (ageMs === null || ageMs === undefined || !Number.isFinite(ageMs)) return dash;
  const seconds = Math.max(0, ageMs) / 1000;
  if (seconds < 10) return `${numberFormat(1, 'trunc', 'negative').format(seconds)} s`;
  if (seconds < 120) return `${formatLots(Math.floor(seconds))} s`;
  if (seconds < 7_200) return `${formatLots(Math.floor(seconds / 60))} min`;
  return `${formatLots(Math.floor(seconds / 3_600))} h`;
}

/** Remaining time: `1:28:53`, `1:35`, from two days on `3 days`; a negative one is `0:00`. */
export function formatCountdown(leftMs: number): string {
  const seconds = Math.max(0, Math.ceil(leftMs / 1_000));
  const days = Math.floor(seconds / 86_400);
  if (days >= 2) return `${formatLots(days)} days`;
  const [hours, minutes, rest] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60];
  const two = (value: number) => String(value).padStart(2, '0');
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}

/**
 * Figure and punctuation spaces in place of missing decimals, so that numbers with fewer decimals align with the decimal
 * point of their column.
 */
export function decimalPadding(decimals: number, columnDecimals: number): string {
  const missing = columnDecimals - decimals;
  if (missing <= 0) return '';
  return `${decimals === 0 ? '\u2008' : ''}${'\u2007'.repeat(missing)}`;
}
