// Numbers, amounts, dates and times in the browser's locale (SHELL-9), with cached Intl formatters.
const otherDigit = /[^\P{Nd}0-9]/gu;
let zeros: readonly number[] | null = null;

/** The decimal digits of every script as Latin digits: "٤" is "4". */
export function asLatinDigits(text: string): string {
  return text.replace(otherDigit, (digit) => {
    zeros ??= zeroDigits();
    const code = digit.codePointAt(0) ?? 0;
    return String(code - (zeros.filter((zero) => zero <= code).at(-1) ?? code));
  });
}

/** The code points of zero in all scripts. In Unicode the ten digits of a script are consecutive. */
function zeroDigits(): number[] {
  const zeros: number[] = [];
  for (let code = 0x660; code < 0x1_fc00; code += 1)
    if (/\p{Nd}/u.test(String.fromCodePoint(code))) {
      zeros.push(code);
      code += 9;
    }
  return zeros;
}

/** True if a written number is zero, in the digits of any script: "0.00", "٠٫٠٠". */
export const isZero = (written: string): boolean =>
  /\d/.test(asLatinDigits(written)) && !/[1-9]/.test(asLatinDigits(written));

/** The digits of a one-time password, of any script, without the separators of applications: "123-456". */
export const otpDigits = (text: string): string => asLatinDigits(text).replace(/\D/g, '');

/**
 * Prices always have all their decimals. Zero is a value without a sign; a dash means that there is no value. If the market uses zero for
 * "none", as for the lots of a missing bid, the caller passes `null`.
 */
export const dash = '–';
const minus = '−';

let locale: string | undefined;
const numberFormats = new Map<string, Intl.NumberFormat>();
const momentFormats = new Map<string, Intl.DateTimeFormat>();

/** Uses this locale instead of the browser's from now on; undefined restores the browser's. */
export function setFormatLocale(tag: string | undefined): void {
  locale = tag;
  numberFormats.clear();
  momentFormats.clear();
}

export function formatLocale(): string | undefined {
  return locale;
}

function numberFormat(decimals: number, rounding: 'halfExpand' | 'trunc', sign: 'negative' | 'exceptZero') {
  const name = `${decimals}/${rounding}/${sign}`;
  let format = numberFormats.get(name);
  if (format === undefined) {
    // The type library of the tests lacks `negative` and the rounding mode.
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

/** "1 order", "12 orders". */
export const countText = (count: number | null, singular: string): string =>
  `${formatLots(count)} ${count === 1 ? singular : `${singular}s`}`;

/** A difference, a profit or signed lots: `+12.00`, `−3.00`, and `0.00` for a value that is or rounds to zero; an absent value is a dash. */
export function formatSigned(value: number | null | undefined, decimals: number): string {
  if (value === null || value === undefined) return dash;
  return withTrueMinus(numberFormat(decimals, 'halfExpand', 'exceptZero').format(value));
}

/** True if the text of a cell is zero, which steps back like an absent value. */
export const isZeroText = (text: string): boolean =>
  /^\p{Nd}+([.,\u066b]\p{Nd}+)?[\u2007\u2008]*$/u.test(text) && isZero(text);

/** An amount of money in a sentence: `R 12,450`, with cents only if there are any; a missing amount is a dash. */
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
  const clock = { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' } as const;
  return formatMoment(epochMs, timeZone === undefined ? clock : { ...clock, timeZone });
}

/** A date or time of epoch milliseconds in the user's locale. */
export const formatMoment = (epochMs: number, options: Intl.DateTimeFormatOptions): string =>
  momentFormat(options).format(epochMs);

function momentFormat(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const name = JSON.stringify(options);
  let format = momentFormats.get(name);
  if (format === undefined) {
    format = new Intl.DateTimeFormat(locale, options);
    momentFormats.set(name, format);
  }
  return format;
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

/** Remaining time: `1:28:53`, `1:35`, and from two days on `3 days`; `0:00` if negative. */
export function formatCountdown(leftMs: number): string {
  const seconds = Math.max(0, Math.ceil(leftMs / 1_000));
  const days = Math.floor(seconds / 86_400);
  if (days >= 2) return `${formatLots(days)} days`;
  const [hours, minutes, rest] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60];
  const two = (value: number) => String(value).padStart(2, '0');
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}

/** Figure and punctuation spaces in place of missing decimals, so that the decimal points of a column align. */
export function decimalPadding(decimals: number, columnDecimals: number): string {
  const missing = columnDecimals - decimals;
  if (missing <= 0) return '';
  return `${decimals === 0 ? '\u2008' : ''}${'\u2007'.repeat(missing)}`;
}

/**
 * Dates are formatted in the user's locale. A native date field would use the language of the browser, which differs on many machines. The
 * market's days are of the Gregorian calendar, even for readers whose locale uses another calendar.
 */
const figures = {
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  timeZone: 'UTC',
  calendar: 'gregory',
} as const;

type Part = 'year' | 'month' | 'day';
const isPart = (type: string): type is Part => type === 'year' || type === 'month' || type === 'day';

const dateParts = (date: number): readonly Intl.DateTimeFormatPart[] =>
  momentFormat(figures).formatToParts(date);

/** "2026/11/25" in South Africa, for `2026-11-25`; text that is not such a date stays unchanged. */
export function formatDate(isoDate: string): string {
  const date = Date.parse(`${isoDate}T00:00Z`);
  return Number.isNaN(date)
    ? isoDate
    : dateParts(date)
        .map(({ value }) => value)
        .join('');
}

/** The text with its ISO dates as the locale writes them. A date in a longer word, such as a file name, stays unchanged. */
export const withLocalDates = (text: string): string =>
  text.replace(/(?<![\w-])\d{4}-\d\d-\d\d(?![\w-])/g, formatDate);

/** "Wed, 25 Nov" for `2026-11-25`, with the year unless it is the year of `today`. */
export function formatDay(isoDate: string, today?: string): string {
  const date = Date.parse(`${isoDate}T00:00Z`);
  if (Number.isNaN(date)) return isoDate;
  const { timeZone, calendar, year } = figures;
  const isThisYear = today?.slice(0, 4) === isoDate.slice(0, 4);
  const day = { weekday: 'short', day: 'numeric', month: 'short', timeZone, calendar } as const;
  return formatMoment(date, isThisYear ? day : { ...day, year });
}

/** The pattern of typed dates: "yyyy/mm/dd" in South Africa. */
export function datePattern(): string {
  const letters = { year: 'yyyy', month: 'mm', day: 'dd' };
  return dateParts(0)
    .map(({ type, value }) => (isPart(type) ? letters[type] : value))
    .join('');
}

/** Parses a typed date to `2026-11-25`, in the order of the locale or with the year first; null if the text is not a date. */
export function parseDate(text: string): string | null {
  const digits = asLatinDigits(text).match(/\d+/g) ?? [];
  const [first = '', second = '', third = '', more] = digits;
  if (more !== undefined) return null;
  const localeOrder = partOrder();
  const order =
    first.length === 4 && localeOrder[0] !== 'year' ? (['year', 'month', 'day'] as const) : localeOrder;
  const part = (name: Part) => [first, second, third][order.indexOf(name)] ?? '';
  if (!/^\d{4}$/.test(part('year')) || part('month') === '' || part('day') === '') return null;
  const iso = `${part('year')}-${part('month').padStart(2, '0')}-${part('day').padStart(2, '0')}`;
  const date = new Date(`${iso}T00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(iso) ? iso : null;
}

const partOrder = (): readonly Part[] =>
  dateParts(0)
    .map(({ type }) => type)
    .filter(isPart);
