// The filter typed under a caption: conditions separated by commas, one of which must match. A condition is a
// text in the cell, `=text` for the whole text, `!text` to exclude it, and for numbers `>4000`, `<=5` or
// `10..20`. A comma at the end switches the filter off without losing it.

export interface FilterValue {
  readonly text: string;
  /** The number behind the text, if there is one. */
  readonly number: number | null;
}

type Condition = (value: FilterValue) => boolean;

/** Null when the filter is empty or switched off. */
export function readFilter(typed: string): Condition | null {
  const trimmed = typed.trim();
  if (trimmed === '' || trimmed.endsWith(',')) return null;
  const parts = trimmed
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  const exclusions = parts
    .filter((part) => part.startsWith('!'))
    .map((part) => conditionOf(part.slice(1).trim()));
  const conditions = parts.filter((part) => !part.startsWith('!')).map(conditionOf);
  return (value) =>
    !exclusions.some((excludes) => excludes(value)) &&
    (conditions.length === 0 || conditions.some((matches) => matches(value)));
}

const comparison = /^(>=|<=|>|<|=)\s*(.+)$/;
const range = /^(-?[\d\s.]*\d)\s*\.\.\s*(-?[\d\s.]*\d)$/;

function conditionOf(part: string): Condition {
  const between = range.exec(part);
  const low = numberIn(between?.[1]);
  const high = numberIn(between?.[2]);
  if (low !== null && high !== null)
    return ({ number }) => number !== null && number >= Math.min(low, high) && number <= Math.max(low, high);
  const [, sign, rest = ''] = comparison.exec(part) ?? [];
  const bound = numberIn(rest);
  if (sign !== undefined && bound !== null)
    return ({ number }) =>
      number !== null &&
      (sign === '>'
        ? number > bound
        : sign === '<'
          ? number < bound
          : sign === '>='
            ? number >= bound
            : sign === '<='
              ? number <= bound
              : number === bound);
  if (sign === '=') {
    const whole = rest.toLowerCase();
    return ({ text }) => text.trim().toLowerCase() === whole;
  }
  const contained = part.toLowerCase();
  return ({ text }) => text.toLowerCase().includes(contained);
}

/** A number with optional spaces between thousands; null when the text is no number. */
function numberIn(text: string | undefined): number | null {
  const bare = (text ?? '').replace(/\s/g, '').replace('−', '-');
  return /^-?\d+(\.\d+)?$/.test(bare) ? Number(bare) : null;
}
