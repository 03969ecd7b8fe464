// Reads a number that was typed in the user's locale. Strict on purpose: in a locale that groups with a comma, "4035,20"
// must be rejected and never be read as 403 520.
import { formatLocale } from './format.ts';

export type TypedDecimal =
  | { readonly kind: 'number' /** Digits with a point, fit for big.js. */; readonly text: string }
  | { readonly kind: 'empty' }
  | { readonly kind: 'bad'; readonly reason: string };

interface Separators {
  readonly group: string;
  readonly decimal: string;
}

let known: { readonly locale: string | undefined; readonly separators: Separators } | null = null;

/** The group and decimal separators of the current locale. */
export function decimalSeparators(): Separators {
  const locale = formatLocale();
  if (known !== null && known.locale === locale) return known.separators;
  const parts = new Intl.NumberFormat(locale, { useGrouping: true, minimumFractionDigits: 1 }).formatToParts(
    1_234_567.8,
  );
  const separators = {
    group: parts.find((part) => part.type === 'group')?.value ?? ' ',
    decimal: parts.find((part) => part.type === 'decimal')?.value ?? '.',
  };
  known = { locale, separators };
  return separators;
}

const spaces = /[\s\u00a0\u2007\u2009\u202f'’]/g;

/** Reads typed text; a point is a decimal separator too, unless the locale groups with it. */
export function readDecimal(typed: string): TypedDecimal {
  const { group, decimal } = decimalSeparators();
  const text = typed.trim().replace(spaces, '').replace(/−/g, '-');
  if (text === '') return { kind: 'empty' };
  const bad = {
    kind: 'bad',
    reason: `“${typed.trim()}” is not a number: write it like 4${group}035${decimal}20.`,
  } as const;
  const groupMark = group.trim() === '' || group === "'" || group === '’' ? '' : group;
  const marks = decimal === '.' || groupMark === '.' ? [decimal] : [decimal, '.'];
  const mark = marks.find((candidate) => text.includes(candidate)) ?? decimal;
  const [whole = '', fraction, ...more] = text.split(mark);
  if (more.length > 0) return bad;
  let digits = whole;
  if (groupMark !== '' && whole.includes(groupMark)) {
    const escaped = groupMark.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
    if (!new RegExp(`^-?\\d{1,3}(${escaped}\\d{3})+$`).test(whole)) return bad;
    digits = whole.split(groupMark).join('');
  }
  if (!/^-?\d+$/.test(digits === '' || digits === '-' ? `${digits}0` : digits)) return bad;
  if (fraction !== undefined && !/^\d*$/.test(fraction)) return bad;
  if (digits.replace('-', '') === '' && (fraction ?? '') === '') return bad;
  const wholeDigits = digits === '' || digits === '-' ? `${digits}0` : digits;
  return { kind: 'number', text: fraction ? `${wholeDigits}.${fraction}` : wholeDigits };
}

/** The number that was typed; null when there is none, or it is not one. */
export function numberIn(typed: string): number | null {
  const read = readDecimal(typed);
  return read.kind === 'number' ? Number(read.text) : null;
}
