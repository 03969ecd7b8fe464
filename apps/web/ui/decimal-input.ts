// Reads the numbers that a user types or pastes, and all that format.ts writes: in every locale, with its digits, signs and groups.
// Strict on purpose: in a locale that groups with a comma, "4035,20" must be rejected and never be read as 403 520. A single mark before
// three digits, "1,000", is a thousand in some locales and one in others, so it is rejected unless the current locale itself writes it.
import { asLatinDigits, formatLocale } from './format.ts';

export type TypedDecimal =
  | {
      readonly kind: 'number' /** Digits with a point, fit for big.js; zero has no sign. */;
      readonly text: string;
    }
  | { readonly kind: 'empty' }
  | {
      readonly kind: 'bad';
      readonly reason: string /** Set if the text could mean two numbers. */;
      readonly isAmbiguous?: true;
    };

interface Separators {
  readonly group: string;
  readonly decimal: string;
}

interface Grammar extends Separators {
  /** Digits in the last group of the whole part, and in the groups before it. */
  readonly sizes: readonly [last: number, others: number];
}

let cached: { readonly locale: string | undefined; readonly grammar: Grammar } | null = null;

function grammarOf(): Grammar {
  const locale = formatLocale();
  if (cached !== null && cached.locale === locale) return cached.grammar;
  const format = new Intl.NumberFormat(locale, { useGrouping: true, minimumFractionDigits: 1 });
  const parts = format.formatToParts(123_456_789_012.5);
  const wholes = parts.filter((part) => part.type === 'integer').map(({ value }) => [...value].length);
  const grammar: Grammar = {
    group: parts.find((part) => part.type === 'group')?.value ?? ' ',
    decimal: parts.find((part) => part.type === 'decimal')?.value ?? '.',
    sizes: wholes.length < 3 ? [3, 3] : [wholes.at(-1) ?? 3, wholes.at(-2) ?? 3],
  };
  cached = { locale, grammar };
  return grammar;
}

/** The group and decimal separators of the current locale. */
export function decimalSeparators(): Separators {
  const { group, decimal } = grammarOf();
  return { group, decimal };
}

/** Invisible marks that some locales write before a sign. */
const invisible = /[\u061c\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g;
const space = /[\s\u00a0\u2007-\u200a\u202f]/g;
const apostrophe = /['’‘＇]/g;
const minus = /^[-−‐‑–﹣－]\s*/;
const plus = /^[+＋]\s*/;

/**
 * Parses typed text. A point is also a decimal separator, unless the locale groups with it. `decimals` is the maximum that the field
 * accepts, so that a number with three decimals is not mistaken for thousands.
 */
export function parseDecimal(input: string, decimals = 2): TypedDecimal {
  const { group, decimal, sizes } = grammarOf();
  const text = asLatinDigits(input.replace(invisible, ''))
    .replace(space, ' ')
    .replace(apostrophe, '’')
    .trim();
  if (text === '') return { kind: 'empty' };
  const isNegative = minus.test(text);
  const body = text.replace(minus, '').replace(plus, '');
  const bad = {
    kind: 'bad',
    reason: `“${input.trim()}” is not a number: write it like 4${group}035${decimal}20.`,
  } as const;
  // Spaces and apostrophes are never decimal separators, so every locale may group with them.
  const groupMark = group.replace(space, ' ').replace(apostrophe, '’');
  const decimalMarks = new Set(groupMark === '.' ? [decimal, '٫'] : [decimal, '.', '٫']);
  const [, thousands = '', separator = '', last = ''] = /^([1-9]\d{0,2})([.,])(\d{3})$/.exec(body) ?? [];
  const isOwn = separator === groupMark || (separator === decimal && decimals >= 3);
  if (separator !== '' && !isOwn) return ambiguous(input, `${isNegative ? '-' : ''}${thousands}`, last);
  const marks = [...body].filter((mark) => decimalMarks.has(mark));
  if (marks.length > 1) return bad;
  const [whole = '', fraction = ''] = marks[0] === undefined ? [body] : body.split(marks[0]);
  const digits = withoutGroups(whole, new Set([groupMark, ' ', '’', '٬']), sizes);
  if (digits === null || !/^\d*$/.test(fraction) || `${digits}${fraction}` === '') return bad;
  const number = `${digits === '' ? '0' : digits}${fraction === '' ? '' : `.${fraction}`}`;
  return { kind: 'number', text: isNegative && /[1-9]/.test(number) ? `-${number}` : number };
}

/**
 * A text with every number written as in a program, to search for typed text in the text of a cell: in German, "−4.035,20 R" becomes
 * "-4035.20 r".
 */
export function plainNumbers(text: string): string {
  const { group, decimal } = grammarOf();
  const plain = asLatinDigits(text.replace(invisible, '')).replace(space, ' ').replace(apostrophe, '’');
  const groupMark = group.replace(space, ' ').replace(apostrophe, '’');
  const between = (marks: readonly string[]) =>
    new RegExp(`(?<=\\d)[${marks.map((mark) => `\\${mark}`).join('')}](?=\\d)`, 'g');
  return plain
    .replace(between([groupMark, ' ', '’', '٬']), '')
    .replace(between([decimal, '٫']), '.')
    .replace(/[−‐‑–﹣－](?=\d)/g, '-')
    .toLowerCase();
}

/** The typed number; null if the text is empty or is not a number. */
export function numberIn(text: string, decimals?: number): number | null {
  const read = parseDecimal(text, decimals);
  return read.kind === 'number' ? Number(read.text) : null;
}

function ambiguous(text: string, whole: string, last: string): TypedDecimal {
  const { decimal } = grammarOf();
  const short = last.replace(/0+$/, '');
  // A fourth decimal rules out thousands.
  const asFraction = short === '' ? whole : `${whole}${decimal}${short.length === 3 ? `${short}0` : short}`;
  return {
    kind: 'bad',
    isAmbiguous: true,
    reason: `“${text.trim()}” could mean ${whole}${last} or ${asFraction}: write one of these.`,
  };
}

/** The digits of a whole part; null if its groups follow neither the locale nor three digits. */
function withoutGroups(
  whole: string,
  groupMarks: ReadonlySet<string>,
  sizes: Grammar['sizes'],
): string | null {
  const mark = [...whole].find((character) => groupMarks.has(character));
  if (mark === undefined) return /^\d*$/.test(whole) ? whole : null;
  const groups = whole.split(mark);
  const fits = ([last, others]: Grammar['sizes']) =>
    groups.every(
      (group, index) =>
        /^\d+$/.test(group) &&
        (index === 0
          ? group.length <= (groups.length === 1 ? last : others)
          : group.length === (index === groups.length - 1 ? last : others)),
    );
  return fits(sizes) || fits([3, 3]) ? groups.join('') : null;
}
