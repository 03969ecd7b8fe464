// The filter typed under a caption: conditions separated by commas or semicolons, one of which must match. A condition is a
// text in the cell, `=text` for the whole text, `!text` to exclude it, and for numbers `>4000`, `<=5` or
// `10..20`. A comma at the end switches the filter off without losing it. In a column of numbers, numbers are typed as everywhere
// (decimal-input.ts): there a comma between two digits belongs to the number if the locale writes it so.
import { plainNumbers, readDecimal } from '../decimal-input.ts';
import { asLatinDigits } from '../digits.ts';

export interface FilterValue {
  readonly text: string;
  /** The number behind the text, if there is one. */
  readonly number: number | null;
}

type Condition = (value: FilterValue) => boolean;

export type RowFilter =
  /** Empty, or switched off. */
  | { readonly kind: 'off' }
  | { readonly kind: 'on'; readonly matches: Condition }
  /** Filters nothing; `reason` is a sentence for the user. */
  | { readonly kind: 'bad'; readonly reason: string };

/** `isNumeric` says whether the column has numbers. */
export function readFilter(typed: string, isNumeric: boolean): RowFilter {
  const trimmed = typed.trim();
  if (trimmed === '' || /[,،;]$/u.test(trimmed)) return { kind: 'off' };
  const exclusions: Condition[] = [];
  const conditions: Condition[] = [];
  for (const part of alternatives(trimmed, isNumeric)) {
    const excludes = part.startsWith('!');
    const condition = conditionOf(excludes ? part.slice(1).trim() : part, isNumeric);
    if (typeof condition === 'string') return { kind: 'bad', reason: condition };
    (excludes ? exclusions : conditions).push(condition);
  }
  return {
    kind: 'on',
    matches: (value) =>
      !exclusions.some((excludes) => excludes(value)) &&
      (conditions.length === 0 || conditions.some((matches) => matches(value))),
  };
}

const comparison = /^(>=|<=|>|<|=)\s*(.*)$/u;
const range = /^(.*\S)\s*\.\.\s*(\S.*)$/u;

function alternatives(typed: string, isNumeric: boolean): string[] {
  if (!isNumeric) return split(typed, /[,،;]/u);
  return split(asLatinDigits(typed), /[;،]|,(?!\d)|(?<!\d),/u).flatMap((part) =>
    part.includes(',') && !hasOnlyNumbers(part) ? split(part, /,/u) : [part],
  );
}

const split = (typed: string, at: RegExp): string[] =>
  typed
    .split(at)
    .map((part) => part.trim())
    .filter((part) => part !== '');

/** Whether the numbers of a condition are numbers with their commas, or could be. */
function hasOnlyNumbers(part: string): boolean {
  const bare = part.replace(/^!\s*/u, '');
  const [, , operand = bare] = comparison.exec(bare) ?? [];
  const [, low, high] = range.exec(operand) ?? [];
  return (low === undefined || high === undefined ? [operand] : [low, high]).every((text) => {
    const read = readDecimal(text);
    return read.kind === 'number' || (read.kind === 'bad' && read.isAmbiguous === true);
  });
}

/** The condition, or the sentence that says why it is none. */
function conditionOf(part: string, isNumeric: boolean): Condition | string {
  const [, lowText, highText] = range.exec(part) ?? [];
  if (lowText !== undefined && highText !== undefined) {
    const low = readDecimal(lowText);
    const high = readDecimal(highText);
    if (low.kind === 'number' && high.kind === 'number') {
      const [from = 0, to = 0] = [Number(low.text), Number(high.text)].sort((a, b) => a - b);
      return ({ number }) => number !== null && number >= from && number <= to;
    }
    const bad = [low, high].find((read) => read.kind === 'bad');
    if (isNumeric && bad?.kind === 'bad') return bad.reason;
  }
  const [, sign, operand = ''] = comparison.exec(part) ?? [];
  if (sign !== undefined) {
    const read = readDecimal(operand);
    if (read.kind === 'number') return compared(sign, Number(read.text));
    if (isNumeric && read.kind === 'empty') return `Type a number after “${sign}”.`;
    if (isNumeric && read.kind === 'bad' && (sign !== '=' || read.isAmbiguous === true)) return read.reason;
    if (sign === '=') {
      const whole = operand.toLowerCase();
      return ({ text }) => text.trim().toLowerCase() === whole;
    }
  } else if (isNumeric) {
    const read = readDecimal(part);
    if (read.kind === 'bad' && read.isAmbiguous === true) return read.reason;
    const contained = plainNumbers(part);
    return ({ text }) => plainNumbers(text).includes(contained);
  }
  const contained = part.toLowerCase();
  return ({ text }) => text.toLowerCase().includes(contained);
}

function compared(sign: string, bound: number): Condition {
  return ({ number }) => {
    if (number === null) return false;
    if (sign === '>') return number > bound;
    if (sign === '<') return number < bound;
    if (sign === '>=') return number >= bound;
    return sign === '<=' ? number <= bound : number === bound;
  };
}
