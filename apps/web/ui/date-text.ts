// Dates of business days as the reader's locale writes them in figures. A native date field writes them as the browser's own
// language does, which on many machines is not the reader's.
import { asLatinDigits } from './digits.ts';
import { formatLocale } from './format.ts';

/** The market's days are of the Gregorian calendar, also for readers whose locale has another one. */
const figures = {
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  timeZone: 'UTC',
  calendar: 'gregory',
} as const;

let format: { readonly of: Intl.DateTimeFormat; readonly locale: string | undefined } | null = null;

type Part = 'year' | 'month' | 'day';
const isPart = (type: string): type is Part => type === 'year' || type === 'month' || type === 'day';

function dateParts(date: number): readonly Intl.DateTimeFormatPart[] {
  const locale = formatLocale();
  if (format === null || format.locale !== locale)
    format = { of: new Intl.DateTimeFormat(locale, figures), locale };
  return format.of.formatToParts(date);
}

/** "2026/11/25" in South Africa, for `2026-11-25`; text that is no such date stays as it is. */
export function formatDate(isoDate: string): string {
  const date = Date.parse(`${isoDate}T00:00Z`);
  return Number.isNaN(date)
    ? isoDate
    : dateParts(date)
        .map(({ value }) => value)
        .join('');
}

/** "11/25" in South Africa, for `2026-11-25`: where the year is clear. */
export function formatDayMonth(isoDate: string): string {
  const date = Date.parse(`${isoDate}T00:00Z`);
  if (Number.isNaN(date)) return isoDate;
  const parts = dateParts(date).filter(({ type }) => type !== 'year');
  return parts
    .map(({ value }) => value)
    .join('')
    .replace(/^\P{Nd}+|\P{Nd}+$/gu, '');
}

/** How dates are typed: "yyyy/mm/dd" in South Africa. */
export function datePattern(): string {
  const letters = { year: 'yyyy', month: 'mm', day: 'dd' };
  return dateParts(0)
    .map(({ type, value }) => (isPart(type) ? letters[type] : value))
    .join('');
}

/** The date that was typed, `2026-11-25`: in the order of the locale, or with the year first. Null when it is none. */
export function readDate(typed: string): string | null {
  const digits = asLatinDigits(typed).match(/\d+/g) ?? [];
  const [first = '', second = '', third = '', more] = digits;
  if (more !== undefined) return null;
  const own = partOrder();
  const order = first.length === 4 && own[0] !== 'year' ? (['year', 'month', 'day'] as const) : own;
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
